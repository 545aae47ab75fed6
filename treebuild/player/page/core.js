// What all views share: making elements, drawing codes, replies and boards.

const $ = (id) => document.getElementById(id);

/** An element. Properties go by their names, other attributes too; children are elements or text, never HTML. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...present(children));
  return element;
}

/** Children and lists of children as one list, without the gaps that conditions leave: `few && list`. */
const present = (children) => children.flat(3).filter((child) => child || child === 0);

/** Replaces what is in an element; the focus stays with the control of the same id, or at least in the view. */
function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement.id;
  element.replaceChildren(...present(children));
  if (focused) ($(focused) ?? $("view")).focus({ preventScroll: true });
}

/**
 * Fills the view: the table, which is the stage and the history, what has been played, false where that is nothing yet;
 * then what is beside it, what the trees would do, and the rules while they are wanted.
 */
function lay(stage, history, aside, trees) {
  const part = (className, ...what) => present(what).length > 0 && h("section", { className }, what);
  fill($("view"), h("div", { className: "table" }, part("stage", stage), part("history", history, history !== undefined && legend(tree))),
    part("aside", aside), part("trees", trees), howTo(tree));
}

/** An element for a value that is still being found: once the promise brings it, `draw` makes children of it. */
function soon(promise, draw, properties = {}, meanwhile = h("p", { className: "hint" }, say("hintLooking"))) {
  const element = h("div", properties, meanwhile);
  promise.then((value) => element.replaceChildren(...present([draw(value)])),
    (error) => element.replaceChildren(h("p", {}, error.message)));
  return element;
}

/** Tells a screen reader what has just changed. */
function announce(...sentences) {
  $("said").textContent = sentences.filter(Boolean).join(". ").replace(/([.!?。！？…])\. /g, "$1 ");
}

const button = (label, onclick, properties = {}) => h("button", { type: "button", onclick, ...properties }, label);

/** An address in this page. Others have a page from disk elsewhere, so there it is only the part from the "#" on. */
const linkWith = (hash) => (location.protocol.startsWith("http") ? location.href.split("#")[0] : "") + hash;

/** A switch with its words. */
const onOff = (id, words, checked, onchange) =>
  h("label", { className: "row" }, h("input", { type: "checkbox", role: "switch", id, checked, onchange }), words);

/** A control that copies a text, or, if the browser refuses, shows it to be copied by hand. */
function copier(id, label, text) {
  const shown = h("output", { className: "copied" });
  const show = (what) => fill(shown, what);
  const copy = () =>
    (navigator.clipboard?.writeText(text()) ?? Promise.reject()).then(() => show("✓"), () => show(text()));
  return [button(label, copy, { id }), shown];
}

// ---- Codes ---------------------------------------------------------------------------------------------------------

/** The candidates that give this reply to a guess, or one of these. All codes and replies are indices. */
const keep = (tree, candidates, guess, reply) =>
  candidates.filter((secret) => [reply].flat().includes(tree.reply(guess, secret)));

/** The replies to a guess that these secrets give, ascending. */
const repliesTo = (tree, guess, secrets) => Object.keys(partition(tree.reply, guess, secrets)).map(Number);

/** Whether nobody is sure of the reply of a step: then it is a list of those that it may have been. */
const isUnsure = ({ reply }) => Array.isArray(reply);

/** The step after these: {guess, reply, before, candidates, left}. */
function stepAfter(tree, steps, guess, reply) {
  const before = steps.at(-1)?.candidates ?? tree.secrets;
  const candidates = keep(tree, before, guess, reply);
  return { guess, reply, before, candidates, left: candidates.length };
}

/** These steps and one more, a guess at a secret. */
const after = (tree, steps, guess, secret) => [...steps, stepAfter(tree, steps, guess, tree.reply(guess, secret))];

const stepsOf = (tree, guesses, secret) => guesses.reduce((steps, guess) => after(tree, steps, guess, secret), []);

