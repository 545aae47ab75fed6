// "It guesses": the machine walks the tree, the visitor answers.

const FEW = 30; // candidates that are worth listing

/** The view over one tree: {draw, key, tell}. */
function findsView(tree) {
  const saved = goingOn(tree.source.game, "finds");
  const same = saved?.tree === identity(tree.source) && saved.steps;
  const player = machine(tree, same ? saved.steps : [], redraw);
  const pad = answerPad(tree, player.fits, answered, () => shown());

  function redraw() {
    keepGoing(tree.source.game, "finds", player.solved() ? undefined
      : { tree: identity(tree.source), steps: player.given() });
    shown();
    tell();
  }

  const shown = () => { if (view() === self) draw(); };

  function answered(reply) {
    player.answer(reply);
    redraw();
  }

  /** Back to where `kept` answers have been given. */
  function backTo(kept) {
    pad.clear();
    player.backTo(Math.max(kept, 0));
    redraw();
  }

  function tell() {
    const n = player.steps.length;
    if (player.wrong) announce(say("impossible"), player.complaint(), say("blame"));
    else if (player.solved()) announce(say("found", { n }), tree.counts.length ? luck(tree.counts, n) : "");
    else if (player.guess() === NONE) announce(say("hintLooking"));
    else announce(`${say("guess")} ${n + 1}`, spoken(tree, tree.codes[player.guess()]), left());
  }

  const left = () => say("codes", { n: player.candidates().length });

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  /** Before the first answer: what to think of, and of which symbols. */
  function prompt() {
    const palette = indices(tree.letters).map((symbol) => tile(tree, symbol));
    return [h("h2", {}, tree.about("think")), tree.palette && h("p", { className: "tiles" }, palette)];
  }

  function asking() {
    const first = player.steps.length === 0;
    return [
      first && prompt(),
      h(first ? "p" : "h2", {}, say(tree.asks.length ? "howMany" : "answer")),
      pad.asked(player.guess()),
      h("p", { className: "hint" }, [left(), player.worst !== undefined && say("atMost", { n: player.worst })].filter(Boolean).join(" · ")),
      pad.draw(),
    ];
  }

  function ending() {
    const n = player.steps.length;
    return [
      h("h2", {}, say("found", { n })),
      tiles(tree, player.steps.at(-1).guess, "large won"),
      tree.counts.length > 0 && h("p", { className: "hint" }, luck(tree.counts, n)),
      button(say("again"), () => backTo(0), { className: "main", id: "again" }),
      tree.counts.length > 0 && chart([tree.counts], [treeName(tree.source)], n),
    ];
  }

  const looking = () => [h("h2", {}, say("hintLooking")), h("p", { className: "hint" }, left())];

  function draw() {
    const candidates = player.candidates();
    const few = !player.wrong && candidates.length > 1 && candidates.length <= FEW;
    const stage = player.wrong ? player.contradiction(redraw) : player.solved() ? ending()
      : player.guess() === NONE ? looking() : asking();
    lay(stage, (player.wrong || player.steps.length > 0) && player.record(backTo), few && listing(tree, candidates));
  }

  function key(event) {
    const { key } = event;
    if (key === "Enter" && player.wrong) backTo(player.steps.length);
    else if (key === "Enter" && player.solved()) backTo(0);
    else if (key === "Backspace" && (player.wrong || player.solved())) backTo(player.steps.length - !player.wrong);
    else if (player.wrong || player.guess() === NONE) return false;
    else if (!pad.key(event)) {
      if (key !== "Backspace") return false;
      backTo(player.steps.length - 1);
    }
    return true;
  }

  const self = { draw, key, tell, ready: () => player.ready };
  return self;
}

/** What tells the trees of a game apart. */
const identity = ({ grown, text }) => grown || text;
