// What the page says, in the order of LANGUAGES. "{n}" and the like are filled in; where a plural differs, it follows
// a "|".

const LANGUAGES = { en: "English", ru: "Русский", zh: "中文" };

const WORDS = {
  // Games and trees
  choose: ["Choose a game", "Выберите игру", "选择游戏"],
  games: ["All games", "Все игры", "所有游戏"],
  numbers: ["{n} digit|{n} digits", "Цифр: {n}", "{n} 位数字"],
  noZero: ["No leading zero", "Без нуля впереди", "首位非零"],
  repeating: ["Mastermind", "Мастермайнд", "珠玑妙算"],
  repeats: ["{pegs} of {symbols}, repeats", "{pegs} из {symbols}, с повторами", "{symbols} 选 {pegs}，可重复"],
  differing: ["{pegs} of {symbols}, different", "{pegs} из {symbols}, разные", "{symbols} 选 {pegs}，不重复"],
  codes: ["{n} possibility|{n} possibilities", "вариантов: {n}", "{n} 种可能"],
  goOn: ["in progress", "не окончена", "进行中"],
  howItPlays: ["How it plays", "Как играет", "策略"],
  bestAverage: ["best average: {average}", "лучшее среднее: {average}", "平均最少：{average}"],
  neverMore: [
    "never more than {depth}, only {most} take {depth}",
    "не больше {depth} ходов, за {depth} — лишь {most}",
    "绝不超过 {depth} 次，{depth} 次的仅 {most} 个",
  ],
  inRaces: ["strongest in a race", "сильнейший в гонке", "对抗赛最强"],
  asPeople: ["as people play: average {average}", "как играют люди: в среднем {average}", "像人一样：平均 {average}"],
  leastLeft: ["least left on average", "меньше всего остаётся", "平均剩余最少"],
  treeName: [
    "average {average}, {most} take {depth}",
    "в среднем {average}, за {depth} — {most}",
    "平均 {average}，{depth} 次的有 {most} 个",
  ],
  // Views
  hides: ["You guess", "Угадайте", "你来猜"],
  finds: ["It guesses", "Машина", "它来猜"],
  race: ["Race", "Гонка", "对抗"],
  daily: ["Daily", "Сегодня", "每日"],
  explore: ["Explore", "Дерево", "决策树"],
  statistics: ["Statistics", "Счёт", "统计"],
  opening: ["One moment…", "Минуту…", "请稍候……"],
  // What is sought
  think: ["Think of", "Загадайте", "想好"],
  picked: ["I have in mind", "Загадано:", "我想好了"],
  symbols: ["{pegs} of these (repeats allowed)", "{pegs} из этих (можно с повторами)", "其中 {pegs} 个（可重复）"],
  digits: ["{pegs} different digits", "число из {pegs} разных цифр", " {pegs} 个不同的数字"],
  distinct: ["{pegs} different ones of these", "{pegs} разных из этих", "其中不同的 {pegs} 个"],
  notFirst: [", not {code} first", ", первая не {code}", "，{code} 不在首位"],
  thinkOne: [
    "Think of one of {n} secrets, such as {code}",
    "Загадайте один из вариантов ({n}), например {code}",
    "想好 {n} 个答案之一，例如 {code}",
  ],
  pickedOne: [
    "I have in mind one of {n} secrets, such as {code}",
    "Загадан один из вариантов ({n}), например {code}",
    "我想好了 {n} 个答案之一，例如 {code}",
  ],
  colours: [
    "orange blue green yellow purple red",
    "оранжевый синий зелёный жёлтый лиловый красный",
    "橙 蓝 绿 黄 紫 红",
  ],
  // Guessing
  guess: ["Guess", "Ход", "猜测"],
  unlisted: ["{code} is not in the list of codes", "{code}: нет в списке", "{code} 不在列表中"],
  twice: ["{symbol} is there already: all are different", "{symbol} уже есть: все разные", "{symbol} 已用过：各不相同"],
  enough: ["That is {n} already: Guess, or erase one|Those are {n} already: Guess, or erase one", "Уже {n}: «Ход» или сотрите", "已有 {n} 个：请猜测或删除"],
  short: ["{n} more to go", "Не хватает: {n}", "还差 {n} 个"],
  erase: ["Erase", "Стереть", "删除"],
  marks: ["Marks", "Пометки", "标记"],
  markHelp: ["Press a key to mark it: out, in, here, perhaps.", "Нажмите клавишу: нет, есть, на месте, возможно.", "按键标记：没有、有、位置对、也许。"],
  markOut: ["out", "нет", "没有"],
  markIn: ["in", "есть", "有"],
  markHere: ["here", "на месте", "位置对"],
  markPerhaps: ["perhaps", "возможно", "也许"],
  hint: ["Hint", "Подсказка", "提示"],
  hintLooking: ["Looking…", "Ищу…", "查找中……"],
  hintBest: ["{code} leaves {left} on average", "{code} оставит в среднем {left}", "{code} 平均剩 {left} 种"],
  hintLooked: ["of {looked} guesses looked at", "из просмотренных ходов: {looked}", "共查看 {looked} 种猜法"],
  hintTree: ["the tree plays {code}", "дерево пойдёт {code}", "决策树猜 {code}"],
  reveal: ["Give up", "Сдаюсь", "放弃"],
  left: ["{n} left", "осталось {n}", "剩 {n}"],
  // Answering
  answer: ["What is the reply to this?", "Каков ответ на это?", "回答是什么？"],
  howMany: ["How many of these are right?", "Сколько из них верных?", "其中有几个对？"],
  yourAnswer: ["It asks you", "Вопрос к вам", "它问你"],
  absent: ["not there", "нет", "没有"],
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
  itWas: ["It was this", "Загадано было это", "答案是"],
  distribution: ["Guesses needed", "Сколько нужно ходов", "需要猜几次"],
  // Review
  review: ["Review", "Разбор", "复盘"],
  skill: ["Skill", "Мастерство", "水平"],
  luckier: ["Luck", "Удача", "运气"],
  luckFor: ["{times}× fewer left than expected", "осталось в {times} раза меньше ожидаемого", "剩余仅为预期的 1/{times}"],
  luckAgainst: ["{times}× more left than expected", "осталось в {times} раза больше ожидаемого", "剩余为预期的 {times} 倍"],
  luckNone: ["as expected", "как ожидалось", "符合预期"],
  onAverage: ["this guess: {mine} left on average", "этот ход: в среднем {mine}", "这一猜：平均剩 {mine}"],
  bestWould: ["best: {best}, with {code}", "лучший: {best}, {code}", "最佳：{best}，猜 {code}"],
  treeHere: ["tree: {code}", "дерево: {code}", "决策树：{code}"],
  learnWaste: [
    "Guess {n} told nothing: everything possible answers it alike.",
    "Ход {n} ничего не сказал: все варианты отвечают одинаково.",
    "第 {n} 次没有信息：所有可能的回答都一样。",
  ],
  learnBetter: [
    "Guess {n}, {mine}, left {left} on average; {code} would have left {best}.",
    "Ход {n}, {mine}, оставлял в среднем {left}; {code} оставил бы {best}.",
    "第 {n} 次 {mine} 平均剩 {left}；{code} 只剩 {best}。",
  ],
  learnGood: ["Every guess was close to the best there was.", "Каждый ход был близок к лучшему.", "每一次都接近最佳。"],
  learnUnlucky: ["Good guesses, poor luck: nothing to regret.", "Ходы хороши, удача подвела.", "猜得好，运气差，不必遗憾。"],
  learnLucky: ["Good guesses, and luck on top of them.", "Хорошие ходы, да ещё и удача.", "猜得好，运气也好。"],
  treeWould: ["The tree finds it in {n} guess:|The tree finds it in {n} guesses:", "Дерево находит это, ходов: {n}", "决策树 {n} 次猜中："],
  share: ["Copy result", "Скопировать итог", "复制结果"],
  taken: ["{n} guess|{n} guesses", "ходов: {n}", "{n} 次"],
  gaveUp: ["gave up", "сдача", "放弃"],
  // Race
  raceRules: [
    "By turns: you guess its secret, then it guesses yours.",
    "По очереди: вы угадываете его число, оно — ваше.",
    "轮流进行：你猜它的，它猜你的。",
  ],
  you: ["You", "Вы", "你"],
  machine: ["Machine", "Машина", "机器"],
  raceWon: ["You win!", "Вы победили!", "你赢了！"],
  raceDrawn: ["A draw", "Ничья", "平局"],
  raceLost: ["It wins", "Победила машина", "它赢了"],
  // Daily
  today: ["The secret of {date}", "Загадка на {date}", "{date} 的谜题"],
  dailyRules: [
    "The same for everyone today. One try, no hints.",
    "Сегодня одна на всех. Одна попытка, без подсказок.",
    "今天人人相同。只有一次机会，没有提示。",
  ],
  dailyDone: ["Done for today: the next one comes tomorrow.", "На сегодня всё: следующая завтра.", "今天已完成，明天再来。"],
  // Statistics
  played: ["played", "сыграно", "局数"],
  average: ["average", "среднее", "平均"],
  streak: ["streak now", "подряд сейчас", "当前连胜"],
  bestStreak: ["best streak", "лучшая серия", "最佳连胜"],
  hinted: ["with hints", "с подсказками", "用过提示"],
  given: ["given up", "сдано", "放弃"],
  days: ["days in a row", "дней подряд", "连续天数"],
  races: ["races won, drawn, lost", "гонки: победы, ничьи, поражения", "对抗：胜、平、负"],
  yours: ["you", "вы", "你"],
  trees: ["the tree", "дерево", "决策树"],
  noGames: ["Nothing yet: play a game, and it is counted here.", "Пока пусто: сыграйте, и здесь появится счёт.", "还没有记录：玩一局就会出现。"],
  onlyHere: ["Kept in this browser only.", "Хранится только в этом браузере.", "只保存在此浏览器中。"],
  save: ["Export", "Сохранить в файл", "导出"],
  clear: ["Clear", "Очистить", "清除"],
  sure: ["Really clear?", "Точно очистить?", "确定清除？"],
  // Explore
  search: ["Find", "Найти", "查找"],
  noCode: ["{code}: no such secret here", "{code}: здесь такого нет", "{code}：没有这个答案"],
  begins: ["The tree begins with", "Дерево начинает с", "决策树先猜"],
  asks: ["Then it asks", "Затем спрашивает", "然后猜"],
  worst: ["worst", "макс.", "最多"],
  position: [
    "{n} possible here; from there at worst {worst} guesses in all, on average {average}.",
    "Здесь вариантов: {n}; всего ходов в худшем случае {worst}, в среднем {average}.",
    "此处有 {n} 种可能；总共最多 {worst} 次，平均 {average} 次。",
  ],
  reply: ["reply", "ответ", "回答"],
  next: ["next guess", "дальше", "下一猜"],
  remaining: ["left", "осталось", "剩余"],
  foundHere: ["found", "найдено", "猜中"],
  shape: ["The whole tree: a row a guess, as wide as what is left, stronger where it takes longer.", "Всё дерево: ряд — ход, ширина — сколько осталось, ярче — дольше.", "整棵树：每行一猜，宽度为剩余，颜色越重越久。"],
  point: ["Point at a part of it, or press it to go there.", "Наведите или нажмите, чтобы перейти.", "指向或点按即可前往。"],
  beside: ["Beside it", "Рядом", "对比"],
  nothing: ["nothing", "ничего", "无"],
  grownHere: ["Too large to be shown whole: each guess is found as you go.", "Слишком велико, чтобы показать целиком: ходы ищутся по пути.", "太大，无法整体显示：每一猜即时计算。"],
  start: ["Start", "Начало", "起点"],
  // The page
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

const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What is left on average: to a tenth where it is little. */
const amount = (value) => number(value, value < 20 && value % 1 ? 1 : 0);

/** Chooses the language: asked for, else remembered, else the browser's first that the page speaks, else English. */
function speak(asked) {
  const wanted = [asked, recall("language"), ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2));
  language = wanted.find((tag) => tag in LANGUAGES) ?? "en";
  if (asked) remember("language", asked);
  document.documentElement.lang = language;
}
