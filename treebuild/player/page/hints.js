// Hints: what guesses leave at a position, which guesses leave least, and trees that a rule makes. The worker runs this:
// there is no document here.

const SHOWN_GUESSES = 5;
const PAIRS = 25e6; // replies of four pegs that a hint may take: half a second on a phone
const FEW_COMPARED = 6; // candidates: guesses for so many are compared by what they need, as analysis/review.py does
const MOST_COMPARED = 2 ** 23; // codes times candidates: of more, all guesses take too long

/** How many guesses a hint can look at. Words allow a third of the number for four pegs, slow rules a sixteenth. */
const affordable = ({ additive, marks, pegs }, candidates, pairs = PAIRS) =>
  pairs / (additive ? pegs / 4 : marks ? 3 : 16) / candidates.length;

/**
 * A function guess -> the sum of the squared sizes of its parts: n times what the guess leaves of n candidates on
 * average. Replies are sums over the pegs; replies that mark every symbol are too, as numbers in base 3, if the guess
 * has no symbol twice. So guesses that follow each other share the sums of the first pegs that they have in common.
 */
function squares(game, candidates) {
  const { codes, pegs } = game;
  const sizes = new Uint32Array(Math.max(game.labels.length, (pegs + 1) ** 2)); // or by (pegs + 1) * bulls + common symbols
  const squared = () => sizes.reduce((total, size) => total + size * size, 0);
  const oneByOne = (guess) => {
    sizes.fill(0);
    for (const secret of candidates) sizes[game.reply(guess, secret)]++;
    return squared();
  };
  if (!game.additive && !game.marks) return oneByOne;
  const size = candidates.length;
  const Numbers = sizes.length > 256 ? Uint16Array : Uint8Array; // only of p16c2r are the sums above 255
  const lists = (n) => Array.from({ length: n }, () => new Numbers(size));
  const [at, times] = [lists(pegs), lists(game.symbols)]; // of each candidate: its symbols, and how often it has each
  for (let i = 0; i < size; i++) codes[candidates[i]].forEach((symbol, peg) => { at[peg][i] = symbol; times[symbol][i]++; });
  const rows = new Map();
  const adding = (peg, symbol, before) => { // a bull, and a symbol that secrets have more often than the pegs before
    const key = (peg * game.symbols + symbol) * pegs + before;
    if (!rows.has(key)) {
      const [row, here, often] = [new Numbers(size), at[peg], times[symbol]];
      const [bull, common] = game.marks ? Array(2).fill(3 ** (pegs - 1 - peg)) : [pegs + 1, 1];
      for (let i = 0; i < size; i++) row[i] = (here[i] === symbol) * bull + (often[i] > before) * common;
      rows.set(key, row);
    }
    return rows.get(key);
  };
  const [none, ...sums] = lists(pegs + 1);
  let last = [];
  return (guess) => {
    const code = codes[guess];
    if (game.marks && new Set(code).size < pegs) return oneByOne(guess);
    let peg = 0;
    while (peg < pegs - 1 && last[peg] === code[peg]) peg++;
    sizes.fill(0);
    for (; peg < pegs; peg++) {
      let before = 0;
      for (let i = 0; i < peg; i++) if (code[i] === code[peg]) before++;
      const [row, sum, stem] = [adding(peg, code[peg], before), sums[peg], peg ? sums[peg - 1] : none];
      if (peg < pegs - 1) for (let i = 0; i < size; i++) sum[i] = stem[i] + row[i];
      else for (let i = 0; i < size; i++) sizes[stem[i] + row[i]]++;
    }
    last = code;
    return squared();
  };
}

/**
 * The codes worth asking when guesses have named some symbols: one of all codes that differ only in other symbols, and,
 * as a first guess, one of all codes that differ only in the order of their symbols. `ruled`, {rule, steps}, leaves out
 * codes that are not allowed.
 */
function worthAsking(game, candidates, named, ruled = {}) {
  const allowed = (guesses) => guesses.filter((guess) => permits(game, ruled, candidates, guess));
  if (!game.alike) return allowed(indices(game.codes).slice(0, game.guessable));
  const rises = (code) => game.codes[code].every((symbol, peg, all) => !peg || symbol >= all[peg - 1]);
  const guesses = canonical(game, new Set(named));
  return allowed(named.length ? guesses : guesses.filter(rises));
}

/**
 * The guess that leaves least on average: {guess, left, looked, all}. Ties go to a candidate, then to the lowest code,
 * as in treebuild's minavg. If all guesses would take more replies than `pairs`, it looks at some, evenly spread.
 */
function leastLeft(game, candidates, named, ruled = {}, pairs = PAIRS) {
  const guesses = worthAsking(game, candidates, named, ruled);
  const apart = (guess, seen = new Set()) => candidates.every((secret) => seen.size < seen.add(game.reply(guess, secret)).size);
  const may = (code) => code < game.guessable && permits(game, ruled, candidates, code);
  const sure = candidates.find((code) => apart(code) && may(code));
  if (sure !== undefined) return { guess: sure, left: 1, looked: guesses.length, all: guesses.length };
  const stride = Math.max(1, Math.ceil(guesses.length / affordable(game, candidates, pairs)));
  const possible = new Set(candidates);
  const count = squares(game, candidates);
  let [best, least, looked] = [NONE, Infinity, 0];
  for (let i = 0; i < guesses.length; i += stride, looked++) {
    const score = 2 * count(guesses[i]) + !possible.has(guesses[i]);
    if (score < least) [best, least] = [guesses[i], score];
    if (least === 2 * candidates.length + 1) break; // tells all apart; no candidate does, and this is the lowest code
  }
  return { guess: best, left: Math.floor(least / 2) / candidates.length, looked, all: guesses.length };
}

