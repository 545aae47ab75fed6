// The first screen: which game, what is going on in each, and the secret of today.

/** The games of the page: the first source of each. */
const gamesOf = (sources) => sources.filter((one, at) => sources.findIndex(({ game }) => game === one.game) === at);

/** A few symbols of a game to know it by. */
function sample(game) {
  const some = game.secrets.slice(Math.floor(game.secrets.length * 0.15)).map((secret) => game.codes[secret]);
  const code = some.find((code) => new Set(code).size === code.length) ?? some[0]; // as many colours as it has pegs
  return h("span", { className: "tiles", "aria-hidden": "true" }, code.slice(0, 6).map((symbol) => tile(game, symbol)));
}

function card(source) {
  const game = gameOf(source);
  const { streak, found, hinted, given } = figuresOf(source.game);
  const played = sum(found) + hinted + given;
  const going = goingOn(source.game, "hides")?.guesses?.length > 0;
  return h("li", {}, button([
    sample(game),
    h("span", { className: "name" }, gameName(source)),
    h("span", { className: "hint" }, [
      say("codes", { n: game.secrets.length }),
      played > 0 && `${say("played")}: ${number(played)}`,
      streak > 1 && `${say("streak")}: ${number(streak)}`,
    ].filter(Boolean).join(" · ")),
    going && h("span", { className: "badge" }, say("goOn")),
  ], () => visit(source, "hides"), { className: "card" }));
}

/** The secret of today, of the first game. */
function todays(source) {
  const state = goingOn(source.game, "daily");
  const done = state?.date === today() && state.over;
  return button([
    h("span", { className: "name" }, say("today", { date: today() })),
    h("span", { className: "hint" }, done ? say("dailyDone") : `${gameName(source)} · ${say("dailyRules")}`),
  ], () => visit(source, "daily"), { id: "daily", className: "card today" });
}

function drawHome(sources) {
  const games = gamesOf(sources);
  const [main] = games;
  fill($("view"), h("section", { className: "home" },
    h("h2", {}, say("choose")), h("ul", { className: "cards" }, games.map(card)), todays(main)));
}
