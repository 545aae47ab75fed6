// "Race": the visitor and the machine guess each other's secrets by turns. It plays the strongest tree of the game.

/** The view over one game: {draw, key, tell}. The visitor guesses first; the machine always has its turn after. */
function raceView(tree) {
  const { game } = tree.source;
  let secret, steps, pad, player, answers;

  function begin(state = { secret: anySecret(tree), guesses: [], steps: [] }) {
    secret = state.secret;
    steps = stepsOf(tree, state.guesses, secret);
    player = machine(tree, state.steps, () => show());
    pad = guessPad(tree, state.pad, made, show, () => steps);
    answers = answerPad(tree, player.fits, answered, () => show());
  }

  const found = () => steps.at(-1)?.reply === tree.win;
  const mine = () => steps.length === player.steps.length; // whose turn it is
  const over = () => mine() && (found() || player.solved());
  const outcome = () => (found() ? (player.solved() ? 1 : 0) : 2);

  function show(...said) {
    keepGoing(game, "race", over() ? undefined
      : { secret, guesses: steps.map((step) => step.guess), steps: player.given(), pad: pad.state() });
    if (view() === self) draw();
    announce(...said);
  }

  function made(guess) {
    steps = after(tree, steps, guess, secret);
    show(spokenReply(tree, steps.at(-1).reply), asked());
  }

  const asked = () => [say("yourAnswer"),
    player.guess() === NONE ? say("hintLooking") : spoken(tree, tree.codes[player.guess()])].join(": ");

  function answered(reply) {
    player.answer(reply);
    if (player.wrong) return show(say("impossible"), player.complaint(), say("blame"));
    answeredAnew();
  }

  function answeredAnew() {
    if (over()) countRace(game, outcome());
    show(over() ? result() : `${say("guess")} ${steps.length + 1}`);
  }

  function backTo(kept) {
    player.backTo(kept);
    steps = steps.slice(0, kept + 1); // its answer is asked once more
    answers.clear();
    show(asked());
  }

  function again() {
    begin();
    show(say("raceRules"));
  }

  const result = () => say(["raceWon", "raceDrawn", "raceLost"][outcome()]);

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  const guessing = () => pad.draw([
    h("h2", {}, steps.length ? `${say("guess")} ${steps.length + 1}` : say("race")),
    !steps.length && h("p", { className: "hint" }, say("raceRules"), " ", tree.about("think"), "."),
  ]);

  const answering = () => [
    h("h2", {}, say("yourAnswer")),
    player.guess() === NONE ? h("p", {}, say("hintLooking"))
      : [answers.asked(player.guess()), answers.draw()],
  ];

  const ending = () => [
    h("h2", {}, result()),
    tiles(tree, secret, "large won"),
    button(say("again"), again, { className: "main", id: "again" }),
    reviewOf(tree, steps),
  ];

  function draw() {
    const stage = player.wrong ? player.contradiction(answeredAnew) : over() ? ending() : mine() ? guessing() : answering();
    const side = (name, what) => h("div", {}, h("h3", {}, name), what);
    lay(stage, steps.length > 0 && h("div", { className: "sides" },
      side(say("you"), board(tree, steps, say("you"))),
      side(say("machine"), player.record(over() ? undefined : backTo))), steps.length === 0 && invitation(tree));
  }

  function key(event) {
    if (over()) return event.key === "Enter" && (again(), true);
    if (player.wrong) return ["Enter", "Backspace"].includes(event.key) && (backTo(player.steps.length), true);
    if (mine()) return pad.key(event);
    return player.guess() !== NONE && answers.key(event);
  }

  const saved = sound(tree, goingOn(game, "race"));
  begin(saved?.steps && saved);
  const self = { draw, key, tell: () => announce(steps.length ? "" : say("raceRules")), ready: () => player.ready };
  return self;
}
