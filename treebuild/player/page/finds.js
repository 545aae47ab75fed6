// "It guesses": the page walks the tree, the visitor answers.

const FEW = 30; // candidates that are worth listing

/** The view over one tree: {draw, key}. Its state is the steps so far [{guess, reply, candidates, left}] and the
 *  half of an answer that has been given. Codes and replies are indices. */
function findsView(tree) {
  let steps = [];
  let half = {}; // bulls or cows, whichever was given first; or what has been typed of a label
  let wrong; // an answer that nothing fits, until it is taken back

  const here = () => steps.reduce((node, step) => tree.child[node][step.reply], 0);
  const guess = () => tree.guess[here()];
  const candidates = () => steps.at(-1)?.candidates ?? tree.secrets;
  const solved = () => steps.at(-1)?.reply === tree.win;
  const fits = (reply) => (reply === tree.win ? tree.solved[here()] : tree.child[here()][reply]) >= 0;

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
    if (replies.length > 1) half = { ...half, ...part };
    if (replies.length === 1) return answer(replies[0]);
    draw();
    if (tree.marks) announce(...[...half.typed].map((letter) => say(PLACES[MARKS[letter]])));
  }

  function answer(reply) {
    half = {};
    const left = keep(tree, candidates(), guess(), reply);
    const step = { guess: guess(), reply, candidates: left, left: left.length };
    if (fits(reply)) steps.push(step);
    else wrong = step;
    draw();
    tell();
  }

  /** Back to where `kept` answers have been given. */
  function backTo(kept) {
    steps.length = Math.max(kept, 0);
    half = {};
    wrong = undefined;
    draw();
    tell();
  }

  const pending = () => wrong || Object.keys(half).length > 0;

  function undo() {
    if (half.typed?.length > 1) {
      half.typed = half.typed.slice(0, -1);
      draw();
    } else backTo(steps.length - (pending() ? 0 : 1));
  }

  function tell() {
    const n = steps.length;
    if (wrong) announce(say("impossible"), say("blame"));
    else if (solved()) announce(say("found", { n }), luck(tree, n));
    else announce(`${say("guess")} ${n + 1}`, spoken(tree, tree.codes[guess()]), say("left", { n: candidates().length }));
  }

  /** The answers each of which, were it alone mistaken, would explain the contradiction; the last one always would. */
  function suspects() {
    const given = [...steps, wrong];
    const without = (doubted) => given.filter((step) => step !== doubted);
    const fitting = (kept) => kept.reduce((left, { guess, reply }) => keep(tree, left, guess, reply), tree.secrets);
    return given.filter((doubted) => fitting(without(doubted)).length > 0);
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  /** A control for an answer, or a part of one, that `replies` may come of. */
  function control(id, label, name, replies, onclick, chosen) {
    const key = button(label, onclick, { id, disabled: replies.length === 0, className: chosen ? "chosen" : "" });
    if (replies.length && !replies.some(fits)) { // still to be pressed, to be told what is wrong
      key.className += " unfit";
      key.setAttribute("aria-label", `${name}, ${say("impossible")}`);
    }
    return key;
  }

  function keypad(kind) {
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
    const back = button("⌫", undo, { id: "unmark", disabled: !half.typed });
    back.setAttribute("aria-label", say("back", { n: steps.length + 1 }));
    return h("div", { className: "keys marks" }, keys, back);
  }

  /** For replies that are labels: one to choose. */
  const choosing = () => h("div", { className: "keys labels" }, tree.labels.map((label, reply) =>
    control(`reply${reply}`, label, label, [reply], () => answer(reply), half.typed && meant(half).includes(reply))));

  const answering = () => tree.asks.length ? tree.asks.map(keypad) : tree.marks ? marking() : choosing();

  /** Before the first answer: what to think of, and of which symbols. */
  function prompt() {
    const palette = indices(tree.letters).map((symbol) => tile(tree, symbol));
    return [h("h2", {}, tree.about("think")), tree.palette && h("p", { className: "tiles" }, palette)];
  }

  function asking() {
    const left = candidates().length;
    const worst = tree.nth[here()] - steps.length;
    return [
      steps.length === 0 && prompt(),
      h(steps.length ? "h2" : "p", {}, say(tree.asks.length ? "howMany" : "answer")),
      tiles(tree, guess(), "large", tree.marks && half.typed),
      h("p", { className: "hint" }, say("left", { n: left }), h("br"), say("atMost", { n: worst })),
      h("div", { className: "pad" }, answering()),
    ];
  }

  function ending() {
    return [
      h("h2", {}, say("found", { n: steps.length })),
      tiles(tree, steps.at(-1).guess, "large won"),
      h("p", { className: "hint" }, luck(tree, steps.length)),
      button(say("again"), () => backTo(0), { className: "main", id: "again" }),
      chart([tree], steps.length),
    ];
  }

  const contradiction = () => [h("h2", {}, say("impossible")), h("p", {}, say("blame"))];

  /** The steps, each with a way back to it; after a contradiction, only those that can be to blame. */
  function record() {
    const blamed = wrong ? suspects() : steps;
    const given = wrong ? [...steps, wrong] : steps;
    return board(tree, given.map((step, at) => {
      if (!blamed.includes(step)) return step;
      const control = button("↶", () => backTo(at), { id: `back${at}`, className: wrong ? "main" : "quiet" });
      control.setAttribute("aria-label", say("back", { n: at + 1 }));
      return { ...step, control, mark: wrong ? "blamed" : "" };
    }));
  }

  function draw() {
    const few = !wrong && candidates().length > 1 && candidates().length <= FEW;
    const stage = wrong ? contradiction() : solved() ? ending() : asking();
    lay(stage, (wrong || steps.length > 0) && [record(), few && listing(tree, candidates())]);
  }

  function key({ key }) {
    if (key === "Backspace") undo();
    else if (key === "Enter" && wrong) undo();
    else if (key === "Enter" && solved()) backTo(0);
    else if (wrong || solved()) return false;
    else if (tree.asks.length ? /^\d$/.test(key) : key.length === 1 && meant(typing(key)).length) {
      give(tree.asks.length ? { [tree.asks.find((kind) => !(kind in half)) ?? "cows"]: Number(key) } : typing(key));
    } else if (key === "Enter" && half.typed) { // a label that is the beginning of another
      const reply = among(tree.labels, half.typed);
      if (reply < 0) return false;
      answer(reply);
    } else return false;
    return true;
  }

  return { draw, key, tell };
}
