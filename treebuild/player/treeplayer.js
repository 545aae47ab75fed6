// Plays Bulls and Cows, Mastermind and their like from a treebuild tree. Stands alone: no dependencies, browser and Node.
//
//   import { load } from "./treeplayer.js";
//   const player = load(text, "p4c10n");      // the format is told from the text
//   player.guess                              // [0, 1, 2, 3]
//   player.answer(1, 1)                       // {state: "next", guess: [...]}, "solved" or "contradiction"
//   player.undo()
//
// A file that `treebuild export js` wrote has a tree at its end: import { start } from it, and start() is the player.
//
// base92-explicit.md, base92-implicit.md and ranked.md in schema/ specify the formats. The game bounds work and memory,
// whatever the text: every node of a tree parts its candidates, so there are fewer than two nodes for each code. A tree
// that would still take seconds, because it finds thousands of codes one at a time, is refused as beyond the limit.

const NONE = -1;
const DIGITS = 92;
const NAMEABLE = DIGITS * DIGITS; // the most codes or nodes that two digits can name
const MAX_CODES = 1 << 16;
const MAX_PEGS = 21; // 252 replies: an index fits a byte
const MAX_WORK = 1 << 21; // candidates summed over the nodes, that is guesses in all; 26274 in the best of Bulls and Cows
const MAX_STEPS = 5e8; // of the work a rule makes, see ranked.md: some two seconds
const SEPARATOR = "!";
const LOST_DEL = "; the text may have lost a DEL (code 127) in copying";
// By name, filled below: {outside: characters it never has, decode, codes and pegs: the most of a game, fits: whether a
// text looks like it}. The first takes the texts that fit no other.
const FORMATS = {};
const OTHERS = "; other games are played by pages (treebuild export web) and in the terminal (treebuild play)";
const ALIASES = { "bulls-cows": "p4c10n", mastermind: "p4c6r" };

export class TreeError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = "TreeError";
    this.kind = kind; // one of the error kinds of the specifications
  }
}

/** The game of a rule string such as "p4c10n": {name, pegs, symbols, repeat, codes, replies: [[bulls, cows], ...]}. */
export function parseGame(rules, most = MAX_CODES) {
  const name = ALIASES[rules] ?? String(rules);
  const match = /^p(\d{1,6})c(\d{1,6})([nr])$/.exec(name);
  if (!match) {
    throw new TreeError("game", `bad game ${quote(name)}: expected pNcM and then n or r, such as p4c10n${OTHERS}`);
  }
  const [pegs, symbols, repeat] = [+match[1], +match[2], match[3] === "r"];
  if (pegs < 1 || pegs > MAX_PEGS) throw new TreeError("game", `bad game ${quote(name)}: expected 1 to ${MAX_PEGS} pegs`);
  let count = 1;
  for (let i = 0; i < pegs && count > 0 && count <= most; i++) count *= repeat ? symbols : symbols - i;
  if (count < 1 || count > most) {
    throw new TreeError("game", `bad game ${quote(name)}: expected 1 to ${most} codes`);
  }
  const replies = [];
  for (let bulls = 0; bulls <= pegs; bulls++) {
    for (let cows = 0; cows <= pegs - bulls; cows++) {
      if (bulls !== pegs - 1 || cows !== 1) replies.push([bulls, cows]);
    }
  }
  return { name, pegs, symbols, repeat, codes: allCodes(pegs, symbols, repeat), replies };
}

/** All codes in lexicographic order, by counting like an odometer and skipping codes that name a symbol twice. */
function allCodes(pegs, symbols, repeat) {
  let codes = [[]];
  for (let i = 0; i < pegs; i++) {
    const longer = [];
    for (const code of codes) {
      for (let symbol = 0; symbol < symbols; symbol++) {
        if (repeat || !code.includes(symbol)) longer.push([...code, symbol]);
      }
    }
    codes = longer;
  }
  return codes;
}

