// The first screen: how to play, the last game to go on with, the secret of today, all games, and the visitor's own game.

const [MOST_PLACES, MOST_SYMBOLS] = [8, 20]; // of the visitor's own game

/** The games of the page: the first source of each. */
const gamesOf = (sources) => sources.filter((one, at) => sources.findIndex(({ game }) => game === one.game) === at);

/** A code of a game, to recognise the game by. */
function sample(game) {
  const some = game.secrets.slice(Math.floor(game.secrets.length * 0.2)).map((secret) => game.codes[secret]);
  const code = some.find((code) => new Set(code).size === code.length) ?? some[0]; // all colours different, if it can be
  return h("span", { className: "tiles", "aria-hidden": "true" }, code.slice(0, 6).map((symbol) => tile(game, symbol)));
}

const faces = new Map(); // games by name: made once

const faceOf = (source) => faces.get(source.game) ?? faces.set(source.game, gameOf(source)).get(source.game);

/** How many guesses have been made in a game that is not over, in one of its views. */
const guessesIn = (game, view) => {
  const state = goingOn(game, view);
  return state && !state.over ? (state.guesses ?? state.steps ?? []).length : 0;
};

const card = (parts, onclick, properties = {}) => button(parts, onclick, { className: "card", ...properties });

const line = (...words) => h("span", { className: "hint" }, words.filter(Boolean).join(" · "));

function gameCard(source) {
  const game = faceOf(source);
  const { streak, found, hinted, given } = figuresOf(source.game);
  const played = sum(found) + hinted + given;
  return h("li", {}, card([
    sample(game),
    h("span", { className: "name" }, gameName(source)),
    line(say("codes", { n: game.secrets.length }), played > 0 && `${say("played")}: ${number(played)}`,
      streak > 1 && `${say("streak")}: ${number(streak)}`),
    guessesIn(source.game, "hides") > 0 && h("span", { className: "badge" }, say("goOn")),
  ], () => visit(source, "hides")));
}

/** The last game: to go on with if it is not over. */
function lastGame() {
  const { game, view, address } = recall("last") ?? {};
  const source = sources.find((one) => one.game === game) ?? { game };
  if (!address || (view === "daily" && sources[0].game === game)) return false;
  try {
    const n = guessesIn(game, view);
    return h("li", {}, card([
      sample(faceOf(source)),
      h("span", { className: "name" }, `${say(n ? "last" : "again")}: ${gameName(source)}`),
      line(say(view), n > 0 && say("taken", { n })),
    ], () => { location.hash = address; }, { id: "last", className: "card today" }));
  } catch {
    return false; // a game that this page does not have
  }
}

/** The secret of today, of the first game. */
function todays(source) {
  const state = goingOn(source.game, "daily");
  const now = state?.date === today();
  const { days, day } = figuresOf(source.game);
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  const streak = [today(), isoDate(yesterday)].includes(day) ? days : 0;
  return h("li", {}, card([
    h("span", { className: "tiles", "aria-hidden": "true" },
      Array.from({ length: faceOf(source).pegs }, () => h("span", { className: "tile" }, "?"))),
    h("span", { className: "name" }, say("today", { date: dayOf(today()) })),
    line(now && state.over ? say("dailyDone") : `${gameName(source)}. ${say("dailyRules")}`,
      streak > 0 && `${say("days")}: ${number(streak)}`),
    now && guessesIn(source.game, "daily") > 0 && h("span", { className: "badge" }, say("goOn")),
  ], () => visit(source, "daily"), { id: "daily", className: "card today" }));
}

/** Three controls: how many places, how many symbols, and whether they may repeat. */
function ownGame() {
  const chosen = { pegs: 4, symbols: 8, repeat: true, ...recall("own") };
  chosen.pegs &= 15; // a small number, whatever was kept
  chosen.symbols &= 31;
  const told = h("p", { className: "hint", id: "ownCodes" });
  const start = h("button", { type: "submit", id: "ownPlay", className: "main" }, say("play"));
  const name = () => `p${chosen.pegs}c${chosen.symbols}${chosen.repeat ? "r" : "n"}`;

  function change(values) {
    Object.assign(chosen, values);
    const { pegs, symbols, repeat } = chosen;
    const n = product(Array.from({ length: pegs }, (_, peg) => (repeat ? symbols : Math.max(symbols - peg, 0))));
    start.disabled = n < 2 || n > MOST;
    told.textContent = n < 2 ? say("tooFew") : n > MOST ? say("tooMany", { n, most: MOST })
      : `${gameName({ game: name() })}: ${say("codes", { n })}`;
  }

  const slider = (id, words, min, max) => {
    const told = () => say(words, { n: chosen[id] });
    const shown = h("span", {}, told());
    return h("label", {}, shown, h("input", {
      type: "range", id: `own${id}`, min, max, value: chosen[id],
      oninput: ({ target }) => { change({ [id]: +target.value }); shown.textContent = told(); },
    }));
  };

  function play(event) {
    event.preventDefault();
    if (start.disabled) return;
    remember("own", chosen);
    visit(sources.find(({ game }) => game === name()) ?? { game: name(), grown: "minavg" }, "hides");
  }

  change({});
  return h("form", { className: "own", onsubmit: play }, h("h2", {}, say("own")),
    slider("pegs", "places", 2, MOST_PLACES), slider("symbols", "outOf", 2, MOST_SYMBOLS),
    onOff("ownrepeat", say("mayRepeat"), chosen.repeat, ({ target }) => change({ repeat: target.checked })), told, start);
}

function drawHome() {
  const games = gamesOf(sources);
  fill($("view"), howTo(faceOf(games[0]), true), h("section", { className: "home" },
    h("ul", { className: "cards now" }, todays(games[0]), lastGame()),
    h("h2", {}, say("choose")), h("ul", { className: "cards" }, games.map(gameCard))),
  h("section", { className: "home" }, ownGame()));
}
