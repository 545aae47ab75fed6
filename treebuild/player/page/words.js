// What the page says. "{n}" and the like are filled in; where a plural differs, it follows a "|".

const LANGUAGES = { en: "English", ru: "Русский", zh: "中文" };

const WORDS = {
  en: {
    different: "Bulls & Cows", repeating: "Mastermind", finds: "It guesses", hides: "You guess", explore: "Explore",
    think: "Think of {pegs} different digits", thinkRepeat: "Think of {pegs} of these (repeats allowed)",
    picked: "I have {pegs} different digits in mind", pickedRepeat: "I have {pegs} of these in mind (repeats allowed)",
    howMany: "How many of these are right?", sure: "Then it can only be this:", guessNumber: "Guess {n}",
    left: "{n} possibility left|{n} possibilities left", atMost: "at most {n} more guess|at most {n} more guesses",
    bulls: "Bulls", cows: "Cows", rightPlace: "in the right place", wrongPlace: "in the wrong place",
    answer: "{bulls} in the right place, {cows} in the wrong place", unfit: "{n}, fits nothing",
    back: "Change answer {n}", again: "Play again",
    impossible: "Nothing fits these answers", blame: "A marked answer must be wrong: ↶ changes it.",
    found: "Found in {n} guess!|Found in {n} guesses!",
    luck: "Of all {all}, {fewer}% are found sooner and {more}% later.",
    guess: "Guess", erase: "Erase", hint: "Hint", reveal: "Give up", itWas: "It was this",
    treePlays: "The tree would guess {code}.", offTree: "The tree would have guessed otherwise.",
    treeTakes: "The tree guesses:",
    distribution: "Guesses needed", compare: "Compare with",
    search: "Find", reply: "Reply", remaining: "Left",
    columns: "n-th: the last guess from there on. e: all guesses from there on, added up.",
    tree: "Tree", treeName: "{game}: average {average}, {most} take {depth}", language: "Language", colours: "Colours",
    link: "Copy link", copied: "Copied.", damaged: "This link is damaged: {why}",
    help: "How does it know?", helpText: "Every guess was worked out beforehand: your answers lead down a tree. Keys: 1 2 is one bull, two cows; Backspace undoes.",
  },
  ru: {
    different: "Быки и коровы", repeating: "Мастермайнд", finds: "Оно угадывает", hides: "Вы", explore: "Дерево",
    think: "Загадайте цифры: {pegs} разные", thinkRepeat: "Загадайте {pegs} из этих, можно с повторами",
    picked: "Загаданы цифры: {pegs} разные", pickedRepeat: "Загадано {pegs} из этих, возможно с повторами",
    howMany: "Сколько из них верных?", sure: "Тогда остаётся только это:", guessNumber: "Ход {n}",
    left: "осталось вариантов: {n}", atMost: "ещё ходов, не больше: {n}",
    bulls: "Быки", cows: "Коровы", rightPlace: "на своём месте", wrongPlace: "не на своём месте",
    answer: "на месте {bulls}, не на месте {cows}", unfit: "{n}, ничему не подходит",
    back: "Изменить ответ {n}", again: "Ещё раз",
    impossible: "Такие ответы ничему не подходят", blame: "Неверен один из отмеченных ответов: ↶ изменит его.",
    found: "Угадано! Ходов: {n}",
    luck: "Из всех {all} быстрее находят {fewer} %, дольше ищут {more} %.",
    guess: "Ход", erase: "Стереть", hint: "Подсказка", reveal: "Сдаюсь", itWas: "Загадано было это",
    treePlays: "Дерево пошло бы {code}.", offTree: "Дерево ходило бы иначе.",
    treeTakes: "Дерево ходит так:",
    distribution: "Сколько нужно ходов", compare: "Сравнить с",
    search: "Найти", reply: "Ответ", remaining: "Осталось",
    columns: "n-th: последний ход отсюда. e: сумма всех ходов отсюда.",
    tree: "Дерево", treeName: "{game}: в среднем {average}, за {depth} — {most}", language: "Язык", colours: "Цвета",
    link: "Скопировать ссылку", copied: "Готово.", damaged: "Ссылка повреждена: {why}",
    help: "Как это получается?", helpText: "Все ходы найдены заранее: ваши ответы ведут по дереву. Клавиши: 1 2 это один бык, две коровы; Backspace отменяет.",
  },
  zh: {
    different: "猜数字", repeating: "珠玑妙算", finds: "它来猜", hides: "你来猜", explore: "决策树",
    think: "想好 {pegs} 个不同的数字", thinkRepeat: "从中选 {pegs} 个，可以重复",
    picked: "我想好了 {pegs} 个不同的数字", pickedRepeat: "我从中选了 {pegs} 个，可能重复",
    howMany: "其中有几个对？", sure: "那么只能是：", guessNumber: "第 {n} 次",
    left: "还剩 {n} 种可能", atMost: "最多再猜 {n} 次",
    bulls: "A", cows: "B", rightPlace: "位置正确", wrongPlace: "位置不对",
    answer: "{bulls} 个位置正确，{cows} 个位置不对", unfit: "{n}，都不符合",
    back: "修改回答 {n}", again: "再来一局",
    impossible: "没有符合的答案", blame: "标出的回答中有一个错了：↶ 可修改。",
    found: "{n} 次猜中！",
    luck: "全部 {all} 个之中，{fewer}% 更快，{more}% 更慢。",
    guess: "猜", erase: "删除", hint: "提示", reveal: "放弃", itWas: "答案是",
    treePlays: "决策树会猜 {code}。", offTree: "决策树不会这样猜。",
    treeTakes: "决策树的猜法：",
    distribution: "需要猜几次", compare: "对比",
    search: "查找", reply: "回答", remaining: "剩余",
    columns: "n-th：此后最晚第几次猜中。e：此后全部次数之和。",
    tree: "决策树", treeName: "{game}：平均 {average}，{depth} 次的有 {most} 个", language: "语言", colours: "颜色",
    link: "复制链接", copied: "已复制。", damaged: "链接已损坏：{why}",
    help: "它怎么知道的？", helpText: "每一次猜测都预先算好，你的回答沿着一棵树走。按键：1 2 即 1A2B；Backspace 撤销。",
  },
};

let language = "en";

/** The words for a key, with {names} filled in. */
function say(key, values = {}) {
  const [singular, plural = singular] = WORDS[language][key].split("|");
  const filled = (_, name) => typeof values[name] === "number" ? number(values[name]) : values[name];
  return (values.n === 1 ? singular : plural).replace(/\{(\w+)\}/g, filled);
}

const number = (value) => new Intl.NumberFormat(language).format(value);
const fraction = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value);

/** Chooses the language: asked for, else remembered, else the browser's first that the page speaks, else English. */
function speak(asked) {
  const wanted = [asked, recall("language"), ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2));
  language = wanted.find((tag) => tag in WORDS) ?? "en";
  document.documentElement.lang = language;
}

// A page opened from disk may be refused its storage: then nothing is remembered, and nothing else changes.
function recall(key) { try { return localStorage.getItem(key); } catch { return null; } }
function remember(key, value) { try { localStorage.setItem(key, value); } catch { /* see above */ } }