/** A function (guess, secret) -> reply index, both code indices. */
export function replier(game) {
  const { codes, pegs } = game;
  const width = pegs + 1;
  const index = new Uint16Array(width * width);
  game.replies.forEach(([bulls, cows], i) => { index[bulls * width + bulls + cows] = i; });
  const surplus = new Int32Array(game.symbols); // how often a symbol was seen more in the guess than in the secret
  return (guess, secret) => {
    const [a, b] = [codes[guess], codes[secret]];
    let [bulls, common] = [0, 0];
    for (let i = 0; i < pegs; i++) {
      if (a[i] === b[i]) bulls++;
      if (surplus[a[i]]++ < 0) common++;
      if (surplus[b[i]]-- > 0) common++;
    }
    for (let i = 0; i < pegs; i++) surplus[a[i]] = surplus[b[i]] = 0;
    return index[bulls * width + common];
  };
}

/** The parts that a guess makes of the candidates: an array for each reply that occurs, ascending. */
function partition(reply, guess, candidates) {
  const parts = {}; // whose keys, as they are numbers, ascend
  for (const secret of candidates) (parts[reply(guess, secret)] ??= []).push(secret);
  return parts;
}

/**
 * Grows a tree breadth first. choose(node, candidates) names the guess; linked(node, parts), if given, may object to
 * the replies that can come. A game of other rules has its own labels of replies, reply function, win and secrets.
 */
function grow(game, choose, linked = () => {}) {
  const { replies, reply = replier(game), win = replies.length - 1, secrets = game.codes.map((_, i) => i) } = game;
  const waiting = [secrets];
  const tree = { guess: [], child: [], size: [], solved: [], depth: [1] };
  let work = 0;
  for (let node = 0; node < waiting.length; node++) {
    const candidates = waiting[node];
    waiting[node] = null;
    work += candidates.length;
    if (work > MAX_WORK) throw new TreeError("limit", `node ${node}: more than ${MAX_WORK} guesses in all`);
    const guess = choose(node, candidates, reply);
    const parts = partition(reply, guess, candidates);
    if (Object.keys(parts).length === 1 && !(win in parts)) {
      const code = game.codes[guess].join(" ");
      throw new TreeError("wasted", `node ${node}: the guess ${code} is wasted, all ${candidates.length} candidates reply the same`);
    }
    linked(node, parts);
    tree.guess.push(guess);
    tree.size.push(candidates.length);
    tree.solved.push(parts[win]?.[0] ?? NONE);
    delete parts[win];
    for (const said in parts) {
      tree.depth.push(tree.depth[node] + 1);
      parts[said] = waiting.push(parts[said]) - 1;
    }
    tree.child.push(parts);
  }
  return weigh(tree);
}

/** Adds n-th (greatest depth at which a secret at or below a node is solved), e (its total guesses) and the depth counts. */
function weigh(tree) {
  const nodes = tree.guess.length;
  tree.nth = new Array(nodes).fill(0);
  tree.e = new Array(nodes).fill(0);
  tree.counts = new Array(tree.depth.at(-1)).fill(0);
  for (let node = nodes - 1; node >= 0; node--) {
    if (tree.solved[node] !== NONE) {
      tree.counts[tree.depth[node] - 1]++;
      tree.nth[node] = tree.depth[node];
      tree.e[node] = tree.depth[node];
    }
    for (const after of Object.values(tree.child[node])) {
      tree.nth[node] = Math.max(tree.nth[node], tree.nth[after]);
      tree.e[node] += tree.e[after];
    }
  }
  return tree;
}

// --- implicit (2017): only the guesses that cannot be inferred, two digits each ------------------------------------

