// The page of a key: it asks the questions of key.js, which stands before it, in one of three languages.

const WORDS = {
  en: { name: "English", language: "Language", found: "Found", back: "take back", again: "start again" },
  ru: { name: "Русский", language: "Язык", found: "Найдено", back: "взять ответ назад", again: "начать заново" },
  zh: { name: "中文", language: "语言", found: "找到了", back: "撤回", again: "重新开始" },
};
let language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const player = start();
const turns = []; // [question, answer]

function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function button(label, press) {
  return element("button", label, { type: "button", onclick: () => { press(); draw(); } });
}

function answer(text) {
  turns.push([player.question, text]);
  player.answer(text);
}

function back() {
  turns.pop();
  player.undo();
}

function picker() {
  const options = Object.entries(WORDS).map(([tag, { name }]) => element("option", name, { value: tag }));
  const choose = (event) => { language = event.target.value; draw(); document.querySelector("select").focus(); };
  const select = element("select", "", { ariaLabel: WORDS[language].language, onchange: choose });
  select.append(...options);
  select.value = language;
  return select;
}

function draw() {
  const { found, question } = player, words = WORDS[language];
  document.documentElement.lang = language;
  const given = element("ol", "");
  given.append(...turns.map(([asked, said]) => element("li", `${asked} ${said}`)));
  const undo = turns.length ? [button(words.back, back)] : [];
  const again = found === null ? [] : [button(words.again, () => { while (turns.length) back(); })];
  document.getElementById("view").replaceChildren(
    element("h2", found === null ? question : `${words.found}: ${found}`, { id: "asked" }),
    ...player.answers().map((text) => button(text, () => answer(text))), given, ...undo, ...again, picker());
}

draw();
