// Games that are described to the page: a built-in rule over any codes and secrets, or a table.

/** The game of `rules`: the parts that treebuild's documents have, with table rows in hex, and the replies. */
function describedGame(name, rules) {
  const { rule, win } = rules;
  const spelled = spelledCodes(rules);
  const { letters, codes, pegs } = spelled;
  let labels = rules.replies ?? [""];
  while (labels.length <= win) labels = labels.flatMap((label) => [...".yg"].map((mark) => label + mark));
  const says = labels.map((label) => label.split(".").map(Number));
  const asks = { "bulls-cows": ["bulls", "cows"], bulls: ["bulls"] }[rule] ?? [];
  const face = (label, reply) => asks.length ? counted(pegs, ...says[reply]) : [...label].map((mark) => MARKS[mark]);
  const typed = rule === "wordle" ? Object.keys(MARKS) : asks.length && !letters.includes("1") ? [`0–${pegs}`] : [];
  const coloured = rule !== "wordle" && letters.every((letter) => [...COLOURS].includes(letter));
  const sure = (candidates) => candidates.length > 1 || rule === "table" ? NONE : candidates[0];
  const game = {
    ...spelled, name, labels, win, asks, says,
    symbols: letters.length,
    hues: coloured ? letters.map((letter) => COLOURS.indexOf(letter)) : [],
    keys: [isTen(letters) ? "0–9" : letters.length > 12 ? "A–Z" : letters.join(" "), ...typed].join(" "),
    reply: {
      "bulls-cows": () => replier({ codes, pegs, symbols: letters.length, replies: says }),
      bulls: () => (guess, secret) => bullsOf(codes[guess], codes[secret]),
      wordle: () => wordleReplier(codes, letters.length),
      table: () => tableReply(rules.table, spelled.secrets),
    }[rule](),
    replies: labels,
    alike: false,
    additive: rule === "bulls-cows",
    faces: rule === "table" ? [] : labels.map(face),
    marks: rule === "wordle",
    phrases: rule === "table" && spelled.pegs > 10,
    open: (text) => openGuesses(text, game, sure),
  };
  return { ...game, ...wordsOf(game, rules.secrets ?? rules.codes) };
}

/** The symbols, and the codes made of them: first the guesses, then the secrets of a table that are no guesses. */
function spelledCodes({ rule, symbols, codes, secrets }) {
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
  const sought = secrets ? listed(secrets).map((code) => place.get(code.join()) ?? all.push(code) - 1) : indices(all);
  return {
    letters, between, guessable,
    codes: all,
    secrets: sought,
    pegs: Math.max(...all.map((code) => code.length)),
    repeat: all.some((code) => new Set(code).size < code.length),
  };
}

const isTen = (letters) => letters.join("") === "0123456789";

/** What to say of the secrets, a list of texts or a space {pegs, symbols, repeat, not_first}. */
function wordsOf(game, set) {
  const { letters, codes, secrets } = game;
  if (Array.isArray(set)) {
    const one = { n: secrets.length, code: spellIndex(game, secrets[0]) };
    const kind = game.marks ? "secretWord" : "secretListed";
    return { palette: false, kind, about: (what) => `${say(what)}${say("oneOf", one)}` };
  }
  const kind = set.repeat ? "symbols" : isTen(letters) ? "digits" : "distinct";
  const first = () => set.not_first === null ? "" : say("notFirst", { code: letters[set.not_first] });
  const secret = game.hues.length ? { symbols: "secretColours", distinct: "secretHues" }
    : { symbols: "secretRepeats", digits: "secretDigits", distinct: "secretDistinct" };
  return { palette: kind !== "digits", kind: secret[kind], about: (what) => `${say(what)}${say(kind, set)}${first()}` };
}

const bullsOf = (guess, secret) => guess.filter((symbol, peg) => symbol === secret[peg]).length;

/** Replies as numbers in base 3: bulls first; then, from the left, a cow for each symbol that the secret has once more. */
function wordleReplier(codes, symbols) {
  const spare = new Uint8Array(symbols); // how often the secret has a symbol that is no bull: all 0 between calls
  return (guess, secret) => {
    const [asked, sought] = [codes[guess], codes[secret]];
    let reply = 0;
    for (let peg = 0; peg < sought.length; peg++) if (asked[peg] !== sought[peg]) spare[sought[peg]]++;
    for (let peg = 0; peg < asked.length; peg++) {
      const mark = asked[peg] === sought[peg] ? 2 : spare[asked[peg]] ? 1 : 0;
      if (mark === 1) spare[asked[peg]]--;
      reply = 3 * reply + mark;
    }
    for (let peg = 0; peg < sought.length; peg++) spare[sought[peg]] = 0;
    return reply;
  };
}

/** Replies from a table: a row for each code, two hexadecimal digits for each secret, or four. */
function tableReply(rows, secrets) {
  const digits = rows[0].length / secrets.length;
  const column = new Map(secrets.map((secret, at) => [secret, digits * at]));
  return (guess, secret) => parseInt(rows[guess].substr(column.get(secret), digits), 16);
}