/** Guesses with their replies as steps, up to the first that nothing fits. */
function stepsOfPairs(tree, pairs) {
  const steps = [];
  for (const [guess, reply] of pairs) {
    const step = stepAfter(tree, steps, guess, reply);
    if (!step.left) break;
    steps.push(step);
  }
  return steps;
}

const anySecret = ({ secrets }) => secrets[Math.floor(Math.random() * secrets.length)];

/** A code, symbols, as text. */
const spell = ({ letters, between }, code) => code.map((symbol) => letters[symbol]).join(between);

const spellIndex = (tree, code) => shownText(tree, spell(tree, tree.codes[code]));

/** Words are shown in capitals, of which browsers lack one. */
const shownText = ({ marks }, text) => (marks ? text.replaceAll("ß", "ẞ").toUpperCase() : text);

/** A symbol for a screen reader: colours by their names too. */
function spokenSymbol({ letters, hues }, symbol) {
  const names = say("colours").split(" ");
  return hues[symbol] === undefined ? letters[symbol] : `${letters[symbol]} ${names[hues[symbol]]}`;
}

/** A code for a screen reader, symbol by symbol. */
const spoken = (tree, code) => tree.phrases ? spell(tree, code) :
  code.map((symbol) => spokenSymbol(tree, symbol)).join(tree.hues.length ? ", " : " ") || "–";

/** A text in small letters and composed characters, whether it is drawn as text or as pictures: what looks alike is the same. */
const plain = (text) => text.toLowerCase().replace(/[\uFE0E\uFE0F]/g, "").normalize("NFC");

/** The index of a text among texts, in small letters or capitals if need be; -1 if it is not there. */
function among(texts, text) {
  const exact = texts.indexOf(text);
  return exact < 0 ? texts.findIndex((one) => plain(one) === plain(text)) : exact;
}

/** The index of the code with this spelling, or -1. */
const parse = (tree, text) => among(tree.spelled ??= tree.codes.map((code) => spell(tree, code)), text);

/** The symbols that some guesses have named. */
const namedBy = (tree, guesses) => [...new Set(guesses.flatMap((guess) => tree.codes[guess]))];

// ---- Drawing -------------------------------------------------------------------------------------------------------

/** One symbol, as a digit or letter. A peg has a colour and a shape too; any one of the three tells it apart. */
function tile(tree, symbol, mark = "") {
  const hue = tree.hues[symbol];
  return h("span", { className: `tile ${hue === undefined ? "" : `colour c${hue}`} ${mark}` },
    h("span", {}, shownText(tree, tree.letters[symbol])));
}

/** A code. */
function tiles(tree, code, kind = "") {
  const symbols = tree.codes[code];
  if (tree.phrases) return h("b", { className: `phrase ${kind}` }, spell(tree, symbols));
  const drawn = symbols.map((symbol) => tile(tree, symbol));
  return h("span", { className: `tiles ${kind}`, role: "img", "aria-label": spoken(tree, symbols) }, drawn);
}

const PLACES = { bulls: "rightPlace", cows: "wrongPlace", bull: "rightPlace", cow: "wrongPlace", "": "absent" };

/** "1 in the right place, 2 in the wrong place"; or the place of each symbol; or the label. */
function spokenReply({ asks, says, faces, labels }, reply) {
  if (asks.length) return asks.map((kind, at) => `${says[reply][at]} ${say(PLACES[kind])}`).join(", ");
  return faces[reply]?.map((mark) => say(PLACES[mark])).join(", ") ?? labels[reply];
}

/** A reply as ●●○, one mark per peg, or as its label. */
function pegs(tree, reply) {
  const face = tree.faces[reply];
  if (!face) return h("b", { className: "pegs" }, tree.labels[reply]);
  const marks = face.map((mark) => h("i", { className: tree.marks ? `marked ${mark}` : mark }));
  return h("span", { className: "pegs", role: "img", "aria-label": spokenReply(tree, reply) }, marks);
}

const DOTS = { bull: "●", cow: "○", "": "·" };
const SQUARES = { bull: "🟩", cow: "🟨", "": "⬛" };

