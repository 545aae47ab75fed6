// What all views share: making elements, drawing codes and replies, and a tree opened for play.

const PLAYABLE = 10000; // more would keep the browser busy for too long
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

/** Children, lists of them among them, without the gaps that conditions leave: `few && list`. */
const present = (children) => children.flat(3).filter(Boolean);

/** Replaces what is in an element; the focus stays with the control of the same id, or at least in the view. */
function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement.id;
  element.replaceChildren(...present(children));
  if (focused) ($(focused) ?? $("view")).focus();
}

/** Lays the table: the stage, and beside it, where there is anything, the rest. */
function lay(stage, aside) {
  fill($("view"), h("section", { className: "stage" }, stage), aside && h("section", { className: "aside" }, aside));
}

/** Tells a screen reader what has just changed. */
function announce(...sentences) { $("said").textContent = sentences.join(". "); }

/** Opens a source {title, game, rules, text}: the decoded arrays and the game in one. Throws what the player throws. */
function openTree(source) {
  const game = gameOf(source);
  const { length } = game.secrets;
  if (length > PLAYABLE) throw new RangeError(`${length} codes: expected at most ${PLAYABLE}`);
  return { ...game, ...game.open(source.text), source };
}

/** The candidates that give this reply to a guess. All codes and replies are indices. */
const keep = (tree, candidates, guess, reply) => candidates.filter((secret) => tree.reply(guess, secret) === reply);

/** The steps {guess, reply, left} a tree takes to a secret; `left` counts what remains after the reply. */
function wayTo(tree, secret) {
  const steps = [];
  for (let node = 0; node >= 0;) {
    const guess = tree.guess[node];
    const reply = tree.reply(guess, secret);
    node = tree.child[node][reply];
    steps.push({ guess, reply, left: node < 0 ? 1 : tree.size[node] });
  }
  return steps;
}

/** A code, symbols, as text. */
const spell = ({ letters, between }, code) => code.map((symbol) => letters[symbol]).join(between);

/** A code for a screen reader, symbol by symbol. */
const spoken = ({ letters }, code) => code.map((symbol) => letters[symbol]).join(" ") || "–";

/** The index of what is spelled so among texts, in small letters or capitals if need be, or -1. */
function among(texts, text) {
  const exact = texts.indexOf(text);
  return exact < 0 ? texts.findIndex((one) => one.toLowerCase() === text.toLowerCase()) : exact;
}

/** The index of the code spelled so, or -1. */
const parse = (tree, text) => among(tree.codes.map((code) => spell(tree, code)), text);

// ---- Drawing -------------------------------------------------------------------------------------------------------

/** One symbol: a digit or letter, on a coloured peg too, where it is the cue for those who see no colour. */
function tile(tree, symbol, mark = "") {
  const hue = tree.hues[symbol];
  return h("span", { className: `tile ${hue === undefined ? "" : `colour c${hue}`} ${mark}` }, tree.letters[symbol]);
}

/** A code; its first tiles may be marked, by the letters of a reply. */
function tiles(tree, code, kind = "", marks) {
  const symbols = tree.codes[code];
  const drawn = symbols.map((symbol, peg) => tile(tree, symbol, marks?.[peg] && `marked ${MARKS[marks[peg]]}`));
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
  const kind = tree.marks ? "placed" : ""; // each mark at its symbol's place
  const marks = face.map((mark) => h("i", { className: mark }));
  return h("span", { className: `pegs ${kind}`, role: "img", "aria-label": spokenReply(tree, reply) }, marks);
}

/** The steps {guess, reply, left} as rows; a step may have a class name, mark, and a control. */
function board(tree, steps) {
  const rows = steps.map(({ guess, reply, left, mark = "", control }) => h("li", { className: mark },
    tiles(tree, guess), pegs(tree, reply),
    left !== undefined && h("span", { className: "left" }, number(left)), control));
  return h("ol", { className: "board" }, rows);
}

/** Codes in a row, for when they are few. */
function listing(tree, candidates) {
  return h("p", { className: "listing" }, candidates.map((code) => tiles(tree, code)));
}

const sum = (counts) => counts.reduce((sum, count) => sum + count, 0);

/** All guesses for all secrets. */
const total = ({ counts }) => sum(counts.map((count, at) => count * (at + 1)));

/** How many secrets each number of guesses finds, for one tree or two; one row may be marked. */
function chart(trees, marked) {
  const depths = Math.max(...trees.map((tree) => tree.counts.length));
  const most = Math.max(...trees.flatMap((tree) => [...tree.counts]));
  const bar = (tree, which, at) => {
    const count = tree.counts[at] ?? 0;
    const drawn = h("span", { className: `bar of${which}` });
    drawn.style.width = `${100 * count / most}%`;
    return h("div", {}, drawn, number(count));
  };
  const rows = Array.from({ length: depths }, (_, at) => h("tr", { className: at + 1 === marked ? "mine" : "" },
    h("th", { scope: "row" }, number(at + 1)), h("td", {}, trees.map((tree, which) => bar(tree, which, at)))));
  const caption = `${say("distribution")}: ${trees.map((tree) => number(total(tree))).join(" / ")}`;
  return h("table", { className: "chart" }, h("caption", {}, caption), rows);
}

/** What to call a source: its title, or what its tree is good for. */
function treeName(source) {
  const { title, counts } = source;
  const average = (total(source) / sum(counts)).toLocaleString(language, { maximumFractionDigits: 4 });
  return title || say("treeName", { game: gameName(source), average, most: counts.at(-1), depth: counts.length });
}

/** "34% are found sooner, 19% later", of all secrets than one found at this depth. */
function luck(tree, depth) {
  const percent = (counts) => Math.round(100 * sum(counts) / tree.secrets.length);
  const [fewer, more] = [tree.counts.slice(0, depth - 1), tree.counts.slice(depth)].map(percent);
  return say("luck", { fewer, more });
}

const button = (label, onclick, properties = {}) => h("button", { type: "button", onclick, ...properties }, label);
