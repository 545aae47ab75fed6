// Where a guess is answered: bulls and cows, a mark for every symbol, or one of some labels.

/**
 * The pad over one game: {draw, asked, key, clear}. `fits(reply)` says whether a reply can come. The pad calls
 * `answered(reply)` for a reply, and `redraw()` for half of one.
 */
function answerPad(tree, fits, answered, redraw) {
  let half = {}; // bulls or cows, whichever was given first; or what has been typed of a label
  let question; // the guess that is asked about
  let marks = []; // letters of a reply, one for each peg; "" or nothing where none is given yet

  /** The replies that agree with what has been answered, half an answer or a whole one. */
  function meant(given) {
    const said = (reply, kind, at) => tree.says[reply][at] === (given[kind] ?? tree.says[reply][at]);
    const { typed = "" } = given;
    return indices(tree.labels).filter((reply) => tree.asks.length
      ? tree.asks.every((kind, at) => said(reply, kind, at))
      : plain(tree.labels[reply]).startsWith(typed));
  }

  /** What has been typed, and one more character. */
  const typing = (character) => ({ typed: plain((half.typed ?? "") + character) });

  function give(part) {
    const replies = meant({ ...half, ...part });
    if (replies.length === 1) return take(replies[0]);
    if (replies.length > 1) half = { ...half, ...part };
    redraw();
  }

  /** Marks a symbol. Marks that are typed are taken as the reply with the last of them. */
  function mark(peg, letter, typed) {
    marks = Array.from({ length: tree.pegs }, (_, at) => (at === peg ? letter : marks[at] ?? ""));
    if (typed && !marks.includes("")) return takeMarks();
    redraw();
    announce(say(PLACES[MARKS[letter || "."]]));
  }

  const takeMarks = () =>
    take(tree.labels.indexOf(Array.from({ length: tree.pegs }, (_, peg) => marks[peg] || ".").join("")));

  function take(reply) {
    [half, marks] = [{}, []];
    answered(reply);
  }

  /** Takes back half an answer; false where there is none. */
  function erase() {
    if (marks.some(Boolean)) {
      marks[marks.findLastIndex(Boolean)] = "";
      redraw();
      return true;
    }
    if (!Object.keys(half).length) return false;
    half = half.typed?.length > 1 ? { typed: half.typed.slice(0, -1) } : {};
    redraw();
    return true;
  }

  /** A control for an answer, or a part of one; `replies` are the replies that agree with it. */
  function control(id, label, name, replies, onclick, chosen) {
    const key = button(label, onclick, { id, disabled: replies.length === 0, className: chosen ? "chosen" : "" });
    if (chosen) key.setAttribute("aria-pressed", "true");
    if (replies.length && !replies.some(fits)) { // pressing it says what is wrong
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

  /** For replies that mark every symbol: the tiles above have been marked. */
  const marking = () => [h("p", { className: "hint" }, say("markTiles")),
    button(say("replied"), takeMarks, { id: "replied", className: "main" })];

  /** The guess that is asked about; where every symbol is marked, to be pressed. */
  function asked(guess) {
    question = guess;
    if (!tree.marks) return tiles(tree, guess, "large");
    return markingTiles(tree, guess, marks, (peg) =>
      mark(peg, CYCLE[(CYCLE.indexOf(marks[peg] || ".") + 1) % CYCLE.length] || "."));
  }

  /** For replies that are labels: one to choose, of those that this guess can get from any secret. */
  const choosing = () => h("div", { className: "keys labels" }, repliesTo(tree, question, tree.secrets).map((reply) =>
    control(`reply${reply}`, tree.labels[reply], tree.labels[reply], [reply], () => take(reply), half.typed && meant(half).includes(reply))));

  const draw = () =>
    h("div", { className: "pad" }, tree.asks.length ? tree.asks.map(counting) : tree.marks ? marking() : choosing());

  function key({ key }) {
    if (tree.marks && key === "Enter") takeMarks();
    else if (tree.marks && SIGNS[key.toLowerCase()]) {
      const next = indices(tree.codes[0]).find((peg) => !marks[peg]);
      if (next !== undefined) mark(next, SIGNS[key.toLowerCase()], true);
    } else if (tree.marks) return key === "Backspace" && erase();
    else if (tree.asks.length ? /^\d$/.test(key) : key.length === 1 && meant(typing(key)).length) {
      give(tree.asks.length ? { [tree.asks.find((kind) => !(kind in half)) ?? "cows"]: Number(key) } : typing(key));
    } else if (key === "Enter" && half.typed) { // a label that is the beginning of another
      const reply = among(tree.labels, half.typed);
      if (reply < 0) return false;
      take(reply);
    } else return key === "Backspace" && erase();
    return true;
  }

  return { draw, key, clear: () => { [half, marks] = [{}, []]; }, asked };
}