/** A reply as text that can be sent to a friend. */
const typedReply = (tree, reply) =>
  tree.faces[reply]?.map((mark) => (tree.marks ? SQUARES : DOTS)[mark]).join("") ?? tree.labels[reply];

/** A guess with its reply; in games of words, the letters in the colours of the reply. */
const guessAndReply = (tree, guess, reply) => Array.isArray(reply) ? [tiles(tree, guess), reply.length === tree.labels.length
  ? h("b", {}, say("unknown")) : reply.map((one, at) => [at > 0 && "/", pegs(tree, one)])]
  : tree.marks ? markedTiles(tree, guess, reply) : [tiles(tree, guess), pegs(tree, reply)];

/** Steps {guess, reply, left} as rows; a step may have a class name, mark, a control and more below. */
function board(tree, steps, label = "") {
  const rows = steps.map(({ guess, reply, left, mark = "", control, below }) => h("li", { className: mark },
    h("div", { className: "step" }, guessAndReply(tree, guess, reply),
      left !== undefined && h("span", { className: "left" }, leftOver(tree, reply, left)), control), below));
  const style = `--ems: ${(tree.marks ? 1.65 : 2.6) * tree.pegs + 1}`; // the width of a row, in its font's size
  return h("ol", { className: "board", style, ...(label && { "aria-label": label }) }, rows);
}

/** The meaning of the marks of replies, to stand below a board. */
function legend(tree) {
  const kinds = tree.marks ? ["bull", "cow", ""] : tree.asks.map((kind) => kind.slice(0, -1));
  const mark = (kind) => tree.marks ? h("span", { className: `tile marked ${kind}` }) : h("i", { className: kind });
  return kinds.length > 0 && h("p", { className: "hint legend", "aria-hidden": "true" }, // replies are spoken in words
    kinds.map((kind) => h("span", {}, mark(kind), " ", say(PLACES[kind]))));
}

const leftOver = (tree, reply, left) => reply === tree.win ? say("foundHere") : say("left", { n: left });

/** Codes in a row; only for a few. */
function listing(tree, candidates) {
  return h("p", { className: "listing" }, candidates.map((code) => tiles(tree, code)));
}

const sum = (counts) => counts.reduce((sum, count) => sum + count, 0);

/** All guesses for all secrets. */
const total = (counts) => sum(counts.map((count, at) => count * (at + 1)));

const average = (counts, digits = 2) => number(total(counts) / sum(counts), digits);

/**
 * A chart of one or two lists of counts, with their names: how many secrets take each number of guesses. One row may be
 * marked. Bars show shares, so that lists with different sums can be compared.
 */
function chart(lists, names, marked) {
  const depths = Math.max(...lists.map((counts) => counts.length));
  const shares = lists.map((counts) => counts.map((count) => count / sum(counts)));
  const most = Math.max(...shares.flat());
  const bar = (counts, which, at) => {
    const drawn = h("span", { className: `bar of${which}` });
    drawn.style.width = `${100 * (shares[which][at] ?? 0) / most}%`;
    return h("div", {}, drawn, number(counts[at] ?? 0));
  };
  const rows = Array.from({ length: depths }, (_, at) => h("tr", { className: at + 1 === marked ? "mine" : "" },
    h("th", { scope: "row" }, number(at + 1)), h("td", {}, lists.map((counts, which) => bar(counts, which, at)))));
  const key = (counts, which) => h("span", {}, h("i", { className: `bar of${which}` }), names[which]);
  return h("table", { className: "chart" },
    h("caption", {}, `${say("distribution")}: `, lists.map(key)), h("tbody", {}, rows));
}

/** Such as "34% are found sooner, 19% later": of all secrets, in comparison with one found at this depth. */
function luck(counts, depth) {
  const percent = (some) => Math.round(100 * sum(some) / sum(counts));
  return say("luck", { fewer: percent(counts.slice(0, depth - 1)), more: percent(counts.slice(depth)) });
}
