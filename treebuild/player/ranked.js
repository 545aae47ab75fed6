// Decodes a ranked tree (schema/ranked.md) along the game being played, in less than 2 KB: ranked.min.js is this file without
// its comments, spaces and long names, written by tests/helpers/minify.py. treeplayer.js decodes whole trees, and fast.
//
//   import tree from "./ranked.min.js";
//   let node = tree(text, 4, 10, false);   // pegs, symbols, may symbols repeat
//   node.g                                 // the guess, an array of symbols; node.s: the candidates, an array of codes
//   node = node.n(100 * bulls + cows);     // the node after a reply; undefined where it cannot come, and after the last
//
// Throws an Error whose message is the kind of the specification; a fault of the text off the path goes unnoticed.
export default (
  text,
  pegs,
  symbols,
  repeat,
  // not to be given: local names cost less as parameters
  fail = (kind = "game") => {
    throw Error(kind);
  },
  digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  codes = [],
  odd = [],
  bits = "",
  place = -1,
  i = 0,
  win = 100 * pegs,
  code,
  limit,
  step,
  order,
  count,
  wide,
  work,
  fixed = (width, head = bits.slice(0, width)) => (
    bits = bits.slice(width),
    head[width - 1] || !width ? +("0b0" + head) : fail("truncated")
  ),
  number = (order, width = order) =>
    fixed(1) ? 2 ** width + fixed(width) - 2 ** order : width > order + 23 ? fail("guess") : number(order, width + 1),
  bitlength = n => 32 - Math.clz32(n),
  // 99 a bull and 1 a common symbol make 100 a bull and 1 a cow; a symbol of the secret that was matched is struck out
  reply = (guess, secret, left = [...secret]) =>
    guess.reduce((sum, a, i) => sum + (a == secret[i] && 99) + left.some((b, j) => a == b && (left[j] = -1)), 0),
  // counts the pegs compared for a node: more than 40 million would take over a second
  split = (set, guess, parts = []) => (
    (work += pegs * set.length) > 4e7 && fail("limit"), set.map(code => (parts[reply(guess, code)] ??= []).push(code)), parts
  ),
  charge = (n, depth) =>
    n * (bitlength(n) + 5) - 2 ** bitlength(n) - !(n - 1) +
    12 * Math.max(n - ([0, 1, 10][limit > depth ? limit - depth : 0] ?? n), 0),
  // over the parts that do not win
  total = (parts, depth, look = part => charge(part.length, depth)) =>
    parts.reduce((sum, part, key) => (key < win ? sum + look(part) : sum), 0),
  // the guess of a rank: by part sizes the first hundred, then by looking into the parts
  rank = (set, depth, named, wanted = 0, seen = {}) =>
    (codes
      .filter(code =>
        // symbols not yet named come lowest first
        code.every((a, i) => (i = [...named, ...code.slice(0, i)]).includes(a) || [...digits].every((_, b) => b >= a | i.includes(b)))
      )
      .map((guess, i, all, parts = split(set, guess)) => [parts, guess, total(parts, depth), !parts[win]])
      .filter(a => a[2] < charge(set.length, depth))
      .sort((a, b) => a[2] - b[2] || a[3] - b[3])
      .filter(([parts]) => seen[i = Object.entries(parts).map(([key, part]) => [key, part.length])] ? 0 : seen[i] = 1)
      .slice(0, 100)
      .map(([parts, guess]) => [
        total(parts, depth, part =>
          part[128]
            ? charge(part.length, depth)
            : 3 * part.length + Math.min(...part.map(guess => total(split(part, guess), depth + 1)))
        ),
        guess
      ])
      .sort((a, b) => a[0] - b[0])[wanted] || fail("guess"))[1],
  node = (
    set,
    depth,
    place,
    named,
    [here = [], another] = (work = 0, odd.filter(([a, b]) => set[1] && a == depth & b >= place & b < place + set.length)),
    guess = here[3] ||
      !here[2] && set.find(a => !set[win] && new Set(set.map(b => reply(a, b))).size == set.length) ||
      rank(set, depth + 1, named, here[2]),
    parts = split(set, guess),
    after = parts.map(
      (part, key, all, start = place) => (
        place += part.length,
        key < win ? (part.length < set.length || fail("wasted"), () => node(part, depth + 1, start, [...named, ...guess])) : void 0
      )
    )
  ) => (another && fail("structure"), { g: guess, s: set, n: key => after[key]?.() })
) => {
  for (; i < symbols ** pegs; i++)
    codes[32767] || i > 9e5
      ? fail()
      : (code = [...Array(pegs)].map((_, j) => i / symbols ** (pegs + ~j) % symbols | 0),
        repeat | new Set(code).size == pegs && codes.push(code));
  codes[0] || fail();
  /[^\w-]/.test(text = text.replace(/^\ufeff|\r?\n?$/g, "")) && fail("alphabet");
  code = text.slice(0, -2);
  i = 0;
  for (step of code) bits += (64 + digits.indexOf(step)).toString(2).slice(1);
  for (step of `p${pegs}c${symbols}${repeat ? "r" : "n"}${code}`) i = (31 * i + step.charCodeAt()) % 4096;
  text.slice(-2) == digits[i >> 6] + digits[i & 63] || fail("checksum");
  fixed(2) && fail("version");
  limit = fixed(4) || 1e9;
  step = 2 ** fixed(3);
  order = fixed(3);
  count = number(3);
  codes.length < count && fail("structure");
  for (wide = Math.ceil(codes.length / step); count--; ) {
    place += number(order) + 1;
    i = number(1);
    odd.push([1 + place / wide | 0, place % wide * step, i, i ? 0 : codes[fixed(bitlength(codes.length - 1))] || fail("guess")]);
  }
  /1|.{6}/.test(bits) && fail("trailing");
  return node(codes, 1, 0, []);
};
