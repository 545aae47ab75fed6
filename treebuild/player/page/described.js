// Games that a page is told: a built-in rule over any codes and secrets, or a table.

/** A game that comes with the page: the parts that treebuild's documents have, table rows in hex, and the replies. */
function describedGame(name, { rule, symbols, codes, secrets, replies: labels, win, table }) {
  const between = symbols.some((symbol) => [...symbol].length > 1) ? "." : "";
  const split = (text) => between ? text.split(between) : [...text];
  const letters = rule === "table" ? [...new Set([...codes, ...secrets].flatMap(split))].sort() : symbols;
  const symbol = new Map(letters.map((letter, at) => [letter, at]));
  const listed = (set) => Array.isArray(set)
    ? set.map((text) => split(text).map((letter) => symbol.get(letter)))
    : allCodes(set.pegs, set.symbols, set.repeat).filter(([first]) => first !== set.not_first);

  const all = listed(codes);
  const guessable = all.length;
  const place = new Map(all.map((code, at) => [code.join(), at]));
  const placed = (code) => place.get(code.join()) ?? all.push(code) - 1; // a secret of a table may be no code
  const sought = secrets ? listed(secrets).map(placed) : indices(all);

  const pegs = Math.max(...all.map((code) => code.length));
  const says = labels.map((label) => label.split(".").map(Number));
  const answering = { codes: all, pegs, symbols: letters.length, replies: says };
  const own = {
    "bulls-cows": () => ({ asks: ["bulls", "cows"], reply: replier(answering) }),
    bulls: () => ({ asks: ["bulls"], reply: (guess, secret) => bullsOf(all[guess], all[secret]) }),
    wordle: () => ({ asks: [], reply: (guess, secret) => wordleReply(all[guess], all[secret]) }),
    table: () => ({ asks: [], reply: tableReply(table, sought) }),
  }[rule]();
  const face = (label, reply) => own.asks.length ? counted(pegs, ...says[reply]) : [...label].map((mark) => MARKS[mark]);

  const typed = { wordle: Object.keys(MARKS), table: [] }[rule] ?? [`0–${pegs}`];
  const set = secrets ?? codes;
  const space = !Array.isArray(set) && set;
  const digits = letters.join("") === "0123456789" && space && !space.repeat;
  const described = {
    ...own, name, letters, between, labels, says, win, guessable, pegs,
    replies: labels,
    symbols: letters.length,
    repeat: all.some((code) => new Set(code).size < code.length),
    hues: rule !== "wordle" && letters.every((letter) => [...COLOURS].includes(letter))
      ? letters.map((letter) => COLOURS.indexOf(letter)) : [],
    palette: space && !digits,
    keys: [letters.length > 12 ? `${letters[0]}–${letters.at(-1)}` : letters.join(" "), ...typed].join(" "),
    codes: all,
    secrets: sought,
    faces: rule === "table" ? [] : labels.map(face),
    marks: rule === "wordle",
    about,
    open: (text) => openGuesses(text, described, rule !== "table"),
  };

  function about(what) {
    if (!space) {
      const one = { n: sought.length, code: spell(described, all[sought[0]]) };
      return say(what === "think" ? "thinkOne" : "pickedOne", one);
    }
    const first = space.not_first === null ? "" : say("notFirst", { code: letters[space.not_first] });
    return `${say(what)} ${say(digits ? "digits" : space.repeat ? "symbols" : "distinct", space)}${first}`;
  }

  return described;
}

const bullsOf = (guess, secret) => guess.filter((symbol, peg) => symbol === secret[peg]).length;

/** Bulls first; then, from the left, a cow for each symbol that the secret has once more. As a number in base 3. */
function wordleReply(guess, secret) {
  const left = secret.filter((symbol, peg) => symbol !== guess[peg]);
  return guess.reduce((reply, symbol, peg) => {
    if (symbol === secret[peg]) return 3 * reply + 2;
    const at = left.indexOf(symbol);
    if (at >= 0) left.splice(at, 1);
    return 3 * reply + (at >= 0 ? 1 : 0);
  }, 0);
}

/** Replies read off a table: a row a code, two hexadecimal digits a secret. */
function tableReply(rows, secrets) {
  const column = new Map(secrets.map((secret, at) => [secret, 2 * at]));
  return (guess, secret) => parseInt(rows[guess].substr(column.get(secret), 2), 16);
}

/**
 * The tree of a text: its guesses, breadth first, numbers in base 36 and points between them. Without those of a last
 * candidate, which are the candidate itself, if `own`. Throws TreeError.
 */
function openGuesses(text, game, own) {
  const stored = text ? text.split(".") : [];
  let used = 0;
  const tree = grow(game, (node, candidates) => {
    if (own && candidates.length === 1) return candidates[0];
    const guess = parseInt(stored[used++], 36);
    if (!(guess < game.guessable)) throw new TreeError("guess", `guess ${used}: expected a number below ${game.guessable}`);
    return guess;
  });
  if (used < stored.length) throw new TreeError("trailing", `${stored.length} guesses: expected ${used}`);
  return tree;
}
