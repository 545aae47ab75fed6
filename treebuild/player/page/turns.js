// "Two by turns": one chooses a secret and hands the device over, the other guesses; then they change places.

/** The view over one game: {draw, key, tell}. `results` has the guesses that each player took, Infinity for giving up. */
function turnsView(tree) {
  const { game } = tree.source;
  let secret, steps, results, over, pad;

  function begin(state = { results: [] }) {
    ({ secret, results, over = false } = state);
    steps = stepsOf(tree, state.guesses ?? [], secret);
    pad = secret === undefined ? guessPad(tree, undefined, chosen, show, undefined, unfit, "turnsKeep")
      : guessPad(tree, state.pad, made, show, () => steps);
  }

  const guesser = () => 2 - (results.length - over); // the second player guesses first
  const unfit = (code) => (tree.secrets.includes(code) ? "" : say("unlisted", { code: spellIndex(tree, code) }));

  function show(...said) {
    const guesses = steps.map(({ guess }) => guess);
    keepGoing(game, "turns", { secret, guesses, results, over, pad: secret === undefined ? undefined : pad.state() });
    draw();
    announce(...said);
  }

  function chosen(code) {
    begin({ secret: code, results });
    show(heading());
  }

  function made(guess) {
    steps = after(tree, steps, guess, secret);
    const { reply } = steps.at(-1);
    if (reply === tree.win) end(steps.length);
    else show(spokenReply(tree, reply));
  }

  function end(n) {
    results = [...results, n];
    over = true;
    show(heading());
  }

  function goOn() {
    begin({ results: results.length < 2 ? results : [] });
    show(heading());
  }

  const result = (n) => (n < Infinity ? say("taken", { n }) : say("gaveUp"));

  function heading() {
    const [second, first] = results;
    if (first !== undefined) return second === first ? say("raceDrawn") : say("turnsWon", { n: second < first ? 2 : 1 });
    if (over) return `${say("player", { n: guesser() })}: ${result(second)}`;
    if (secret === undefined) return say("turnsSet", { n: 3 - guesser() });
    return `${say("player", { n: guesser() })}: ${say("guess")} ${steps.length + 1}`;
  }

  const both = () => indices(results).map((at) => `${say("player", { n: 2 - at })}: ${result(results[at])}`).join(" · ");

  function draw() {
    const title = h("h2", {}, heading());
    const rows = over ? steps : steps.map((step) => ({ ...step, left: undefined }));
    lay(over ? [title, tiles(tree, secret, "large won"), results.length > 1 && h("p", { className: "hint", id: "both" }, both()),
      button(say(results.length < 2 ? "turnsSwap" : "again"), goOn, { className: "main", id: "again" })]
      : secret === undefined ? pad.draw([title, h("p", { className: "hint" }, say("turnsHide", { n: guesser() }))])
      : pad.draw(title, button(say("reveal"), () => end(Infinity), { id: "reveal", className: "quiet" })),
    rows.length > 0 && board(tree, rows, say("turns")));
  }

  function key(event) {
    if (!over) return pad.key(event);
    if (event.key === "Enter") goOn();
    return event.key === "Enter";
  }

  /** The state that was kept, if it can be of this game: a secret of the game, if any, and at most two results. */
  function going() {
    const state = goingOn(game, "turns");
    if (!state?.results || state.results.length > 1 + Boolean(state.over)) return undefined;
    const results = state.results.map((n) => n ?? Infinity); // JSON has no Infinity
    return state.secret === undefined ? { results } : sound(tree, state) && { ...state, results };
  }

  begin(going());
  return { draw, key, tell: () => announce(heading()) };
}
