// What the page says, in the order of LANGUAGES. "{n}" and the like are filled in; where plurals differ, "|" is
// between the forms: for one and others, in Russian for 1, 2 and 5.

const LANGUAGES = { en: "English", ru: "Русский", zh: "中文" };

const WORDS = {
  // Games and trees
  choose: ["All games", "Все игры", "所有游戏"],
  own: ["A game of your own", "Своя игра", "自定义"],
  places: ["{n} place|{n} places", "{n} место|{n} места|{n} мест", "{n} 位"],
  outOf: ["{n} symbol|{n} symbols", "{n} символ|{n} символа|{n} символов", "{n} 个符号"],
  mayRepeat: ["Symbols may repeat", "Символы могут повторяться", "符号可重复"],
  play: ["Play", "Играть", "开始"],
  tooMany: ["{n} possibilities: at most {most} can be played", "Вариантов {n}: играть можно до {most}", "{n} 种可能：最多 {most} 种"],
  tooFew: ["There is nothing to guess here.", "Здесь нечего угадывать.", "没有可猜的。"],
  last: ["Go on", "Продолжить", "继续"],
  games: ["Back to the games", "К играм", "返回游戏"],
  guessing: ["Guess the secret", "Угадайте загадку", "猜谜"],
  bullsAndCows: ["Bulls and Cows", "Быки и коровы", "猜数字"],
  numbers: [
    "Bulls and Cows, {n} digit|Bulls and Cows, {n} digits",
    "Быки и коровы, {n} цифра|Быки и коровы, {n} цифры|Быки и коровы, {n} цифр",
    "猜数字，{n} 位",
  ],
  repeatingDigits: [
    "Bulls and Cows, {n} digit that may repeat|Bulls and Cows, {n} digits that may repeat",
    "Быки и коровы с повторами, {n} цифра|Быки и коровы с повторами, {n} цифры|Быки и коровы с повторами, {n} цифр",
    "猜数字，{n} 位，可重复",
  ],
  noZero: ["Bulls and Cows, no leading zero", "Быки и коровы без нуля впереди", "猜数字，首位非零"],
  mastermind: ["Mastermind", "Мастермайнд", "珠玑妙算"],
  superMastermind: ["Super Mastermind", "Супермастермайнд", "超级珠玑妙算"],
  repeats: ["Mastermind, {pegs} pegs, {symbols} colours", "Мастермайнд: мест {pegs}, цветов {symbols}", "珠玑妙算，{pegs} 位 {symbols} 色"],
  differing: ["Bulls and Cows, {pegs} of {symbols} symbols", "Быки и коровы, {pegs} из {symbols} знаков", "猜数字，{symbols} 选 {pegs}"],
  codes: ["{n} possibility|{n} possibilities", "{n} вариант|{n} варианта|{n} вариантов", "{n} 种可能"],
  goOn: ["in progress", "не окончена", "进行中"],
  howItPlays: ["How the machine plays", "Как играет машина", "机器的策略"],
  bestAverage: ["fewest guesses on average: {average}", "меньше ходов в среднем: {average}", "平均次数最少：{average}"],
  neverMore: ["at most {depth} guesses, {depth} for {most}", "до {depth} ходов, за {depth} — {most}", "最多 {depth} 次，{depth} 次的 {most} 个"],
  inRaces: ["strongest in a race", "сильнейший в гонке", "对抗赛最强"],
  asPeople: ["as people play: {average} on average", "как люди: в среднем ходов {average}", "像人一样：平均 {average} 次"],
  leastLeft: ["leaves the fewest possibilities", "оставляет меньше вариантов", "剩下的可能最少"],
  treeName: ["{average} guesses on average, at most {depth}", "в среднем ходов {average}, до {depth}", "平均 {average} 次，最多 {depth} 次"],
  // How to play
  how: ["How to play", "Как играть", "玩法"],
  gotIt: ["Got it", "Понятно", "明白了"],
  pause: ["Stop", "Стоп", "停止"],
  replay: ["Show again", "Показать ещё раз", "重播"],
  hidden: ["You do not see the secret.", "Загадку вы не видите.", "你看不到答案。"],
  theSecret: ["the secret", "загадка", "答案"],
  secretDigits: [
    "The secret is {pegs} different digits.",
    "Загадано число из {pegs} разных цифр.",
    "答案是 {pegs} 个不同的数字。",
  ],
  secretDistinct: [
    "The secret is {pegs} of {symbols} symbols, all different.",
    "Загаданы {pegs} из {symbols} символов, все разные.",
    "答案是 {symbols} 个符号中不同的 {pegs} 个。",
  ],
  secretColours: [
    "The secret is {pegs} colours out of {symbols} in a row; colours may repeat.",
    "Загадан ряд из {pegs} цветов, всего их {symbols}; цвет может повторяться.",
    "答案是从 {symbols} 种颜色中排出的 {pegs} 个，颜色可以重复。",
  ],
  secretHues: [
    "The secret is {pegs} different colours out of {symbols} in a row.",
    "Загадан ряд из {pegs} разных цветов, всего их {symbols}.",
    "答案是从 {symbols} 种颜色中排出的 {pegs} 个，颜色各不相同。",
  ],
  secretRepeats: [
    "The secret is {pegs} of {symbols} symbols in a row; symbols may repeat.",
    "Загаданы символы подряд: {pegs} из {symbols}; символ может повторяться.",
    "答案是从 {symbols} 个符号中排出的 {pegs} 个，可以重复。",
  ],
  secretListed: ["The secret is one of {n}.", "Загадан один из вариантов, их {n}.", "答案是 {n} 个中的一个。"],
  tellCounts: [
    "Each guess gets a ● for each symbol in its right place{bulls} and a ○ for each that belongs elsewhere{cows}. You are not told which ones.",
    "На каждый ход приходит ответ: ● за каждый знак на своём месте{bulls}, ○ за каждый не на своём{cows}, но какие это знаки, не сказано.",
    "每次猜测的回答：位置正确的每个记 ●{bulls}，有但位置不对的每个记 ○{cows}，不说明是哪个。",
  ],
  tellBulls: [
    "Each guess gets a ● for each symbol in its right place. You are not told which ones.",
    "На каждый ход приходит ответ: ● за каждый знак на своём месте, но какие это знаки, не сказано.",
    "每次猜测的回答：位置正确的每个记 ●，不说明是哪个。",
  ],
  tellLabels: ["Each guess is answered.", "На каждый ход приходит ответ.", "每次猜测都会得到回答。"],
  aim: ["Find the secret in as few guesses as you can.", "Найдите загадку за наименьшее число ходов.", "用最少的次数猜出答案。"],
  // Views
  hides: ["You guess", "Угадать", "你来猜"],
  finds: ["It guesses", "Машина", "它来猜"],
  race: ["Race", "Гонка", "对抗"],
  daily: ["Daily", "Сегодня", "每日"],
  explore: ["Explore", "Дерево", "决策树"],
  statistics: ["Statistics", "Счёт", "统计"],
  more: ["More", "Ещё", "更多"],
  opening: ["One moment…", "Минуту…", "请稍候……"],
  // What is sought
  think: ["Think of ", "Загадайте ", "请想好"],
  picked: ["I have in mind ", "Загадано: ", "我想好了"],
  symbols: ["{pegs} of these (repeats allowed)", "{pegs} из этих (можно с повторами)", "下列中的 {pegs} 个（可重复）"],
  digits: ["{pegs} different digits", "число из {pegs} разных цифр", " {pegs} 个不同的数字"],
  distinct: ["{pegs} different ones of these", "{pegs} разных из этих", "下列中不同的 {pegs} 个"],
  notFirst: [", not {code} first", ", первая не {code}", "，{code} 不在首位"],
  oneOf: [
    "one of {n} secrets, such as {code}",
    "один из вариантов ({n}), например {code}",
    " {n} 个答案之一，例如 {code}",
  ],
  colours: [
    "orange blue green yellow purple red white cyan",
    "оранжевый синий зелёный жёлтый лиловый красный белый голубой",
    "橙 蓝 绿 黄 紫 红 白 青",
  ],
  // Guessing
  guess: ["Guess", "Ход", "猜测"],
  unlisted: ["{code} is not in the list", "{code}: нет в списке", "{code} 不在列表中"],
  twice: ["{symbol} is there already: all are different", "{symbol} уже есть: все разные", "{symbol} 已用过：各不相同"],
  enough: ["That is {n} already: Guess, or erase one|Those are {n} already: Guess, or erase one", "Уже {n}: «Ход» или сотрите", "已有 {n} 个：请猜测或删除"],
  short: ["{n} more to go", "Не хватает: {n}", "还差 {n} 个"],
  erase: ["Erase", "Стереть", "删除"],
  marks: ["Marks", "Пометки", "标记"],
  markHelp: ["Press a key: out, in, here, perhaps.", "Нажмите клавишу: нет, есть, на месте, возможно.", "按键标记：没有、有、位置对、也许。"],
  markOut: ["out", "нет", "没有"],
  markIn: ["in", "есть", "有"],
  markHere: ["here", "на месте", "位置对"],
  markPerhaps: ["perhaps", "возможно", "也许"],
  hint: ["Hint", "Подсказка", "提示"],
  hintLooking: ["Looking…", "Ищу…", "查找中……"],
  hintBest: ["Try {code}: it leaves {left} on average", "{code}: вариантов останется в среднем {left}", "试试 {code}：平均剩 {left} 种可能"],
  hintLooked: ["of {looked} guesses looked at", "из просмотренных ходов: {looked}", "共查看 {looked} 种猜法"],
  hintTree: ["the machine plays {code}", "машина пойдёт {code}", "机器猜 {code}"],
  reveal: ["Give up", "Сдаюсь", "放弃"],
  left: ["{n} possible", "вариантов: {n}", "剩 {n} 种可能"],
  // Answering
  answer: ["What is the reply to this?", "Каков ответ на это?", "回答是什么？"],
  howMany: ["How many of these are right?", "Сколько из них верных?", "其中有几个对？"],
  yourAnswer: ["It guesses your secret", "Машина угадывает вашу загадку", "它猜你的答案"],
  absent: ["not there", "нет", "没有"],
  atMost: ["at most {n} more guess|at most {n} more guesses", "ещё ходов, не больше: {n}", "最多再猜 {n} 次"],
  bulls: ["Bulls", "Быки", "A"],
  cows: ["Cows", "Коровы", "B"],
  rightPlace: ["in the right place", "на своём месте", "位置正确"],
  wrongPlace: ["in the wrong place", "не на своём месте", "位置不对"],
  back: ["Change answer {n}", "Изменить ответ {n}", "修改回答 {n}"],
  again: ["Play again", "Ещё раз", "再来一局"],
  impossible: ["Nothing fits these answers", "Такие ответы ничему не подходят", "没有符合的答案"],
  clash: [
    "Answers {replies} contradict each other: no secret gives them all.",
    "Ответы {replies} противоречат друг другу: ни одна загадка не даёт их вместе.",
    "回答 {replies} 互相矛盾：没有答案能同时符合。",
  ],
  clashAlone: ["No secret gives answer {reply}.", "Ответ {reply} не даёт ни одна загадка.", "没有答案能给出回答 {reply}。"],
  blame: ["Which one was it? Press what it should have been.", "Где ошибка? Нажмите, каким должен быть ответ.", "哪个错了？请按正确的回答。"],
  couldBe: ["It could have been:", "Мог быть такой:", "可能是："],
  mendTo: ["Change answer {n} to: {reply}", "Изменить ответ {n} на: {reply}", "把回答 {n} 改为：{reply}"],
  found: ["Found in {n} guess!|Found in {n} guesses!", "Угадано! Ходов: {n}", "{n} 次猜中！"],
  luck: [
    "{fewer}% of all secrets are found sooner, {more}% later.",
    "Из всех загадок {fewer} % угадываются быстрее, {more} % — дольше.",
    "所有答案中 {fewer}% 更快猜中，{more}% 更慢。",
  ],
  itWas: ["It was this", "Загадано было это", "答案是"],
  distribution: ["Guesses needed", "Сколько нужно ходов", "需要猜几次"],
  // Review
  review: ["Review", "Разбор", "复盘"],
  skill: ["Skill", "Мастерство", "水平"],
  luckier: ["Luck", "Удача", "运气"],
  luckFor: ["{times}× fewer possibilities left than expected", "вариантов осталось в {times}× меньше ожидаемого", "剩余的可能仅为预期的 1/{times}"],
  luckAgainst: ["{times}× more possibilities left than expected", "вариантов осталось в {times}× больше ожидаемого", "剩余的可能为预期的 {times} 倍"],
  luckNone: ["as expected", "как ожидалось", "符合预期"],
  onAverage: ["this guess leaves {mine} possible on average", "этот ход оставляет в среднем вариантов: {mine}", "这一猜：平均剩 {mine} 种"],
  bestWould: ["the best, {code}, leaves {best}", "лучший, {code}, — {best}", "最佳是 {code}：{best} 种"],
  needsHere: ["this guess needs {mine} guesses on average, itself included", "этот ход требует в среднем ходов, считая его: {mine}", "从这一猜起平均需 {mine} 次"],
  bestNeeds: ["the best, {code}, needs {best}", "лучший, {code}, — {best}", "最佳是 {code}：{best} 次"],
  treeHere: ["the machine would guess {code}", "машина пошла бы {code}", "机器会猜 {code}"],
  learnWaste: [
    "Guess {n} told nothing: everything possible answers it alike.",
    "Ход {n} ничего не сказал: все варианты отвечают одинаково.",
    "第 {n} 次没有信息：所有可能的回答都一样。",
  ],
  learnOne: [
    "Guess {n}, {mine}, was wasted: only {code} was left.",
    "Ход {n}, {mine}, потрачен зря: оставалось только {code}.",
    "第 {n} 次 {mine} 浪费了：只剩 {code} 一种。",
  ],
  learnNeeds: [
    "Guess {n}, {mine}, needed {needs} guesses on average, itself included; {code} {best}.",
    "Ход {n}, {mine}, требовал в среднем ещё ходов, считая его: {needs}; {code} — {best}.",
    "第 {n} 次 {mine} 起平均还需 {needs} 次；{code} 只需 {best} 次。",
  ],
  learnBetter: [
    "Guess {n}, {mine}, left {left} possible on average; {code} would have left {best}.",
    "Ход {n}, {mine}, оставлял в среднем вариантов: {left}; {code} оставил бы {best}.",
    "第 {n} 次 {mine} 平均剩 {left} 种；{code} 只剩 {best} 种。",
  ],
  learnGood: ["Every guess was close to the best there was.", "Каждый ход был близок к лучшему.", "每一次都接近最佳。"],
  learnUnlucky: ["Good guesses, poor luck: nothing to regret.", "Ходы хороши, удача подвела.", "猜得好，运气差，不必遗憾。"],
  learnLucky: ["Good guesses, and luck on top of them.", "Хорошие ходы, да ещё и удача.", "猜得好，运气也好。"],
  treeWould: ["The machine finds it in {n} guess:|The machine finds it in {n} guesses:", "Машина угадывает это, ходов: {n}", "机器 {n} 次猜中："],
  share: ["Copy result", "Скопировать итог", "复制结果"],
  taken: ["{n} guess|{n} guesses", "ходов: {n}", "{n} 次"],
  gaveUp: ["gave up", "сдача", "放弃"],
  // Race
  raceRules: [
    "By turns: you guess its secret, then it guesses yours.",
    "По очереди: вы угадываете загадку машины, она — вашу.",
    "轮流进行：你猜它的，它猜你的。",
  ],
  you: ["You", "Вы", "你"],
  machine: ["Machine", "Машина", "机器"],
  raceWon: ["You win!", "Вы победили!", "你赢了！"],
  raceDrawn: ["A draw", "Ничья", "平局"],
  raceLost: ["It wins", "Победила машина", "它赢了"],
  // Against a friend
  duel: ["Against a friend", "С другом", "和朋友比"],
  duelRules: [
    "Both of you get the same secret. One try, no hints: fewer guesses win.",
    "У вас обоих одна и та же загадка. Одна попытка, без подсказок: побеждает тот, у кого меньше ходов.",
    "你们的答案相同。只有一次机会，没有提示：次数少者胜。",
  ],
  duelLink: ["Copy the link for a friend", "Скопировать ссылку для друга", "复制给朋友的链接"],
  duelJoin: ["Or paste your friend's link here", "Или вставьте сюда ссылку друга", "或把朋友的链接粘贴到这里"],
  duelPaste: ["Paste your friend's result here", "Вставьте сюда итог друга", "把朋友的结果粘贴到这里"],
  duelOther: ["This is not a whole result of this secret.", "Это не полный итог этой загадки.", "这不是本题的完整结果。"],
  duelLost: ["Your friend wins", "Победил друг", "朋友赢了"],
  // Two by turns
  turns: ["Two on this device", "Вдвоём на одном устройстве", "同机两人"],
  turnsRules: [
    "One chooses a secret, the other guesses it; then you change places. Fewer guesses win.",
    "Один загадывает, другой угадывает, потом меняетесь. Побеждает тот, у кого меньше ходов.",
    "一人设答案，另一人猜，然后交换。次数少者胜。",
  ],
  player: ["Player {n}", "Игрок {n}", "玩家 {n}"],
  turnsSet: ["Player {n}, choose a secret", "Игрок {n}, загадайте", "玩家 {n}，请设答案"],
  turnsHide: ["Player {n} looks away, then takes the device.", "Игрок {n} не смотрит, потом берёт устройство.", "玩家 {n} 请勿看，之后接过设备。"],
  turnsKeep: ["Choose", "Загадать", "就它"],
  turnsSwap: ["Change places", "Поменяться", "交换"],
  turnsWon: ["Player {n} wins!", "Победил игрок {n}!", "玩家 {n} 胜！"],
  // Daily
  today: ["The secret of {date}", "Загадка на {date}", "{date} 的谜题"],
  dailyRules: [
    "The same for everyone today. One try, no hints.",
    "Сегодня одна на всех. Одна попытка, без подсказок.",
    "今天人人相同。只有一次机会，没有提示。",
  ],
  dailyDone: ["Done for today: the next one comes tomorrow.", "На сегодня всё: следующая завтра.", "今天已完成，明天再来。"],
  // Help with a game that is played elsewhere
  help: ["Help me", "Помощь", "帮我"],
  helpAsk: ["What did you guess in your game?", "Какой ход вы сделали в своей игре?", "你在自己的游戏里猜了什么？"],
  helpRules: [
    "For a game that you play elsewhere: enter a guess, then the reply that it got.",
    "Для игры, которая идёт не здесь: введите ход, потом ответ на него.",
    "用于在别处玩的游戏：先输入猜测，再输入得到的回答。",
  ],
  paste: ["Or paste guesses with replies, one a line", "Или вставьте ходы с ответами, по строке", "或粘贴猜测和回答，每行一个"],
  unknown: ["I don't know", "Не знаю", "不知道"],
  readIt: ["Read", "Прочитать", "读取"],
  notRead: ["Not understood: {line}", "Непонятно: {line}", "看不懂：{line}"],
  bestNext: [
    "The best next guesses, and how many possibilities they leave on average",
    "Лучшие следующие ходы и сколько вариантов они оставят в среднем",
    "接下来最好的猜测，及平均剩下的可能",
  ],
  mayBe: ["could be the secret", "может быть загадкой", "可能就是答案"],
  leaves: ["leaves {n}", "оставит {n}", "剩 {n} 种"],
  // Training
  train: ["Train", "Учёба", "练习"],
  trainAsk: ["Which guess leaves the fewest possibilities?", "Какой ход оставит меньше всего вариантов?", "哪一猜剩下的可能最少？"],
  trainRight: ["Right: {code} leaves the fewest.", "Верно: {code} оставит меньше всего.", "正确：{code} 剩得最少。"],
  trainWrong: ["No: {code} leaves the fewest.", "Нет: меньше всего оставит {code}.", "不对：{code} 剩得最少。"],
  trainWhy: [
    "{code} can get {parts} different replies; the commonest leaves {largest} of the {n} possibilities, and on average {left} are left.",
    "Вариантов {n}. Ход {code} может получить разных ответов: {parts}; самый частый оставит {largest}, в среднем останется {left}.",
    "{code} 可能得到 {parts} 种回答；最常见的剩下 {n} 种可能中的 {largest} 种，平均剩 {left} 种。",
  ],
  trainYours: [
    "{code} can get {parts}; the commonest leaves {largest}, and on average {left} are left.",
    "У хода {code} их {parts}; самый частый оставит {largest}, в среднем останется {left}.",
    "{code} 可能得到 {parts} 种；最常见的剩 {largest} 种，平均剩 {left} 种。",
  ],
  trainNext: ["Next", "Дальше", "下一题"],
  trainScore: ["{n} of {asked} right so far", "Верных ответов: {n} из {asked}", "答对 {n} / {asked}"],
  // What games teach
  skillSoFar: ["Your skill in {n} games", "Мастерство в последних играх: {n}", "最近 {n} 局的水平"],
  skillChange: ["The earlier half: {before}, the later half: {now}", "Первая половина: {before}, вторая: {now}", "前半：{before}，后半：{now}"],
  rating: ["Rating {n}, the machine's {trees}", "Рейтинг {n}, у машины {trees}", "等级分 {n}，机器 {trees}"],
  ratingRules: [
    "As in chess: each game is one against the machine.",
    "Как в шахматах: каждая игра — партия против машины.",
    "如国际象棋：每局都是与机器的对局。",
  ],
  costWasted: [
    "Most was lost by guesses whose reply was known before ({n}): they told nothing.",
    "Больше всего потеряно на ходах, ответ на которые был уже известен ({n}): они ничего не сказали.",
    "损失最多的是回答早已可知的猜测（{n} 次）：没有任何信息。",
  ],
  costImpossible: [
    "Most was lost by guesses that could not be right ({n}): each left {times} times as many possibilities as the best guess.",
    "Больше всего потеряно на ходах, которые не могли быть загадкой ({n}): каждый оставлял в {times}× больше вариантов, чем лучший.",
    "损失最多的是不可能正确的猜测（{n} 次）：每次剩下的可能是最佳的 {times} 倍。",
  ],
  costLarge: [
    "Most was lost by guesses that could be right but told little ({n}): each left {times} times as many possibilities as the best guess.",
    "Больше всего потеряно на возможных, но слабых ходах ({n}): каждый оставлял в {times}× больше вариантов, чем лучший.",
    "损失最多的是可能正确但信息太少的猜测（{n} 次）：每次剩下的可能是最佳的 {times} 倍。",
  ],
  costNothing: ["No guess cost you much: well played.", "Ни один ход не стоил дорого: отличная игра.", "没有一猜损失很大：打得好。"],
  tryAgain: ["Try these positions again", "Попробуйте эти позиции ещё раз", "再试试这些局面"],
  position: ["{n} possible, you guessed", "вариантов {n}, ваш ход был", "剩 {n} 种可能，你猜的是"],
  takeIn: ["Import", "Загрузить", "导入"],
  takenIn: ["Taken in.", "Загружено.", "已导入。"],
  // Statistics
  played: ["played", "сыграно", "局数"],
  average: ["average", "среднее", "平均"],
  streak: ["streak now", "подряд сейчас", "当前连胜"],
  bestStreak: ["best streak", "лучшая серия", "最佳连胜"],
  hinted: ["with hints", "с подсказками", "用过提示"],
  days: ["days in a row", "дней подряд", "连续天数"],
  races: ["races won, drawn, lost", "гонки: победы, ничьи, поражения", "对抗：胜、平、负"],
  noGames: ["Nothing yet: play a game.", "Пока пусто: сыграйте.", "还没有记录。"],
  onlyHere: ["Kept in this browser only.", "Хранится только в этом браузере.", "只保存在此浏览器中。"],
  save: ["Export", "Сохранить в файл", "导出"],
  clear: ["Clear", "Очистить", "清除"],
  sure: ["Really clear?", "Точно очистить?", "确定清除？"],
  // Explore
  search: ["Find", "Найти", "查找"],
  noCode: ["{code}: no such secret here", "{code}: здесь такого нет", "{code}：没有这个答案"],
  begins: ["The machine begins with", "Машина начинает с", "机器先猜"],
  worst: ["worst", "макс", "最多"],
  worthHere: [
    "{n} possible here; the machine finds each in at most {worst} guesses in all, {average} on average.",
    "Здесь вариантов: {n}; машина находит любой не больше чем за {worst}, в среднем за {average}, считая с первого хода.",
    "此处有 {n} 种可能；机器总共最多 {worst} 次、平均 {average} 次猜中。",
  ],
  reply: ["reply", "ответ", "回答"],
  next: ["next guess", "дальше", "下一猜"],
  others: ["{n} more reply|{n} more replies", "ещё ответов: {n}", "另有 {n} 种回答"],
  remaining: ["possible", "варианты", "可能"],
  foundHere: ["found", "найдено", "猜中"],
  shape: [
    "The whole tree: a row for each guess, wider where more is possible, stronger where it takes longer.",
    "Всё дерево: ряд — ход, шире — где вариантов больше, ярче — где угадывать дольше.",
    "整棵树：每行一猜，越宽可能越多，颜色越重所需次数越多。",
  ],
  openReply: ["Press a reply to see the next guess.", "Нажмите на ответ: увидите следующий ход.", "点按一种回答，看接下来猜什么。"],
  point: ["Press a part to go there.", "Нажмите, чтобы перейти.", "点按即可前往。"],
  beside: ["Compare with", "Сравнить с", "对比"],
  nothing: ["nothing", "ничем", "无"],
  grownHere: ["Too large to show whole: guesses are found as you go.", "Слишком велико для показа: ходы ищутся по пути.", "太大，无法整体显示：每一猜即时计算。"],
  start: ["Start", "Начало", "起点"],
  // The page
  language: ["Language", "Язык", "语言"],
  link: ["Copy link", "Скопировать ссылку", "复制链接"],
  damaged: ["This link is damaged: copy it again, whole.", "Ссылка повреждена: скопируйте её целиком.", "链接已损坏：请重新完整复制。"],
  // Games of words
  secretWord: ["The secret is one of {n} words.", "Загадано одно из слов, их {n}.", "答案是 {n} 个词之一。"],
  tellTiles: [
    "Each letter of a guess takes a colour: green is in its right place, yellow belongs elsewhere, grey is not in the secret.",
    "Каждая буква хода получает цвет: зелёная на своём месте, жёлтая есть, но не здесь, серой нет.",
    "猜测中的每个字母都会变色：绿色位置正确，黄色有但位置不对，灰色没有。",
  ],
  markTiles: [
    "Press each letter until it has the colour of the reply.",
    "Нажимайте на буквы, пока цвета не станут как в ответе.",
    "点按字母，直到颜色与回答一致。",
  ],
  replied: ["This is the reply", "Ответ такой", "就是这样"],
  hard: ["Hard mode", "Строгий режим", "困难模式"],
  hardRules: [
    "Every guess has to use all that has been found.",
    "Каждый ход должен учитывать всё найденное.",
    "每次猜测都必须用上已知的字母。",
  ],
  hardHere: ["Hard mode: letter {n} is {symbol}", "Строгий режим: буква {n} — {symbol}", "困难模式：第 {n} 个字母须为 {symbol}"],
  hardThere: ["Hard mode: the guess needs {symbol}", "Строгий режим: нужна буква {symbol}", "困难模式：必须包含 {symbol}"],
  // Games that do not allow every guess
  candidatesOnly: ["{code} cannot be the secret any more", "{code} уже не может быть загадкой", "{code} 已不可能是答案"],
  consistentOnly: ["{code} does not fit all replies so far", "{code} не подходит ко всем ответам", "{code} 与之前的回答不符"],
  identifyOnly: [
    "{code} does not fit here: guess what tells possibilities apart",
    "{code} не подходит: нужен ход, который различает варианты",
    "{code} 不符：请猜能区分的",
  ],
};

let language = "en";

/** The words for a key, with {names} filled in. */
function say(key, values = {}) {
  const forms = WORDS[key][Object.keys(LANGUAGES).indexOf(language)].split("|");
  const filled = (_, name) => typeof values[name] === "number" ? number(values[name]) : values[name];
  const form = ["one", forms.length > 2 ? "few" : ""].indexOf(new Intl.PluralRules(language).select(values.n ?? 1));
  return (forms[form] ?? forms.at(-1)).replace(/\{(\w+)\}/g, filled);
}

const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number of candidates on average, with a tenth if it is small. */
const amount = (value) => number(value, value < 20 && value % 1 ? 1 : 0);

/** Chooses the language: asked for, else remembered, else the browser's first that the page speaks, else English. */
function speak(asked) {
  const wanted = [asked, recall("language"), ...navigator.languages].map((tag) => String(tag).slice(0, 2));
  language = wanted.find((tag) => tag in LANGUAGES) ?? "en";
  if (asked) remember("language", asked);
  document.documentElement.lang = language;
}
