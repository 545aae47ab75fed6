// Where a guess is answered: bulls and cows, a mark for every symbol, or one of some labels.

/**
 * The pad over one game: {draw, key, clear, pending}. `fits(reply)` says whether a reply can come, `answered(reply)` is
 * told of one, `redraw()` of half of one.
 */
function answerPad(tree, fits, answered, redraw) {
  let half = {}; // bulls or cows, whichever was given first; or what has been typed of a label

  /** The replies that agree with what has been answered, half an answer or a whole one. */
  function meant(given) {
    const said = (reply, kind, at) => tree.says[reply][at] === (given[kind] ?? tree.says[reply][at]);
    const { typed = "" } = given;
    return indices(tree.labels).filter((reply) => tree.asks.length
      ? tree.asks.every((kind, at) => said(reply, kind, at))
      : tree.labels[reply].toLowerCase().startsWith(typed));
  }

  /** What has been typed, and one more character. */
  const typing = (character) => ({ typed: (half.typed ?? "") + character.toLowerCase() });

  function give(part) {
    const replies = meant({ ...half, ...part });
    if (replies.length === 1) return take(replies[0]);
    if (replies.length > 1) half = { ...half, ...part };
    redraw();
    if (tree.marks) announce(...[...half.typed].map((letter) => say(PLACES[MARKS[letter]])));
  }

  function take(reply) {
    half = {};
    answered(reply);
  }

  /** Takes back half an answer; false where there is none. */
  function erase() {
    if (!Object.keys(half).length) return false;
    half = half.typed?.length > 1 ? { typed: half.typed.slice(0, -1) } : {};
    redraw();
    return true;
  }

  /** A control for an answer, or a part of one, that `replies` may come of. */
  function control(id, label, name, replies, onclick, chosen) {
    const key = button(label, onclick, { id, disabled: replies.length === 0, className: chosen ? "chosen" : "" });
    if (chosen) key.setAttribute("aria-pressed", "true");
    if (replies.length && !replies.some(fits)) { // still to be pressed, to be told what is wrong
      key.className += " unfit";
      key.setAttribute("aria-label", `${name}, ${say("impossible")}`);
    }
    return key;
  }

  function counting(kind) {
    const keys = Array.from({ length: tree.pegs + 1 }, (_, n) =>
      control(kind + n, number(n), n, meant({ ...half, [kind]: n }), () => give({ [kind]: n }), half[kind] === n));
    const name = tree.repeat ? [] : [h("b", {}, say(kind)), " "];
    const mark = h("i", { className: kind.slice(0, -1) });
    return h("fieldset", {}, h("legend", {}, mark, name, say(PLACES[kind])), h("div", { className: "keys" }, keys));
  }

  /** For replies that mark every symbol: a mark for the next one. */
  function marking() {
    const keys = Object.entries(MARKS).map(([letter, mark]) => {
      const [part, words] = [typing(letter), say(PLACES[mark])];
      const label = [h("span", { className: "pegs placed" }, h("i", { className: mark })), words];
      return control(`mark${mark}`, label, words, meant(part), () => give(part));
    });
    const back = button("⌫", erase, { id: "unmark", disabled: !half.typed, "aria-label": say("erase") });
    return h("div", { className: "keys marks" }, keys, back);
  }

  /** For replies that are labels: one to choose. */
  const choosing = () => h("div", { className: "keys labels" }, tree.labels.map((label, reply) =>
    control(`reply${reply}`, label, label, [reply], () => take(reply), half.typed && meant(half).includes(reply))));

  const draw = () =>
    h("div", { className: "pad" }, tree.asks.length ? tree.asks.map(counting) : tree.marks ? marking() : choosing());

  function key({ key }) {
    if (tree.asks.length ? /^\d$/.test(key) : key.length === 1 && meant(typing(key)).length) {
      give(tree.asks.length ? { [tree.asks.find((kind) => !(kind in half)) ?? "cows"]: Number(key) } : typing(key));
    } else if (key === "Enter" && half.typed) { // a label that is the beginning of another
      const reply = among(tree.labels, half.typed);
      if (reply < 0) return false;
      take(reply);
    } else return key === "Backspace" && erase();
    return true;
  }

  return { draw, key, clear: () => { half = {}; }, typed: () => half.typed };
}