/**
 * The rules by which the page can grow a tree. `simple` guesses as people play: the first code that still fits.
 * `minavg` guesses what leaves least on average; in large games it looks only at some codes, to take no more than seconds.
 */
const RULES = {
  simple: (game, candidates) => candidates[0],
  minavg: (game, candidates, named) => leastLeft(game, candidates, named, undefined, game.additive ? 4 * PAIRS : Infinity).guess,
};

/**
 * The tree of a text that has the guesses breadth first, as numbers in base 36 with points between them. A guess that
 * sure(candidates, reply) knows is left out; for others `sure` returns NONE. Throws TreeError.
 */
function openGuesses(text, game, sure) {
  const stored = text ? text.split(".") : [];
  const most = game.guessable ?? game.codes.length;
  let used = 0;
  const tree = grow(game, (node, candidates, reply) => {
    const known = sure(candidates, reply);
    if (known !== NONE) return known;
    const guess = parseInt(stored[used++], 36);
    if (!(guess < most)) throw new TreeError("guess", `guess ${used}: expected a number below ${most}`);
    return guess;
  });
  if (used < stored.length) throw new TreeError("trailing", `${stored.length} guesses: expected ${used}`);
  return tree;
}

/** A whole tree: of the text of a source, or by its rule. */
function treeOf(game, { text, grown: rule }) {
  const all = indices(game.letters);
  return rule ? grow(game, (node, candidates) => RULES[rule](game, candidates, all)) : game.open(text);
}

/** The tasks of the worker: functions of a game and of what else they need. */
const TASKS = {
  open: (game, { source }) => treeOf(game, source),
  next: (game, { source, candidates, named }) => RULES[source.grown](game, candidates, named),
  best: (game, { candidates, named, ruled }) => leastLeft(game, candidates, named, ruled),
  review: reviewed,
  top: topGuesses,
  choices: choicesOf,
};

/** What a guess leaves on average, and, of few candidates, needs; whether it is allowed; the best guess: {guess, left, needs}. */
function reviewed(game, { candidates, named, guess, ruled }) {
  const average = (guess) => squares(game, candidates)(guess) / candidates.length;
  const mine = { guess, left: average(guess), permitted: permits(game, ruled, candidates, guess) };
  if (candidates.length > FEW_COMPARED || game.codes.length * candidates.length > MOST_COMPARED) {
    const best = leastLeft(game, candidates, named, ruled);
    return { ...mine, best: mine.permitted && best.left >= mine.left ? mine : best };
  }
  const { least, after } = needs(game, ruled.rule);
  const { guess: code, total } = least(candidates, ruled.steps);
  const best = { guess: code, left: average(code), needs: total / candidates.length };
  if (!mine.permitted) return { ...mine, best };
  const needed = after(guess, candidates, ruled.steps);
  const told = { guess, reply: game.reply(guess, candidates[0]) }; // of a guess that tells nothing; it may forbid others
  mine.needs = (needed < Infinity ? needed : candidates.length + least(candidates, [...ruled.steps, told]).total)
    / candidates.length;
  return { ...mine, best: mine.needs === best.needs ? mine : best };
}

/**
 * The guesses that positions of few candidates need from there on, for all candidates together: `least` of the best
 * guess, {guess, total}, and `after` a guess, Infinity if that tells nothing. Of n candidates the first guess takes n,
 * and finds one at most; any part of k takes 2 * k - 1 at least.
 */
function needs(game, rule) {
  const kept = new Map();
  const codes = indices(game.codes).slice(0, game.guessable);

  function after(guess, candidates, steps, limit = Infinity) {
    const parts = partition(game.reply, guess, candidates);
    if (Object.keys(parts).length === 1 && !(game.win in parts)) return Infinity;
    delete parts[game.win];
    let total = candidates.length + sum(Object.values(parts).map(({ length }) => 2 * length - 1));
    for (const [reply, part] of Object.entries(parts)) {
      if (total >= limit) return Infinity;
      if (part.length > 1) total += least(part, [...steps, { guess, reply: +reply }]).total - (2 * part.length - 1);
    }
    return total;
  }

  function least(candidates, steps) {
    const name = [candidates, rule && steps.map(({ guess, reply }) => [guess, reply])].join("|");
    if (kept.has(name)) return kept.get(name);
    let best = { guess: NONE, total: Infinity };
    for (const guess of [...candidates.filter((code) => code < game.guessable), ...codes]) {
      if (best.total === 2 * candidates.length - 1) break;
      if (rule && !permits(game, { rule, steps }, candidates, guess)) continue;
      const total = after(guess, candidates, steps, best.total);
      if (total < best.total) best = { guess, total };
    }
    kept.set(name, best);
    return best;
  }

  return { least, after };
}

/** The guesses that leave least, best first, {guess, left, fits}; of equal guesses, candidates come first. */
function topGuesses(game, { candidates, named, ruled }) {
  const guesses = candidates.length > 2 || ruled.rule ? worthAsking(game, candidates, named, ruled) : candidates;
  const few = evenly(guesses, Math.ceil(affordable(game, candidates)));
  const [possible, count] = [new Set(candidates), squares(game, candidates)];
  const best = (codes) => [...codes].map((guess) => ({ guess, left: count(guess) / candidates.length, fits: possible.has(guess) }))
    .sort((a, b) => a.left - b.left || b.fits - a.fits || a.guess - b.guess);
  const found = best(few).slice(0, SHOWN_GUESSES);
  if (found.some(({ fits }) => fits)) return found;
  const may = (code) => code < game.guessable && permits(game, ruled, candidates, code);
  const own = best(evenly(candidates.filter(may), CHOICES)).slice(0, 1);
  return [...found.slice(0, SHOWN_GUESSES - own.length), ...own];
}
