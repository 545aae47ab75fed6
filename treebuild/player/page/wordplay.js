// Games whose replies mark every symbol, as word games do: coloured tiles, a keyboard that keeps colours, hard mode.
// Only for trees with `marks`.

const KEYBOARDS = [ // keys that a game lacks are left out: the first serves Spanish and the north, the fourth Ukrainian, too
  "qwertyuiopå asdfghjklñöäæø zxcvbnm", "qwertzuiopü asdfghjklöä yxcvbnmß", "azertyuiop qsdfghjklm wxcvbn éèêëàâçîïôûù",
  "йцукенгшщзхъї фыівапролджэє ячсмитьбюёґ", "ςερτυθιοπ ασδφγηξκλ ζχψωβνμ",
].map((rows) => rows.split(" "));
const IN_ROW = 12; // keys at most
const CYCLE = ["", ".", "y", "g"]; // what a tile becomes when it is pressed; the first is no mark yet
const SIGNS = {}; // how people write marks: sign -> letter of a reply
for (const [letter, signs] of [["g", "g2🟩🟧🟢"], ["y", "y1🟨🟦🟡"], [".", ".-_xb0⬛⬜⚫⚪"]]) for (const sign of signs) SIGNS[sign] = letter;
const SQUARES_OF_WORDS = /[⬛⬜🟨🟩🟦🟧⚫⚪🟡🟢]/gu;
const HEADING = /^[^:]*\b[\dX]+\/\d+\*?$| · |\d\s?%|:\/\/|^#\w=/; // lines of a shared result: Wordle 1,234 4/6; our head, foot and link
const STRENGTH = ["", "cow", "bull"]; // what is known of a letter, the last the strongest

/** The rows of the keyboard that has most letters of a game, and a row of the others, as symbols; undefined if these are many. */
function keyboardOf(tree) {
  const at = new Map(tree.letters.map((letter, symbol) => [letter.toLowerCase(), symbol]));
  const others = (rows) => [...at.keys()].filter((letter) => !rows.some((row) => [...row].includes(letter)));
  const rows = KEYBOARDS.reduce((best, rows) => (others(rows).length < others(best).length ? rows : best));
  if (others(rows).length > IN_ROW) return undefined;
  return [...rows, others(rows)].map((row) => [...row].filter((key) => at.has(key)).map((key) => at.get(key))).filter((row) => row.length);
}

/** What replies have told of each symbol: the strongest of its marks. */
function marksSoFar(tree, steps) {
  const known = new Map();
  for (const { guess, reply } of steps) {
    for (const [peg, mark] of tree.faces[reply].entries()) {
      const symbol = tree.codes[guess][peg];
      if (STRENGTH.indexOf(mark) > STRENGTH.indexOf(known.get(symbol))) known.set(symbol, mark);
    }
  }
  return known;
}

/** A mark that a guess does not use, though hard mode asks for it: {key, n, symbol}, for `say`; undefined if none. */
function hardFault(tree, steps, guess) {
  const code = tree.codes[guess];
  for (const { guess: before, reply } of steps) {
    const [asked, face] = [tree.codes[before], tree.faces[reply]];
    const moved = face.findIndex((mark, peg) => mark === "bull" && code[peg] !== asked[peg]);
    if (moved >= 0) return { key: "hardHere", n: moved + 1, symbol: asked[moved] };
    const times = (symbols, symbol) => symbols.filter((other) => other === symbol).length;
    const present = asked.filter((symbol, peg) => face[peg]);
    const missing = present.find((symbol) => times(code, symbol) < times(present, symbol));
    if (missing !== undefined) return { key: "hardThere", symbol: missing };
  }
  return undefined;
}

/** A row of the board: the guess in the colours of its reply. */
function markedTiles(tree, guess, reply) {
  const drawn = tree.codes[guess].map((symbol, peg) => tile(tree, symbol, `marked ${tree.faces[reply][peg]}`));
  const label = `${spoken(tree, tree.codes[guess])}: ${spokenReply(tree, reply)}`;
  return h("span", { className: "tiles word", role: "img", "aria-label": label }, drawn);
}

/** A guess to be answered: its tiles are pressed until they have the right colours. `marks` are letters of a reply. */
function markingTiles(tree, guess, marks, press) {
  const drawn = tree.codes[guess].map((symbol, peg) => {
    const key = button(shownText(tree, tree.letters[symbol]), () => press(peg), {
      id: `tile${peg}`, className: `tile ${marks[peg] ? `marked ${MARKS[marks[peg]]}` : ""}` });
    key.setAttribute("aria-label", [tree.letters[symbol], say(PLACES[MARKS[marks[peg] || "."]])].join(": "));
    return key;
  });
  return h("div", { className: "tiles large marking", role: "group", "aria-label": spoken(tree, tree.codes[guess]) }, drawn);
}

/** The reply that marks mean, as people write them: bbygb, .yg.., 01200, ⬛⬛🟨🟩⬛; -1 if none. */
function readMarks(tree, text) {
  const signs = [...plain(text).replace(/\s/g, "")];
  return tree.labels.indexOf(signs.map((sign) => SIGNS[sign] ?? "?").join(""));
}

/** Lines such as "crane ⬛🟨⬛⬛🟩" of a text with words and a shared result, whose rows reply to the words in order. */
function wordLines(tree, text) {
  const [lines, waiting] = [[], []]; // `waiting`: places of words in `lines`
  for (const line of text.replace(/[\uFE0E\uFE0F]/g, "").split("\n")) {
    const squares = (line.match(SQUARES_OF_WORDS) ?? []).filter((sign) => !tree.letters.includes(sign)).join("");
    const others = line.replace(SQUARES_OF_WORDS, (sign) => (tree.letters.includes(sign) ? sign : "")).replace(/^[\s:]+|[\s:]+$/g, "");
    const words = others.split(/[\s,;]+/);
    if (squares && (others || !waiting.length)) lines.push(`${others} ${squares}`);
    else if (squares) lines[waiting.shift()] += ` ${squares}`;
    else if (words.every((word) => word && parse(tree, word) >= 0)) waiting.push(...words.map((word) => lines.push(word) - 1));
    else if (!HEADING.test(others)) lines.push(...others.split(/[,;]+/).filter(Boolean));
  }
  return lines;
}
