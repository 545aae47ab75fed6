// The page's own words, in three languages. Questions, answers and findings are those of the key.

const WORDS = {
  en: {
    name: "English", language: "Language", size: "Questions: {questions}. Findings: {names}.", question: "Question {n}",
    unknown: "I don't know", several: "Several may be right", goOn: "Go on", back: "Back", again: "Start again",
    left: "Still possible: {n}", found: "Found", alike: "No other question of this key tells these apart", given: "Your answers", or: "or",
    others: "Ask another question", leaves: "leaves {n} on average", all: "All findings, with the answers that lead there",
    clash: "Nothing has all these answers. Is the answer “{answer}” right? Then one of those that are marked is not.",
    clashAlone: "Nothing has all these answers. More than one of them is wrong, or “{answer}” is.",
    change: "Back to question {n}",
  },
  ru: {
    name: "Русский", language: "Язык", size: "Вопросов: {questions}. Вариантов: {names}.", question: "Вопрос {n}",
    unknown: "Не знаю", several: "Возможно несколько", goOn: "Дальше", back: "Назад", again: "Начать заново",
    left: "Возможно: {n}", found: "Найдено", alike: "Другие вопросы определителя их не различают", given: "Ваши ответы", or: "или",
    others: "Задать другой вопрос", leaves: "оставит в среднем {n}", all: "Все варианты и ответы, которые к ним ведут",
    clash: "Такие ответы ничему не подходят. Верно ли «{answer}»? Тогда неверен один из отмеченных.",
    clashAlone: "Такие ответы ничему не подходят. Неверны несколько из них или «{answer}».",
    change: "Назад к вопросу {n}",
  },
  zh: {
    name: "中文", language: "语言", size: "{questions} 个问题，{names} 种结果。", question: "问题 {n}",
    unknown: "不知道", several: "可能不止一个", goOn: "继续", back: "返回", again: "重新开始",
    left: "还有 {n} 种可能", found: "找到了", alike: "检索表的其他问题无法再区分", given: "你的回答", or: "或",
    others: "换一个问题", leaves: "平均剩 {n} 种", all: "所有结果及其回答",
    clash: "没有结果符合所有回答。“{answer}”对吗？若对，则有标记的回答中有一个是错的。",
    clashAlone: "没有结果符合所有回答。其中不止一个错了，或“{answer}”错了。",
    change: "回到问题 {n}",
  },
};

let language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";

/** The words for a key, with {names} filled in. */
const say = (key, values = {}) => WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
