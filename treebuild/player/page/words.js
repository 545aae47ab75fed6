// What the page says, in the order of LANGUAGES. "{n}" and the like are filled in; where a plural differs, it follows
// a "|".

const LANGUAGES = { en: "English", ru: "Русский", zh: "中文" };

const WORDS = {
  different: ["Bulls & Cows", "Быки и коровы", "猜数字"],
  repeating: ["Mastermind", "Мастермайнд", "珠玑妙算"],
  finds: ["It guesses", "Оно угадывает", "它来猜"],
  hides: ["You guess", "Вы", "你来猜"],
  explore: ["Explore", "Дерево", "决策树"],
  think: ["Think of", "Загадайте", "想好"],
  symbols: ["{pegs} of these (repeats allowed)", "из этих (с повторами): {pegs}", "其中 {pegs} 个（可重复）"],
  picked: ["I have in mind", "Загаданы", "我想好了"],
  digits: ["{pegs} different digits", "разные цифры: {pegs}", " {pegs} 个不同的数字"],
  distinct: ["{pegs} different ones of these", "разные из этих: {pegs}", "其中不同的 {pegs} 个"],
  notFirst: [", not {code} first", ", первая не {code}", "，{code} 不在首位"],
  thinkOne: ["Think of one of {n} secrets, such as {code}", "Загадайте один из вариантов ({n}), например {code}", "想好 {n} 个答案之一，例如 {code}"],
  pickedOne: ["I have in mind one of {n} secrets, such as {code}", "Загадан один из вариантов ({n}), например {code}", "我想好了 {n} 个答案之一，例如 {code}"],
  unlisted: ["{code} is not in the list of codes", "{code}: нет в списке", "{code} 不在列表中"],
  answer: ["What is the reply to this?", "Каков ответ на это?", "回答是什么？"],
  absent: ["not there", "нет", "没有"],
  howMany: ["How many of these are right?", "Сколько из них верных?", "其中有几个对？"],
  left: ["{n} possibility left|{n} possibilities left", "осталось вариантов: {n}", "还剩 {n} 种可能"],
  atMost: ["at most {n} more guess|at most {n} more guesses", "ещё ходов, не больше: {n}", "最多再猜 {n} 次"],
  bulls: ["Bulls", "Быки", "A"],
  cows: ["Cows", "Коровы", "B"],
  rightPlace: ["in the right place", "на своём месте", "位置正确"],
  wrongPlace: ["in the wrong place", "не на своём месте", "位置不对"],
  back: ["Change answer {n}", "Изменить ответ {n}", "修改回答 {n}"],
  again: ["Play again", "Ещё раз", "再来一局"],
  impossible: ["Nothing fits these answers", "Такие ответы ничему не подходят", "没有符合的答案"],
  blame: ["Change a marked answer: ↶", "Измените отмеченный ответ: ↶", "请修改标出的回答：↶"],
  found: ["Found in {n} guess!|Found in {n} guesses!", "Угадано! Ходов: {n}", "{n} 次猜中！"],
  luck: ["{fewer}% are found sooner, {more}% later.", "{fewer} % быстрее, {more} % дольше.", "{fewer}% 更快，{more}% 更慢。"],
  guess: ["Guess", "Ход", "猜测"],
  hint: ["Hint", "Подсказка", "提示"],
  reveal: ["Give up", "Сдаюсь", "放弃"],
  itWas: ["It was this", "Загадано было это", "答案是"],
  treePlays: ["The tree would guess:", "Дерево пошло бы:", "决策树会猜："],
  distribution: ["Guesses needed", "Сколько нужно ходов", "需要猜几次"],
  search: ["Find", "Найти", "查找"],
  remaining: ["Left", "Осталось", "剩余"],
  columns: ["n-th: last guess, e: all guesses from there on.", "n-th: последний ход, e: все ходы отсюда.", "n-th：此后最后一次。e：此后总次数。"],
  tree: ["Tree", "Дерево", "决策树"],
  treeName: [
    "{game}: average {average}, {most} take {depth}",
    "{game}: в среднем {average}, за {depth} — {most}",
    "{game}：平均 {average}，{depth} 次的有 {most} 个",
  ],
  link: ["Copy link", "Скопировать ссылку", "复制链接"],
  damaged: ["This link is damaged: {why}", "Ссылка повреждена: {why}", "链接已损坏：{why}"],
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
  if (asked) remember("language", asked);
  document.documentElement.lang = language;
}

// A page opened from disk may be refused its storage: then nothing is remembered, and nothing else changes.
function recall(key) { try { return localStorage.getItem(key); } catch { return null; } }
function remember(key, value) { try { localStorage.setItem(key, value); } catch { /* see above */ } }
