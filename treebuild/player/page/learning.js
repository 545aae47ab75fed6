// What the games so far have to teach: how skill goes, which kind of guess costs most, and positions to try again.
//
// Of each game that was played to its end without a hint the page keeps {skill, guesses: [[guess, reply], ...],
// costly: [{at, kind, bits}], rating}. Costly guesses left many more than the best would have, by `bits` doublings.
//
// The rating is Elo's: each game counts as one against the tree, on the same secret. Fewer guesses win, equally many draw.

const KINDS = { wasted: "costWasted", impossible: "costImpossible", large: "costLarge" };
const KEPT_GAMES = 40;
const ENOUGH = 3; // games, to say anything of them
const [FIRST_RATING, TREES_RATING, STEP] = [1600, 2000, 32];

/** The records of played games of a tree's game, oldest first, without records that cannot be of this game. */
const gamesPlayed = (tree) => (recall("played")[tree.source.game] ?? []).filter(({ guesses, skill, costly }) =>
  skill >= 0 && guesses?.every(([guess, reply]) => tree.codes[guess] && tree.labels[reply] !== undefined)
  && costly?.every(({ at }) => guesses[at]));

/** What kind of mistake a guess was; undefined if it was none. */
function kindOf(step) {
  const { before, guess, mine, fault } = step;
  if (fault || skillOf(step) >= 1 / CLOSE) return undefined;
  if (mine === before.length) return "wasted";
  return before.includes(guess) ? "large" : "impossible";
}

/** The rating after a game that took `mine` guesses, where the tree takes `trees`. */
function rated(rating, mine, trees) {
  const expected = 1 / (1 + 10 ** ((TREES_RATING - rating) / 400));
  return rating + STEP * ((1 - Math.sign(mine - trees)) / 2 - expected);
}

/** Keeps a game that is over, once it has been reviewed. A game that was given up is lost. */
async function keepGame(tree, steps, secret, rule) {
  const found = await studied(tree, steps, rule);
  await tree.opened;
  const trees = (await wayTo(tree, secret)).length;
  const took = steps.at(-1).reply === tree.win ? steps.length : Infinity;
  const costly = indices(found).filter((at) => kindOf(found[at]))
    .map((at) => ({ at, kind: kindOf(found[at]), bits: -Math.log2(skillOf(found[at])) }));
  const before = gamesPlayed(tree);
  const rating = rated(before.at(-1)?.rating ?? FIRST_RATING, took, trees);
  const game = { skill: measured(found).skill, guesses: steps.map(({ guess, reply }) => [guess, reply]), costly, rating };
  const mine = [...before, game].slice(-KEPT_GAMES);
  remember("played", { ...recall("played"), [tree.source.game]: mine });
}

/** The kind of mistake that cost most in these games, in a sentence. */
function costliest(games) {
  const costs = Object.keys(KINDS).map((kind) => {
    const bits = games.flatMap(({ costly }) => costly).filter((one) => one.kind === kind).map((one) => one.bits);
    return { kind, n: bits.length, bits: sum(bits) };
  });
  const [most] = costs.sort((a, b) => b.bits - a.bits);
  if (!most.n) return say("costNothing");
  return say(KINDS[most.kind], { n: most.n, times: number(2 ** (most.bits / most.n), 1) });
}

/** The positions before the three guesses that cost most: {steps, mine}. */
function toTryAgain(tree, games) {
  const all = games.flatMap((game) => game.costly.map((one) => ({ ...one, game }))).sort((a, b) => b.bits - a.bits);
  const seen = new Set();
  const others = all.filter(({ at, game }) => {
    const name = JSON.stringify(game.guesses.slice(0, at + 1).flat());
    return !seen.has(name) && seen.add(name);
  });
  return others.slice(0, 3).map(({ at, game }) => ({
    steps: stepsOfPairs(tree, game.guesses.slice(0, at)), mine: game.guesses[at][0], at,
  })).filter(({ steps, at }) => steps.length === at);
}

/** Shares, from 0 to 1, as a line from left to right; what it shows is said beside it. */
function lineOf(shares) {
  const [wide, high] = [300, 60];
  const places = shares.map((share, at) => `${at * wide / (shares.length - 1)},${high - share * high}`);
  return svg("svg", { viewBox: `-3 -3 ${wide + 6} ${high + 6}`, class: "line", "aria-hidden": "true" },
    svg("line", { x1: 0, x2: wide, y1: 0, y2: 0 }), svg("line", { x1: 0, x2: wide, y1: high, y2: high }),
    svg("polyline", { points: places.join(" ") }));
}

/** For the statistics: skill over time, what cost most, and positions to try again. */
function learnt(tree) {
  const games = gamesPlayed(tree);
  if (games.length < ENOUGH) return false;
  const mean = (some) => percent(sum(some.map(({ skill }) => skill)) / some.length);
  const half = Math.floor(games.length / 2);
  const ratings = games.map(({ rating }) => rating).filter(Number.isFinite);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings, TREES_RATING)];
  const again = toTryAgain(tree, games).map(({ steps, mine }, at) => h("li", {}, button([
    say("position", { n: steps.at(-1)?.left ?? tree.secrets.length }), " ", tiles(tree, mine), " →",
  ], () => tryAgain(tree, steps, mine), { id: `again${at}`, className: "card" })));
  return h("div", { id: "learnt" },
    h("h3", {}, say("skillSoFar", { n: games.length })), lineOf(games.map(({ skill }) => skill)),
    h("p", { className: "hint" }, say("skillChange", { before: mean(games.slice(0, half)), now: mean(games.slice(half)) })),
    ratings.length >= ENOUGH && [
      h("h3", { id: "rating" }, say("rating", { n: number(Math.round(ratings.at(-1))), trees: number(TREES_RATING) })),
      lineOf(ratings.map((rating) => (rating - low) / (high - low))), h("p", { className: "hint" }, say("ratingRules")),
    ],
    h("p", { className: "lesson", id: "costliest" }, costliest(games)),
    again.length > 0 && [h("h3", {}, say("tryAgain")), h("ul", { className: "cards" }, again)]);
}

function tryAgain(tree, steps, mine) {
  trainOn = { game: tree.source.game, steps, mine };
  if (views.train) views.train.begin();
  visit(tree.source, "train");
}
