// {{title}}. Made by treebuild.

const QUESTIONS = [
  {{questions}}
];
const ANSWERS = [
  {{answers}}
];
const LINKS = [ // [node, answer, the node that follows]
  {{links}}
];
const MARKED = {{marked}}; // whether answers are marks, which people spell in many ways
const GREYS_YELLOW_GREEN = [
  [".-_xb", "y", "g"],
  ["0", "1", "2"],
  ["\u2b1b\u2b1c", "\u{1f7e8}", "\u{1f7e9}"], // squares, as shared results have them
  ["\u2b1b\u2b1c", "\u{1f7e6}", "\u{1f7e7}"], // and in the colours of high contrast
  ["\u26ab\u26aa", "\u{1f7e1}", "\u{1f7e2}"], // circles
];

/** A text in small letters and composed characters, without spaces around it: people and systems write them so. */
const plain = (text) => text.trim().toLowerCase().replace(/[\ufe0e\ufe0f]/g, "").normalize("NFC");

/** An answer as ANSWERS spells it. Marks are letters in any case, digits or squares, all of one kind. */
function read(text) {
  const signs = [...plain(text)].filter((sign) => !/\s/u.test(sign));
  for (const [greys, yellow, green] of MARKED ? GREYS_YELLOW_GREEN : []) {
    const grey = new Set(signs.filter((sign) => sign !== yellow && sign !== green));
    if (grey.size <= 1 && [...grey].every((sign) => greys.includes(sign)))
      return signs.map((sign) => (sign === yellow ? "y" : sign === green ? "g" : ".")).join("");
  }
  return text;
}

class Player {
  #nodes = [0];
  #named = false;

  /** What was found; null while questions are left. */
  get found() {
    const node = this.#nodes.at(-1);
    return this.#named || !LINKS.some(([from]) => from === node) ? QUESTIONS[node] : null;
  }

  /** What to ask; null once it is found. */
  get question() {
    return this.found === null ? QUESTIONS[this.#nodes.at(-1)] : null;
  }

  /** The answers that can come to the question. */
  answers() {
    const here = this.found === null ? LINKS.filter(([from]) => from === this.#nodes.at(-1)) : [];
    return here.map(([, answer]) => ANSWERS[answer]);
  }

  /** Takes an answer. Returns false, and changes nothing, for an answer that cannot come. */
  answer(text) {
    const [node, said] = [this.#nodes.at(-1), read(text)];
    const links = this.found === null ? LINKS.filter(([from]) => from === node) : [];
    const alike = links.filter(([, answer]) => plain(ANSWERS[answer]) === plain(said));
    const link = links.find(([, answer]) => ANSWERS[answer] === said) ?? (alike.length === 1 && alike[0]);
    if (!link) return false;
    this.#nodes.push(link[2]);
    this.#named = link[2] === node;
    return true;
  }

  /** Takes the last answer back; false when there is none. */
  undo() {
    if (this.#nodes.length === 1) return false;
    this.#nodes.pop();
    this.#named = false;
    return true;
  }
}

/** A new search. */
export const start = () => new Player();
