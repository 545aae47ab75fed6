// What the browser keeps, and nobody else: the language, games in progress, statistics. All of it is one JSON text.
// A page opened from disk may be refused its storage: then nothing is kept, and nothing else changes.

const PLACE = "treebuild";

const NO_FIGURES = { found: [], hinted: 0, given: 0, streak: 0, best: 0, races: [0, 0, 0], days: 0, day: "" };

// What is kept has the form of this sample, see `madeLike`. In figures and games played the places are games, in `going`
// games and then views.
const SAMPLE = {
  figures: { 0: { ...NO_FIGURES, found: [0] } }, played: { 0: [{ guesses: [[0]], costly: [{}] }] },
  going: { 0: { 0: { guesses: [0], steps: [[]], results: [], pad: { entry: [0] } } } },
};

/**
 * Whether a value of JSON is made like a sample: of the same type, and so is what stands in its places. A place that the
 * sample lacks is like its place 0; if that is missing too, anything may stand there.
 */
const madeLike = (value, sample) => sample === undefined || (value?.constructor === sample.constructor
  && Object.entries(value).every(([place, one]) => madeLike(one, sample[place] ?? sample[0])));

/** All that is kept, as it is now: another tab may have written. What was damaged is forgotten. */
function kept() {
  let value;
  try { value = JSON.parse(localStorage.getItem(PLACE)); } catch { /* see above */ }
  return { going: {}, figures: {}, played: {}, ...(madeLike(value, SAMPLE) && value) };
}

const recall = (name) => kept()[name];

function remember(name, value) {
  try { localStorage.setItem(PLACE, JSON.stringify({ ...kept(), [name]: value })); } catch { /* see above */ }
}

/** The state of a view of a game, for going on after the page was closed; undefined if there is none. */
const goingOn = (game, view) => recall("going")[game]?.[view];

const keepGoing = (game, view, state) =>
  remember("going", { ...recall("going"), [game]: { ...recall("going")[game], [view]: state } });

/** The figures of a game: `found[d - 1]` of the visitor's games took d guesses without a hint. */
const figuresOf = (game) => ({ ...NO_FIGURES, ...recall("figures")[game] });

const keepFigures = (game, figures) => remember("figures", { ...recall("figures"), [game]: figures });

/** All figures and games as a text that `takeIn` reads. */
const givenOut = () => JSON.stringify({ treebuild: "statistics", games: recall("figures"), played: recall("played") }, null, 1);

/** Takes in a text of another browser's `givenOut`. If both count a game, the figures of more played games stay. */
function takeIn(text) {
  const { treebuild, games, played = {} } = JSON.parse(text);
  if (treebuild !== "statistics" || !madeLike({ figures: games, played }, SAMPLE)) throw new RangeError("no statistics");
  const count = ({ found, hinted, given }) => sum(found) + hinted + given;
  for (const [game, figures] of Object.entries(games)) {
    if (count(figures) < count(figuresOf(game))) continue;
    keepFigures(game, figures);
    if (played[game]) remember("played", { ...recall("played"), [game]: played[game] });
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
