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

/** Opens a source {title, game, text}: the decoded arrays and the game in one. Throws what the player throws. */
function openTree(source) {
  const game = parseGame(source.game);
  const { codes, replies } = game;
  if (codes.length > PLAYABLE) throw new RangeError(`${codes.length} codes: expected at most ${PLAYABLE}`);
  return {
    ...game,
    ...decode(source.text, game),
    source,
    win: replies.length - 1,
    all: codes.map((_, code) => code),
    reply: replier(game), // of two code indices
  };
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

/** A symbol as text, and a code: 0 to 9, then letters. */
const letter = (symbol) => symbol.toString(36);
const spell = (code) => code.map(letter).join("");

/** A code for a screen reader, symbol by symbol. */
const spoken = (code) => spell(code).split("").join(" ") || "–";

/** The index of the code spelled so, or -1. */
const parse = (tree, text) => tree.codes.findIndex((code) => spell(code) === text);

// ---- Drawing -------------------------------------------------------------------------------------------------------

const COLOURS = 6; // pegs that can be told apart
const inColour = (tree) => tree.repeat && tree.symbols <= COLOURS;

/** One symbol: a digit, or a coloured peg that still shows its digit, which is the cue for those who see no colour. */
function tile(tree, symbol) {
  const colour = inColour(tree) ? `colour c${symbol}` : "";
  return h("span", { className: `tile ${colour}` }, letter(symbol));
}

function tiles(tree, code, kind = "") {
  const symbols = tree.codes[code];
  const drawn = symbols.map((symbol) => tile(tree, symbol));
  return h("span", { className: `tiles ${kind}`, role: "img", "aria-label": spoken(symbols) }, drawn);
}

const spokenReply = (tree, reply) => {
  const [bulls, cows] = tree.replies[reply];
  return `${bulls} ${say("rightPlace")}, ${cows} ${say("wrongPlace")}`;
};

/** A reply as ●●○, one mark per peg. */
function pegs(tree, reply) {
  const [bulls, cows] = tree.replies[reply];
  const mark = (peg) => (peg < bulls ? "bull" : peg < bulls + cows ? "cow" : "");
  const marks = tree.codes[0].map((_, peg) => h("i", { className: mark(peg) }));
  return h("span", { className: "pegs", role: "img", "aria-label": spokenReply(tree, reply) }, marks);
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
  const { title, game, counts } = source;
  const average = (total(source) / sum(counts)).toLocaleString(language, { maximumFractionDigits: 4 });
  return title || say("treeName", { game: gameName(game), average, most: counts.at(-1), depth: counts.length });
}

/** "Think of 4 different digits", or what else is done with a secret. */
const secretWords = (what, tree) => `${say(what)} ${say(tree.repeat ? "symbols" : "digits", tree)}`;

const gameName = (game) => say(game.endsWith("r") ? "repeating" : "different");

/** "34% are found sooner, 19% later", of all secrets than one found at this depth. */
function luck(tree, depth) {
  const percent = (counts) => Math.round(100 * sum(counts) / tree.codes.length);
  const [fewer, more] = [tree.counts.slice(0, depth - 1), tree.counts.slice(depth)].map(percent);
  return say("luck", { fewer, more });
}

const button = (label, onclick, properties = {}) => h("button", { type: "button", onclick, ...properties }, label);
