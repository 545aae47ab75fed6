// What the page of a key shows: a question with its answers, what is still possible, the answers so far.

const FEW = 40; // names that are worth listing

let turns = [];
let chosen; // the question that the visitor wants to be asked; undefined for the key's own
let several; // the answers that are pressed, while several may be right
let unfit; // the answer that nothing gives, with the answers so far
let moved = false; // whether there is another question, to be read out

const asked = () => chosen ?? questionAfter(turns);

/** An element. Properties go by their names, other attributes too; children are elements or text, never HTML. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
}

/** A button; pressing it draws the page anew. */
const button = (label, press, properties = {}) =>
  h("button", { type: "button", onclick: () => { press(); draw(); }, ...properties }, label);

/** Goes on after these turns, with the key's own question or with a chosen one. */
function goOn(after, question) {
  [turns, chosen, several, unfit, moved] = [after, question, undefined, undefined, true];
  scrollTo(0, 0);
}

function answer(answers) {
  const turn = { question: asked(), answers };
  if (fitting([...turns, turn]).length) goOn([...turns, turn]);
  else unfit = turn;
}

const back = () => goOn(turns.slice(0, -1), turns.at(-1).question);

const isUnknown = ({ question, answers }) => answers.length === questions[question][1].length;

const told = (turn) => isUnknown(turn) ? say("unknown")
  : turn.answers.map((answer) => questions[turn.question][1][answer]).join(` ${say("or")} `);

// ---- Drawing ---------------------------------------------------------------------------------------------------------

function answersOf(question) {
  const possible = given(question, fitting(turns));
  return questions[question][1].map((text, at) => several
    ? button(text, () => several.delete(at) || several.add(at), { className: "answer", id: `answer${at}`, "aria-pressed": String(several.has(at)) })
    : button(text, () => answer([at]), { className: possible.includes(at) ? "answer" : "answer unfit" }));
}

function asking(question) {
  const severalOf = () => { several = several ? undefined : new Set(); };
  return [
    h("p", { className: "hint" }, say("question", { n: turns.length + 1 })),
    h("h2", { id: "asked", tabIndex: -1 }, questions[question][0]),
    h("div", { className: "answers" }, answersOf(question)),
    h("div", { className: "row" },
      several && button(say("goOn"), () => several.size && answer([...several]), { className: "main", id: "goOn" }),
      button(say("unknown"), () => answer(indices(questions[question][1])), { id: "unknown" }),
      questions[question][1].length > 2 && button(say("several"), severalOf, { id: "several", "aria-pressed": String(Boolean(several)) })),
    unfit && complaint(),
  ];
}

function complaint() {
  const words = doubtful(turns, unfit).length ? "clash" : "clashAlone";
  return h("p", { className: "complaint", id: "clash", role: "alert" }, say(words, { answer: told(unfit) }));
}

const list = (some) => h("ul", { className: "names" }, some.map((name) => h("li", {}, name)));

function ending(left) {
  const one = left.length === 1;
  return [
    h("p", { className: "hint" }, say(one ? "found" : "alike")),
    one ? h("h2", { id: "asked", className: "found", tabIndex: -1 }, left[0]) : h("div", { id: "asked", tabIndex: -1 }, list(left)),
  ];
}

function record() {
  const marked = unfit ? doubtful(turns, unfit) : [];
  const rows = turns.map((turn, at) => h("li", { className: marked.includes(at) ? "marked" : "" },
    h("span", {}, questions[turn.question][0], " ", h("b", {}, told(turn))),
    button("↶", () => goOn(turns.slice(0, at), turn.question), { className: "quiet", "aria-label": say("change", { n: at + 1 }) })));
  return [h("h3", {}, say("given")), h("ol", { className: "given" }, rows)];
}

/** A part of the page that is made once it is opened. */
function opened(id, make) {
  const details = h("details", { id }, h("summary", {}, say(id)));
  details.ontoggle = () => details.childElementCount > 1 || details.append(...make());
  return details;
}

/** Other questions to ask now, and how many names they leave. */
function others(question) {
  return useful(turns, fitting(turns)).filter((other) => other.question !== question).map(({ question: other, left }) =>
    button([questions[other][0], h("span", { className: "hint" }, say("leaves", { n: left.toLocaleString(language, { maximumFractionDigits: 1 }) }))],
      () => goOn(turns, other), { className: "answer" }));
}

/** Every hypothesis, with each way in which the tree comes to it, and the group that is found there. */
function all() {
  const wayOf = (finding) => way(finding).map((turn) => `${questions[turn.question][0]} ${told(turn)}`).join(" · ")
    + (names[finding] === hypotheses[finding] ? "" : ` → ${names[finding]}`);
  const ways = (one) => [...new Set(indices(names).filter((finding) => hypotheses[finding] === one).map(wayOf))];
  return [...new Set(hypotheses)].sort((a, b) => a.localeCompare(b, language)).map((one) =>
    h("details", {}, h("summary", {}, one), ways(one).map((text) => h("p", { className: "hint" }, text))));
}

function picker() {
  const options = Object.entries(WORDS).map(([tag, { name }]) => h("option", { value: tag, selected: tag === language }, name));
  const change = ({ target }) => { language = target.value; draw(); };
  return h("label", {}, say("language"), " ", h("select", { id: "language", onchange: change }, options));
}

function draw() {
  const question = asked(), left = named(fitting(turns));
  const focused = document.activeElement.id;
  document.documentElement.lang = language;
  document.getElementById("size").textContent = say("size", { questions: questions.length, names: named(indices(names)).length });
  document.getElementById("view").replaceChildren(
    h("section", {}, question < 0 ? ending(left) : asking(question),
      turns.length > 0 && h("div", { className: "row" }, button(say("back"), back, { id: "back" }), button(say("again"), () => goOn([]), { id: "again" }))),
    h("section", { className: "aside" },
      question >= 0 && [h("h3", { id: "left" }, say("left", { n: left.length })), left.length <= FEW && list(left)],
      turns.length > 0 && record(), question >= 0 && opened("others", () => others(question)), opened("all", all)));
  document.getElementById("foot").replaceChildren(picker());
  document.getElementById(moved ? "asked" : focused)?.focus();
  moved = false;
}

/** The answer that a digit means: the one of this text, or, where no answer has digits, the one at this place. -1 for none. */
const meant = (digit, texts) => texts.some((text) => /\d/.test(text)) ? texts.indexOf(digit) : texts[digit - 1] ? digit - 1 : -1;

/** Digits answer, ? does not know, Backspace goes back. */
function press({ key, target, ctrlKey, metaKey, altKey }) {
  const question = asked();
  if (ctrlKey || metaKey || altKey || target.matches("select, input")) return;
  if (key === "Backspace" && turns.length) back();
  else if (question < 0 || several) return;
  else if (key === "?") answer(indices(questions[question][1]));
  else if (/^\d$/.test(key) && meant(key, questions[question][1]) >= 0) answer([meant(key, questions[question][1])]);
  else return;
  draw();
}

addEventListener("keydown", press);
draw();