FORMATS.implicit = { outside: /[^#-[\]-\x7f]/u, decode: decodeImplicit, codes: NAMEABLE };

function decodeImplicit(text, game) {
  const win = game.replies.length - 1;
  if (text.length % 2) throw new TreeError("odd", `${text.length} characters: expected two a guess${LOST_DEL}`);
  let position = 0;
  const choose = (node, candidates, reply) => {
    const inferred = infer(candidates, reply, win);
    if (inferred !== NONE) return inferred;
    if (position === text.length) {
      throw new TreeError("truncated", `the text ends after ${position} characters: expected the guess of node ${node}${LOST_DEL}`);
    }
    position += 2;
    return guessAt(text, position - 2, game, LOST_DEL);
  };
  const tree = withHint(() => grow(game, choose));
  if (position < text.length) {
    throw new TreeError("trailing", `character ${position + 1}: expected the end, the tree is complete${LOST_DEL}`);
  }
  return tree;
}

/** The guess that is left out: the lowest of two candidates, or the first that tells all the others apart; else -1. */
function infer(candidates, reply, win) {
  if (candidates.length < 3) return candidates[0];
  if (candidates.length > win + 1) return NONE;
  const tellsApart = (guess) => new Set(candidates.map((secret) => reply(guess, secret))).size === candidates.length;
  return candidates.find(tellsApart) ?? NONE;
}

function withHint(decode) {
  try {
    return decode();
  } catch (error) {
    if (error.kind === "wasted") error.message += LOST_DEL;
    throw error;
  }
}

// --- explicit (2011): every node's guess and children ---------------------------------------------------------------

FORMATS.explicit = { outside: /[^!#-[\]-\x7f]/u, decode: decodeExplicit, codes: NAMEABLE, fits: (text) => text.includes(SEPARATOR) };

function decodeExplicit(text, game) {
  const elements = parseElements(text, game);
  const order = [0]; // breadth-first node -> element
  const win = game.replies.length - 1;
  const linked = (node, parts) => {
    const links = elements[order[node]].links;
    game.replies.forEach(([bulls, cows], i) => {
      const expected = i !== win && i in parts;
      if (expected !== i in links) {
        const what = expected ? "has no child, though it can come" : "has a child, though it cannot come";
        throw new TreeError("structure", `element ${order[node]}: reply ${bulls}.${cows} ${what}`);
      }
      if (expected) order.push(links[i]);
    });
  };
  return grow(game, (node) => elements[order[node]].guess, linked);
}

/** The elements {guess, links: {reply: id}}: every id but 0 named once, by an element before it, so there is no cycle. */
function parseElements(text, game) {
  const count = text.split(SEPARATOR).length;
  if (count > 2 * game.codes.length || count > NAMEABLE) {
    throw new TreeError("structure", `${count} elements: expected fewer, a tree parts its ${game.codes.length} codes`);
  }
  const elements = [];
  const named = new Uint8Array(count);
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf(SEPARATOR, start) < 0 ? text.length : text.indexOf(SEPARATOR, start);
    const fail = (kind, why) => { throw new TreeError(kind, `element ${elements.length} (character ${start + 1}): ${why}`); };
    if (end - start < 2) fail("structure", "expected two digits, the guess");
    const links = parseLinks(text, start + 2, end, game, fail);
    for (const id of Object.values(links)) {
      if (id >= count) fail("truncated", `its child ${id} is missing, the text has ${count} elements`);
      if (id <= elements.length || named[id]) fail("structure", `id ${id} is named again or too late, parents come first`);
      named[id] = 1;
    }
    elements.push({ guess: guessAt(text, start, game, ""), links });
    start = end + 1;
  }
  const stray = named.indexOf(0, 1);
  if (stray > 0) throw new TreeError("structure", `element ${stray}: no element names it`);
  return elements;
}

/** The children of one element, {reply: id}: an id for every reply but the win, 0 for none, or (reply, id) triples. */
function parseLinks(text, start, end, game, fail) {
  const win = game.replies.length - 1;
  const links = {};
  if (end - start === 2 * win && win > 0) {
    for (let i = 0; i < win; i++) {
      const id = numberAt(text, start + 2 * i);
      if (id) links[i] = id;
    }
    return links;
  }
  if ((end - start) % 3 || end - start > 2 * win) {
    fail("structure", `expected triples or ${2 * win} characters after the guess, got ${end - start}`);
  }
  for (let at = start, last = NONE; at < end; at += 3) {
    const reply = digitAt(text, at);
    if (reply >= win || reply <= last) fail("structure", "expected replies in ascending order and without the winning one");
    links[reply] = numberAt(text, at + 1);
    last = reply;
  }
  return links;
}

// --- ranked: only the guesses that a scoring rule would not make -----------------------------------------------------

const RANKED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const [KEPT, LOOK, CHARGE, LATE, ROOM] = [100, 128, 3, 12, [0, 1, 10]];

FORMATS.ranked = { outside: /[^\w-]/u, decode: decodeRanked, codes: 12000, pegs: 10, fits: (text) => /^[\w-]+$/.test(text) };

function decodeRanked(text, game) {
  const { limit, exceptions } = readRanked(text, game);
  const ranked = ranking(game, limit);
  const spans = [{ depth: 1, start: 0, named: new Set() }]; // per node: place of its first candidate, symbols named
  let [guess, used] = [NONE, 0];
  const choose = (node, candidates) => {
    const { depth, start, named } = spans[node];
    const [size, here] = [candidates.length, (e) => e.depth === depth && e.place >= start && e.place < start + size];
    const [exception, another] = size > 1 ? exceptions.filter(here) : [];
    if (another) throw new TreeError("structure", `node ${node}: expected one exception, got several`);
    if (exception) used++;
    guess = exception?.code ?? (size > 2 || exception ? ranked(candidates, depth, named, exception?.rank ?? 0) : candidates[0]);
    if (guess === undefined) throw new TreeError("guess", `node ${node}: no guess has rank ${exception.rank}`);
    return guess;
  };
  const tree = grow(game, choose, (node, parts) => {
    const named = new Set([...spans[node].named, ...game.codes[guess]]);
    let { depth, start } = spans[node];
    for (const said in parts) {
      if (said < game.replies.length - 1) spans.push({ depth: depth + 1, start, named });
      start += parts[said].length;
    }
  });
  if (used < exceptions.length) throw new TreeError("structure", "expected a node for every exception");
  return tree;
}

/** The limit and the exceptions, [{depth, place, rank}] or, without a rank, [{depth, place, code}]. */
function readRanked(text, game) {
  let [sum, at, key] = [0, 0, -1];
  for (const character of game.name + text.slice(0, -2)) sum = (sum * 31 + character.charCodeAt(0)) % 4096;
  if (text.slice(-2) !== RANKED[sum >> 6] + RANKED[sum & 63]) {
    throw new TreeError("checksum", `wrong check digits: the text is damaged, or of another game than ${game.name}`);
  }
  const end = 6 * (text.length - 2);
  const fixed = (width) => {
    let value = 0;
    for (; width > 0; width--, at++) {
      if (at >= end) throw new TreeError("truncated", "the text ends within a number");
      value = 2 * value + (RANKED.indexOf(text[Math.floor(at / 6)]) >> (5 - at % 6) & 1);
    }
    return value;
  };
  const number = (order) => {
    let width = order;
    while (!fixed(1)) if (++width > order + 24) throw new TreeError("guess", "a number of more than 24 bits");
    return 2 ** width + fixed(width) - 2 ** order;
  };
  if (fixed(2)) throw new TreeError("version", "expected version 0 of the ranked format");
  const [limit, shift, order, count, codes] = [fixed(4), fixed(3), fixed(3), number(3), game.codes.length];
  if (count > codes) throw new TreeError("structure", `${count} exceptions: expected fewer, as the tree has nodes`);
  const places = Math.ceil(codes / 2 ** shift);
  const exceptions = Array.from({ length: count }, (_, i) => {
    key += number(order) + 1;
    const where = { depth: Math.floor(key / places) + 1, place: key % places * 2 ** shift };
    const rank = number(1);
    const code = rank ? undefined : fixed(32 - Math.clz32(codes - 1));
    if (rank >= KEPT || code >= codes) throw new TreeError("guess", `exception ${i} names no guess`);
    return { ...where, rank, code };
  });
  if (at <= end - 6 || fixed(end - at)) throw new TreeError("trailing", "expected the end after the last exception");
  return { limit, exceptions };
}

/** A function (candidates, depth, symbols named, rank) -> the guess of that rank, undefined when there is none. */
function ranking(game, limit) {
  const { codes, replies } = game;
  const [count, win, reply] = [replies.length, replies.length - 1, replyRows(game)];
  const charges = [0, 1, 2, 3].map((left) => Int32Array.from({ length: codes.length + 1 }, (_, n) => {
    const length = 32 - Math.clz32(n);
    return (n < 2 ? n * CHARGE : n * (length + 5) - 2 ** length) + LATE * Math.max(n - (ROOM[left] ?? n), 0);
  }));
  const chargesAt = (depth) => charges[limit ? Math.min(Math.max(limit - depth, 0), 3) : 3];
  const [sizes, one] = [new Uint16Array(codes.length * count), new Uint16Array(count)];
  let work = 0;
  const shortlist = (candidates, depth, guesses) => {
    const [size, charge] = [candidates.length, chargesAt(depth + 1)];
    work += guesses.length * (size + 2 * count) + size ** 2;
    if (work > MAX_STEPS) throw new TreeError("limit", `more than ${MAX_STEPS} steps in all`);
    sizes.fill(0, 0, guesses.length * count);
    for (const secret of candidates) tallyAll(sizes, reply(secret), guesses, count); // replies are symmetric
    let most = Infinity;
    const kept = []; // {sum, key, at}, best first; of guesses with the same part sizes only the first
    for (let i = 0, at = 0; i < guesses.length; i++, at += count) {
      const sum = chargeOf(sizes, at, win, charge, most);
      if (sum > most || sum === charge[size]) continue; // too late, or wasted
      const key = (2 * sum + 1 - sizes[at + win]) * guesses.length + i; // ties: candidates first, then the lowest
      let place = kept.length;
      while (place && kept[place - 1].key > key) place--;
      if (place === KEPT) continue;
      let [before, after] = [place - 1, place];
      while (before >= 0 && kept[before].sum === sum && !alike(sizes, at, kept[before].at, count)) before--;
      while (after < kept.length && kept[after].sum === sum && !alike(sizes, at, kept[after].at, count)) after++;
      if (kept[before]?.sum === sum) continue;
      kept.splice(kept[after]?.sum === sum ? after : KEPT - 1, 1); // the equal one, or the last where there is no more room
      kept.splice(place, 0, { sum, key, at });
      most = kept[KEPT - 1]?.sum ?? Infinity;
    }
    return kept.map(({ at }) => guesses[at / count]);
  };
  return (candidates, depth, named, rank) => {
    const perfect = (guess) => { // it tells all others apart
      const answers = reply(guess);
      one.fill(0);
      return candidates.every((secret) => !one[answers[secret]]++);
    };
    const sure = rank || candidates.length > count ? undefined : candidates.find(perfect);
    if (sure !== undefined) return sure;
    const guesses = shortlist(candidates, depth, canonical(game, named));
    if (guesses.length < 2) return guesses[rank];
    const [size, now, next] = [candidates.length, chargesAt(depth + 1), chargesAt(depth + 2)];
    const answers = mutual(candidates, reply);
    const [line, starts] = [new Uint16Array(size), new Uint16Array(count + 1)]; // the candidates, part after part
    const look = (start, end) => {
      let least = Infinity;
      for (let i = start; i < end; i++) {
        one.fill(0);
        tally(one, answers, line[i] * size, line, start, end);
        least = Math.min(least, chargeOf(one, 0, win, next, least));
      }
      return least + CHARGE * (end - start);
    };
    const atLeast = (n) => n > LOOK ? now[n] : CHARGE * Math.max(2 * n - 1, 0); // one at once, the others right after
    let best = Infinity;
    const scored = guesses.map((guess) => {
      intoParts(reply(guess), candidates, line, starts);
      let sum = 0;
      for (let i = 0; i < win; i++) sum += atLeast(starts[i + 1] - starts[i]);
      for (let i = 0; i < win && (rank || sum < best); i++) { // stops once the guess cannot be the first
        const n = starts[i + 1] - starts[i];
        if (n > 1 && n <= LOOK) sum += look(starts[i], starts[i + 1]) - atLeast(n);
      }
      best = Math.min(best, sum);
      return [guess, sum];
    });
    return scored.sort((a, b) => a[1] - b[1])[rank]?.[0]; // equal ones stay as they are
  };
}

/** The answers of the candidates to each other, row after row; side by side in memory, which saves most of the time. */
function mutual(candidates, reply) {
  const answers = new Uint8Array(candidates.length ** 2);
  let at = 0;
  for (const guess of candidates) {
    const row = reply(guess);
    for (let i = 0; i < candidates.length; i++) answers[at++] = row[candidates[i]];
  }
  return answers;
}

/** Puts the places of the candidates in order of their answers; part i begins at starts[i]. */
function intoParts(answers, candidates, line, starts) {
  starts.fill(0);
  for (const secret of candidates) starts[answers[secret] + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const next = starts.slice();
  for (let i = 0; i < candidates.length; i++) line[next[answers[candidates[i]]]++] = i;
}

/** Counts answers[at + line[i]]. */
function tally(sizes, answers, at, line, start, end) {
  for (let i = start; i < end; i++) sizes[answers[at + line[i]]]++;
}

/** Counts the answer of one secret to many guesses, `count` sizes each. */
function tallyAll(sizes, answers, guesses, count) {
  for (let i = 0, at = 0; i < guesses.length; i++, at += count) sizes[at + answers[guesses[i]]]++;
}

/** The charge of the parts that do not win, whose sizes begin at `at`; or some sum above `most`, if it is more. */
function chargeOf(sizes, at, win, charge, most) {
  let sum = 0;
  for (let i = at; i < at + win && sum <= most; i++) sum += charge[sizes[i]];
  return sum;
}

function alike(sizes, a, b, count) {
  let i = 0;
  while (i < count && sizes[a + i] === sizes[b + i]) i++;
  return i === count;
}

/** The codes whose symbols not yet named come lowest first; any other code is equivalent to an earlier one of these. */
function canonical({ codes, symbols }, named) {
  const order = new Int32Array(symbols).fill(NONE);
  let [fresh, fit] = [0, 0];
  for (let symbol = 0; symbol < symbols; symbol++) if (!named.has(symbol)) order[symbol] = fresh++;
  const kept = new Uint32Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    let [next, peg] = [0, 0];
    for (; peg < code.length && order[code[peg]] <= next; peg++) if (order[code[peg]] === next) next++;
    if (peg === code.length) kept[fit++] = i;
  }
  return kept.subarray(0, fit);
}

/** A function code -> the replies to it, Uint8Array (codes), computed when first asked for. */
function replyRows({ codes, pegs, replies }) {
  // A reply is known by (pegs + 1) * bulls + common symbols, a sum over the pegs of the guess. Guesses that begin alike
  // share what their first pegs add.
  const index = new Uint8Array((pegs + 1) ** 2);
  replies.forEach(([bulls, cows], i) => { index[bulls * (pegs + 2) + cows] = i; });
  const times = (code, symbol) => code.reduce((sum, other) => sum + (other === symbol), 0);
  const adding = (peg, symbol, before) => // a bull, and a symbol that the secret holds more often than the pegs before
    new Uint8Array(codes.map((code) => (code[peg] === symbol ? pegs + 1 : 0) + (times(code, symbol) > before ? 1 : 0)));
  const known = new Map([["", new Uint8Array(codes.length)]]);
  const remember = (name, compute) => known.get(name) ?? known.set(name, compute()).get(name);
  const addends = (code) => {
    const [stem, symbol] = [code.slice(0, -1), code[code.length - 1]];
    const [peg, before] = [stem.length, times(stem, symbol)];
    const beginning = remember(stem.join(), () => plus(...addends(stem)));
    return [beginning, remember(`+${peg},${symbol},${before}`, () => adding(peg, symbol, before))];
  };
  const rows = new Array(codes.length);
  return (guess) => rows[guess] ??= plus(...addends(codes[guess]), index);
}

/** The sums, or the entries of a table for them. */
function plus(a, b, table) {
  const sums = new Uint8Array(a.length);
  if (table) for (let i = 0; i < sums.length; i++) sums[i] = table[a[i] + b[i]];
  else for (let i = 0; i < sums.length; i++) sums[i] = a[i] + b[i];
  return sums;
}

// --- base 92 ----------------------------------------------------------------------------------------------------------

/** Digits are the characters 35 to 127 without 92, the backslash. */
function digitAt(text, at) {
  const code = text.charCodeAt(at);
  return code - 35 - (code > 92);
}

function numberAt(text, at) {
  return DIGITS * digitAt(text, at) + digitAt(text, at + 1);
}

function guessAt(text, at, game, hint) {
  const guess = numberAt(text, at);
  if (guess < game.codes.length) return guess;
  throw new TreeError("guess", `character ${at + 1}: no code ${guess}, ${game.name} has ${game.codes.length}${hint}`);
}

function quote(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
}

// --- text -> tree -----------------------------------------------------------------------------------------------------

/**
 * The format of a text: only the explicit one has a separator, and a ranked one has letters, digits, - and _ only. An
 * implicit text stores a code below 92 somewhere, as # and a digit; a text without one is taken for ranked if it can be.
 */
export function sniff(text) {
  const [first, ...others] = Object.keys(FORMATS);
  return others.find((name) => FORMATS[name].fits(text)) ?? first;
}

/**
 * The whole tree, breadth first, children in reply order: {guess, child: for each node {reply: node}, size, nth, e
 * (total guesses at and below the node), depth, solved (code or -1), counts (solved at depth 1, 2, ...)}.
 * Throws TreeError.
 */
export function decode(text, game, format) {
  const rules = typeof game === "object" && game ? game : parseGame(game);
  if (typeof text !== "string") throw new TreeError("alphabet", "expected a string");
  const body = text.replace(/^\uFEFF/, "").replace(/\n$/, "").replace(/\r$/, "");
  const name = format ?? sniff(body);
  const { outside, decode: read, codes, pegs } = FORMATS[name] ?? {};
  if (!read) throw new TreeError("game", `the ${name} format is not read here`);
  if (rules.codes.length > codes || rules.pegs > pegs) {
    throw new TreeError("game", `${rules.name} is too large for the ${name} format`);
  }
  const bad = body.search(outside);
  if (bad >= 0) {
    throw new TreeError("alphabet", `character ${bad + 1} (code ${body.codePointAt(bad)}) is none of the format's`);
  }
  return read(body, rules);
}

// --- a game in progress -----------------------------------------------------------------------------------------------

class Player {
  #tree;
  #reply;
  #steps; // [{node, remaining}], one for every state back to the start

  constructor(game, tree) {
    this.game = game;
    this.#tree = tree;
    this.#reply = replier(game);
    this.#steps = [{ node: 0, remaining: game.codes.map((_, i) => i) }];
    this.history = []; // [{guess, bulls, cows}]
  }

  /** The guess to make, an array of symbols; null when solved. */
  get guess() {
    const { node } = this.#steps.at(-1);
    return node === NONE ? null : this.game.codes[this.#tree.guess[node]];
  }

  /** Indices of the codes that fit all answers. */
  get remaining() {
    return this.#steps.at(-1).remaining;
  }

  /** Takes the reply to the guess, two whole numbers. One that fits no code is a contradiction and changes nothing. */
  answer(bulls, cows) {
    if (!Number.isInteger(bulls) || !Number.isInteger(cows)) {
      throw new TypeError(`bad reply ${quote([bulls, cows].join(", "))}: expected two whole numbers, bulls and cows`);
    }
    const { node, remaining } = this.#steps.at(-1);
    if (node === NONE) return { state: "solved", guess: null };
    const reply = this.game.replies.findIndex(([b, c]) => b === bulls && c === cows);
    const solved = reply === this.game.replies.length - 1;
    const guess = this.#tree.guess[node];
    if (reply < 0 || (solved ? this.#tree.solved[node] : this.#tree.child[node][reply] ?? NONE) === NONE) {
      return { state: "contradiction", guess: this.guess };
    }
    this.history.push({ guess: this.guess, bulls, cows });
    this.#steps.push({
      node: solved ? NONE : this.#tree.child[node][reply],
      remaining: remaining.filter((secret) => this.#reply(guess, secret) === reply),
    });
    return { state: solved ? "solved" : "next", guess: this.guess };
  }

  /** Takes the last answer back; false when there is none. */
  undo() {
    if (!this.history.length) return false;
    this.history.pop();
    this.#steps.pop();
    return true;
  }

  /** The replies that can come to the guess: [[bulls, cows, how many codes give it], ...]. */
  possible() {
    const { node, remaining } = this.#steps.at(-1);
    if (node === NONE) return [];
    return Object.entries(partition(this.#reply, this.#tree.guess[node], remaining))
      .map(([reply, part]) => [...this.game.replies[reply], part.length]);
  }
}

/** A player at the first guess of the tree in `text`. `format` is "explicit", "implicit" or "ranked", told from the text when left out. */
export function load(text, game, format) {
  const rules = parseGame(game);
  return new Player(rules, decode(text, rules, format));
}
