// What the page says, in the order of LANGUAGES. "{n}" and the like are filled in; where a plural differs, it follows
// a "|".

const LANGUAGES = { en: "English", ru: "Русский", zh: "中文" };

const WORDS = {
  different: ["Bulls & Cows", "Быки и коровы", "猜数字"],
  repeating: ["Mastermind", "Мастермайнд", "珠玑妙算"],
  finds: ["It guesses", "Оно угадывает", "它来猜"],
  hides: ["You guess", "Вы", "你来猜"],
  explore: ["Explore", "Дерево", "决策树"],
  think: ["Think of {pegs} different digits", "Загадайте цифры: {pegs} разные", "想好 {pegs} 个不同的数字"],
  thinkRepeat: [
    "Think of {pegs} of these (repeats allowed)",
    "Загадайте {pegs} из этих, можно с повторами",
    "从中选 {pegs} 个，可以重复",
  ],
  picked: ["I have {pegs} different digits in mind", "Загаданы цифры: {pegs} разные", "我想好了 {pegs} 个不同的数字"],
  pickedRepeat: [
    "I have {pegs} of these in mind (repeats allowed)",
    "Загадано {pegs} из этих, возможно с повторами",
    "我从中选了 {pegs} 个，可能重复",
  ],
  howMany: ["How many of these are right?", "Сколько из них верных?", "其中有几个对？"],
  sure: ["Then it can only be this:", "Тогда остаётся только это:", "那么只能是："],
  left: ["{n} possibility left|{n} possibilities left", "осталось вариантов: {n}", "还剩 {n} 种可能"],
  atMost: ["at most {n} more guess|at most {n} more guesses", "ещё ходов, не больше: {n}", "最多再猜 {n} 次"],
  bulls: ["Bulls", "Быки", "A"],
  cows: ["Cows", "Коровы", "B"],
  rightPlace: ["in the right place", "на своём месте", "位置正确"],
  wrongPlace: ["in the wrong place", "не на своём месте", "位置不对"],
  back: ["Change answer {n}", "Изменить ответ {n}", "修改回答 {n}"],
  again: ["Play again", "Ещё раз", "再来一局"],
  impossible: ["Nothing fits these answers", "Такие ответы ничему не подходят", "没有符合的答案"],
  blame: [
    "A marked answer must be wrong: ↶ changes it.",
    "Неверен один из отмеченных ответов: ↶ изменит его.",
    "标出的回答中有一个错了：↶ 可修改。",
  ],
  found: ["Found in {n} guess!|Found in {n} guesses!", "Угадано! Ходов: {n}", "{n} 次猜中！"],
  luck: [
    "Of all {all}, {fewer}% are found sooner and {more}% later.",
    "Из всех {all} быстрее находят {fewer} %, дольше ищут {more} %.",
    "全部 {all} 个之中，{fewer}% 更快，{more}% 更慢。",
  ],
  guess: ["Guess", "Ход", "猜测"],
  hint: ["Hint", "Подсказка", "提示"],
  reveal: ["Give up", "Сдаюсь", "放弃"],
  itWas: ["It was this", "Загадано было это", "答案是"],
  treePlays: ["The tree would guess {code}.", "Дерево пошло бы {code}.", "决策树会猜 {code}。"],
  offTree: ["The tree would have guessed otherwise.", "Дерево ходило бы иначе.", "决策树不会这样猜。"],
  treeTakes: ["The tree guesses:", "Дерево ходит так:", "决策树的猜法："],
  distribution: ["Guesses needed", "Сколько нужно ходов", "需要猜几次"],
  compare: ["Compare with", "Сравнить с", "对比"],
  search: ["Find", "Найти", "查找"],
  remaining: ["Left", "Осталось", "剩余"],
  columns: [
    "n-th: the last guess from there on. e: all guesses from there on, added up.",
    "n-th: последний ход отсюда. e: сумма всех ходов отсюда.",
    "n-th：此后最晚第几次猜中。e：此后全部次数之和。",
  ],
  tree: ["Tree", "Дерево", "决策树"],
  treeName: [
    "{game}: average {average}, {most} take {depth}",
    "{game}: в среднем {average}, за {depth} — {most}",
    "{game}：平均 {average}，{depth} 次的有 {most} 个",
  ],
  link: ["Copy link", "Скопировать ссылку", "复制链接"],
  damaged: ["This link is damaged: {why}", "Ссылка повреждена: {why}", "链接已损坏：{why}"],
  helpText: [
    "Every guess was worked out beforehand: your answers lead down a tree. Keys: 1 2 is one bull, two cows; Backspace undoes.",
    "Все ходы найдены заранее: ваши ответы ведут по дереву. Клавиши: 1 2 это один бык, две коровы; Backspace отменяет.",
    "每一次猜测都预先算好，你的回答沿着一棵树走。按键：1 2 即 1A2B；Backspace 撤销。",
  ],
};

let language = "en";

/** The words for a key, with {names} filled in. */
function say(key, values = {}) {
  const [singular, plural = singular] = WORDS[key][Object.keys(LANGUAGES).indexOf(language)].split("|");
  const filled = (_, name) => typeof values[name] === "number" ? number(values[name]) : values[name];
  return (values.n === 1 ? singular : plural).replace(/\{(\w+)\}/g, filled);
}

const number = (value) => value.toLocaleString(language);

/** Chooses the language: asked for, else remembered, else the browser's first that the page speaks, else English. */
function speak(asked) {
  const wanted = [asked, recall("language"), ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2));
  language = wanted.find((tag) => tag in LANGUAGES) ?? "en";
  document.documentElement.lang = language;
}

// A page opened from disk may be refused its storage: then nothing is remembered, and nothing else changes.
function recall(key) { try { return localStorage.getItem(key); } catch { return null; } }
function remember(key, value) { try { localStorage.setItem(key, value); } catch { /* see above */ } }
