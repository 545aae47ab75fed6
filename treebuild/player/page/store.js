// What the browser keeps, and nobody else: the language, games in progress, statistics. All of it is one JSON text.
// A page opened from disk may be refused its storage: then nothing is kept, and nothing else changes.

const PLACE = "treebuild";

const fresh = () => ({ language: undefined, going: {}, figures: {}, played: {} });

/** All that is kept, as it is now: another tab may have written. What was damaged is forgotten. */
function kept() {
  try {
    const value = JSON.parse(localStorage.getItem(PLACE));
    return { ...fresh(), ...(value?.going && value.figures ? value : {}) };
  } catch {
    return fresh();
  }
}

function keepAll(value) { try { localStorage.setItem(PLACE, JSON.stringify(value)); } catch { /* see above */ } }

const recall = (name) => kept()[name];
const remember = (name, value) => keepAll({ ...kept(), [name]: value });

/** The state of a view of a game, for going on after the page was closed; undefined if there is none. */
const goingOn = (game, view) => kept().going[game]?.[view];

function keepGoing(game, view, state) {
  const { going } = kept();
  remember("going", { ...going, [game]: { ...going[game], [view]: state } });
}

const NO_FIGURES = { found: [], hinted: 0, given: 0, streak: 0, best: 0, races: [0, 0, 0], days: 0, day: "" };

/** The figures of a game: `found[d - 1]` of the visitor's games took d guesses without a hint. */
const figuresOf = (game) => ({ ...NO_FIGURES, ...kept().figures[game] });

const keepFigures = (game, figures) => remember("figures", { ...kept().figures, [game]: figures });

/** All figures and games as a text that `takeIn` reads. */
const givenOut = () => JSON.stringify({ treebuild: "statistics", games: kept().figures, played: kept().played }, null, 1);

/** Takes in a text of another browser's `givenOut`. If both count a game, the figures of more played games stay. */
function takeIn(text) {
  const { treebuild, games, played } = JSON.parse(text);
  const isGame = (one) => one && Array.isArray(one.found) && [...one.found, one.hinted, one.given, one.best].every(Number.isInteger);
  if (treebuild !== "statistics" || !Object.values(games).every(isGame)) throw new SyntaxError("no statistics of treebuild");
  const count = ({ found, hinted, given }) => found.reduce((sum, n) => sum + n, hinted + given);
  for (const [game, figures] of Object.entries(games)) {
    if (count(figures) < count(figuresOf(game))) continue;
    keepFigures(game, figures);
    if (Array.isArray(played?.[game])) remember("played", { ...kept().played, [game]: played[game] });
  }
}

/** Counts a game that has ended: found in `guesses`, with hints or not, or given up (0). */
function countGame(game, guesses, hinted) {
  const figures = figuresOf(game);
  const alone = guesses > 0 && !hinted;
  if (alone) figures.found = Array.from({ length: Math.max(guesses, figures.found.length) },
    (_, at) => (figures.found[at] ?? 0) + (at + 1 === guesses ? 1 : 0));
  else figures[guesses ? "hinted" : "given"]++;
  figures.streak = alone ? figures.streak + 1 : 0;
  figures.best = Math.max(figures.best, figures.streak);
  keepFigures(game, figures);
}

/** Counts a race: 0 won, 1 drawn, 2 lost. */
function countRace(game, outcome) {
  const figures = figuresOf(game);
  figures.races = figures.races.map((races, at) => races + (at === outcome ? 1 : 0));
  keepFigures(game, figures);
}

/** Counts the secret of a day as found: days in a row. */
function countDay(game, date, solved) {
  const figures = figuresOf(game);
  const before = new Date(`${date}T12:00:00`);
  before.setDate(before.getDate() - 1);
  const inRow = figures.day === isoDate(before) ? figures.days : 0;
  keepFigures(game, { ...figures, days: solved ? inRow + 1 : 0, day: solved ? date : "" });
}

/** "24 November", in the visitor's language. */
const dayOf = (date) => new Date(`${date}T12:00:00`).toLocaleDateString(language, { day: "numeric", month: "long" });

const isoDate = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
