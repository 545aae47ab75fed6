// Decodes an implicit tree (schema/base92-implicit.md), small enough to paste anywhere: implicit.min.js is this file without
// its comments, spaces and long names, written by tests/helpers/minify.py.
//
//   import tree from "./implicit.min.js";
//   let node = tree(text, 4, 10, false);   // pegs, symbols, may symbols repeat
//   node.g                                 // the guess, an array of symbols; node.s: the candidates, an array of codes
//   node = node[100 * bulls + cows];       // the node after a reply; undefined where it cannot come, and after the last
//
// Throws an Error whose message is the kind of the specification.
export default (
  text,
  pegs,
  symbols,
  repeat,
  // not to be given: local names cost less as parameters
  fail = (kind = "game") => {
    throw Error(kind);
  },
  twice = list => new Set(list).size in list,
  // 99 a bull and 1 a common symbol make 100 a bull and 1 a cow; a symbol of the secret that was matched is struck out
  reply = (guess, secret, left = [...secret]) =>
    guess.reduce((sum, a, i) => sum + (a == secret[i] && 99) + left.some((b, j) => a == b && (left[j] = -1)), 0),
  digit = (c = text.charCodeAt(position++)) => c - 35 - (c > 92),
  codes = [],
  nodes = [{ s: codes }],
  position = 0,
  i = 0,
  code,
  key,
  node,
  parts,
  set
) => {
  // the numbers below symbols ** pegs, digit by digit; 7 ** 7 is the most that a game of 8464 codes needs
  for (; i < symbols ** pegs; i++)
    codes[8463] || i > 9e5
      ? fail()
      : repeat | !twice(code = [...Array(pegs)].map((_, j) => i / symbols ** (pegs + ~j) % symbols | 0)) && codes.push(code);
  codes[0] || fail();
  /[^#-[\]-\x7f]/.test(text = text.replace(/^\ufeff|\r?\n?$/g, "")) && fail("alphabet");
  text.length % 2 && fail("odd");
  for (node of nodes) {
    set = node.s;
    // a member that tells the set apart, looked for in sets of up to pegs * (pegs + 1): no less than there are replies
    node.g =
      !set[pegs * -~pegs] && set.find(a => !twice(set.map(b => reply(a, b)))) ||
      codes[92 * digit() + digit()] ||
      fail(text[position - 1] ? "guess" : "truncated");
    parts = {};
    set.map(code => (parts[reply(node.g, code)] ??= []).push(code));
    // keys come in ascending order, which is the order of the replies
    for (key in parts)
      key < 100 * pegs && (parts[key][set.length - 1] ? fail("wasted") : nodes.push(node[key] = { s: parts[key] }));
  }
  text[position] && fail("trailing");
  return nodes[0];
};
