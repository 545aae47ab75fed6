// "It guesses": the page walks the tree, the visitor answers.

const FEW = 30; // candidates that are worth listing

/** The view over one tree: {draw, key}. Its state is the steps so far [{guess, reply, candidates, left}] and the
 *  half of an answer that has been given. Codes and replies are indices. */
function findsView(tree) {
  let steps = [];
  let half = {}; // bulls or cows, whichever was given first
  let wrong; // an answer that nothing fits, until it is taken back

  const here = () => steps.reduce((node, step) => tree.child[node][step.reply], 0);
  const guess = () => tree.guess[here()];
  const candidates = () => steps.at(-1)?.candidates ?? tree.all;
  const solved = () => steps.at(-1)?.reply === tree.win;
  const fits = (reply) => (reply === tree.win ? tree.solved[here()] : tree.child[here()][reply]) >= 0;

  /** The replies that agree with what has been answered, half an answer or a whole one. */
  function meant({ bulls, cows }) {
    return [...tree.replies.keys()].filter((reply) => {
      const [b, c] = tree.replies[reply];
      return b === (bulls ?? b) && c === (cows ?? c);
    });
  }

  function give(part) {
    const replies = meant({ ...half, ...part });
    if (replies.length > 1) half = { ...half, ...part };
    if (replies.length === 1) answer(replies[0]);
    else draw();
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
  const undo = () => backTo(steps.length - (pending() ? 0 : 1));

  function tell() {
    const n = steps.length;
    if (wrong) announce(say("impossible"), say("blame"));
    else if (solved()) announce(say("found", { n }), luck(tree, n));
    else announce(`${say("guess")} ${n + 1}`, spoken(tree.codes[guess()]), say("left", { n: candidates().length }));
  }

  /** The answers each of which, were it alone mistaken, would explain the contradiction; the last one always would. */
  function suspects() {
    const given = [...steps, wrong];
    const without = (doubted) => given.filter((step) => step !== doubted);
    const fitting = (kept) => kept.reduce((left, { guess, reply }) => keep(tree, left, guess, reply), tree.all);
    return given.filter((doubted) => fitting(without(doubted)).length > 0);
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  function keypad(kind, title) {
    const keys = Array.from({ length: tree.pegs + 1 }, (_, n) => {
      const replies = meant({ ...half, [kind]: n });
      const key = button(number(n), () => give({ [kind]: n }), {
        id: kind + n, disabled: replies.length === 0, className: half[kind] === n ? "chosen" : "",
      });
      if (replies.length && !replies.some(fits)) { // still to be pressed, to be told what is wrong
        key.className += " unfit";
        key.setAttribute("aria-label", `${n}, ${say("impossible")}`);
      }
      return key;
    });
    const name = tree.repeat ? [] : [h("b", {}, say(kind)), " "];
    const mark = h("i", { className: kind.slice(0, -1) });
    return h("fieldset", {}, h("legend", {}, mark, name, say(title)), h("div", { className: "keys" }, keys));
  }

  /** Before the first answer: what to think of, and of which symbols. */
  function prompt() {
    const palette = Array.from({ length: tree.symbols }, (_, symbol) => tile(tree, symbol));
    const known = !tree.repeat && tree.symbols === 10; // the ten digits need not be shown
    return [h("h2", {}, secretWords("think", tree)), !known && h("p", { className: "tiles" }, palette)];
  }

  function asking() {
    const left = candidates().length;
    const worst = tree.nth[here()] - steps.length;
    return [
      steps.length === 0 && prompt(),
      h(steps.length ? "h2" : "p", {}, say("howMany")),
      tiles(tree, guess(), "large"),
      h("p", { className: "hint" }, say("left", { n: left }), h("br"), say("atMost", { n: worst })),
      h("div", { className: "pad" }, keypad("bulls", "rightPlace"), keypad("cows", "wrongPlace")),
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
    else if (wrong || solved() || !/^\d$/.test(key)) return false;
    else give({ ["bulls" in half ? "cows" : "bulls"]: Number(key) });
    return true;
  }

  return { draw, key, tell };
}
