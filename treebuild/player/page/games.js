// Games: the same properties for all of them, whatever makes the replies. Symbols, codes and replies are indices.
//
//   letters, between       how symbols are spelled, and what stands between them in a code
//   hues                   the colour of each symbol, or none
//   codes, pegs, repeat    arrays of symbols; the most symbols of a code; whether a code may have a symbol twice
//   guessable, secrets     how many codes, which come first, may be guessed; the codes that may be the secret
//   reply(guess, secret)   and win, the reply that ends the game
//   labels, faces          the replies as texts, and as marks, one for each peg: "bull", "cow" or ""; a table has none
//   asks, says             ["bulls", "cows"] and what each reply says of them, where replies are counts
//   marks                  whether replies mark every symbol instead
//   phrases                whether codes are words or questions, to be read and chosen as a whole
//   palette, keys          whether to show the symbols, and how to say that they can be typed
//   kind                   what the secrets are, a key of messages.js
//   about(what)            words: what to think of, or what has been picked
//   alike, additive        whether all symbols are alike; whether replies are sums over the pegs, bulls and cows
//   open(text)             the tree that a text stands for

const COLOURS = "OBGYPRWC"; // pegs that can be told apart: orange, blue, green, yellow, purple, red, white, cyan
const MOST = 100_000; // codes: a game of more would keep a phone busy for too long
const MARKS = { g: "bull", y: "cow", ".": "" };

/** The game of a source {game, rules}: one that `rules` describe, or a pNcM game. */
const gameOf = ({ game, rules }) => rules ? describedGame(game, rules) : pegGame(game);

/** What to call a game: in the visitor's words if the page knows it, else as its file does. */
function gameName({ game, rules }) {
  if (Object.hasOwn(KNOWN, game)) return say(KNOWN[game]);
  if (rules && !/^p\d+c\d+[nr]$/.test(game)) return game.slice(0, 1).toUpperCase() + game.slice(1);
  const { pegs, symbols, repeat } = parseGame(game, MOST);
  if (symbols === 10) return say(repeat ? "repeatingDigits" : "numbers", { n: pegs });
  return say(repeat ? "repeats" : "differing", { pegs, symbols });
}

const KNOWN = {
  p4c10n: "bullsAndCows", p4c6r: "mastermind", p5c8r: "superMastermind",
  "four different digits, not 0 first": "noZero",
};

const indices = (items) => [...items.keys()];

/** A mark for each peg: bulls, then cows. */
const counted = (pegs, bulls, cows = 0) =>
  Array.from({ length: pegs }, (_, peg) => (peg < bulls ? "bull" : peg < bulls + cows ? "cow" : ""));

function pegGame(rules) {
  const game = parseGame(rules, MOST);
  const { codes, pegs, symbols, repeat, replies } = game;
  const coloured = repeat && symbols <= COLOURS.length;
  const letters = coloured ? [...COLOURS.slice(0, symbols)]
    : Array.from({ length: symbols }, (_, symbol) => symbol.toString(36)); // 0 to 9, then letters
  return {
    ...game, letters,
    between: "",
    hues: coloured ? indices(letters) : [],
    kind: coloured ? "secretColours" : repeat ? "secretRepeats" : symbols === 10 ? "secretDigits" : "secretDistinct",
    palette: repeat || symbols !== 10, // the ten digits need not be shown
    keys: coloured ? letters.join(" ") : symbols > 10 ? "0–9 A–Z" : "0–9",
    guessable: codes.length,
    secrets: indices(codes),
    reply: replier(game),
    win: replies.length - 1,
    alike: true,
    additive: true,
    labels: replies.map(([bulls, cows]) => `${bulls}.${cows}`),
    faces: replies.map(([bulls, cows]) => counted(pegs, bulls, cows)),
    asks: ["bulls", "cows"],
    says: replies,
    about: (what) => `${say(what)}${say(repeat ? "symbols" : symbols === 10 ? "digits" : "distinct", game)}`,
    open: (text) => codes.length > WHOLE
      ? openGuesses(text, game, (candidates, reply) => infer(candidates, reply, replies.length - 1))
      : decode(text, game),
  };
}
