// "Train": a position of a real game, four guesses, and the question which of them leaves least.

const [FEWEST, MOST_LEFT] = [4, 4000]; // candidates of a position that is worth a question
const CHOICES = 60; // guesses from which the wrong answers are chosen

let trainOn; // {game, steps, mine}: a position that was asked for

/**
 * Up to four guesses at a position, in the order of their codes: {guess, left, parts, largest}, the best among them and
 * others that leave more. `mine` is to be one of them, if given.
 */
function choicesOf(game, { candidates, named, mine }) {
  const best = leastLeft(game, candidates, named);
  const worth = (guess) => {
    const parts = Object.values(partition(game.reply, guess, candidates)).map(({ length }) => length);
    return { guess, left: sum(parts.map((size) => size * size)) / candidates.length, parts: parts.length, largest: Math.max(...parts) };
  };
  const pool = [...evenly(candidates.filter((code) => code < game.guessable), CHOICES), ...evenly(worthAsking(game, candidates, named), CHOICES)];
  const others = [...new Set(pool)].map(worth).filter(({ left }) => left > 1.08 * best.left).sort((a, b) => a.left - b.left);
  const apart = others.filter(({ left }, at) => !at || left > 1.08 * others[at - 1].left);
  const own = mine === undefined || mine === best.guess ? [] : [worth(mine)];
  const wrong = [...own, ...evenly(apart.slice(0, 12), 3 - own.length).filter(({ guess }) => guess !== mine)];
  return [worth(best.guess), ...wrong].sort((a, b) => a.guess - b.guess);
}

/** `few` of some items, at equal distances, or all. */
function evenly(items, few) {
  return items.length <= few ? [...items] : Array.from({ length: few }, (_, at) => items[Math.floor(at * items.length / few)]);
}

/** The view over one game: {draw, key, tell, begin}. */
function trainView(tree) {
  let position, options, chosen;

  const candidates = () => position.steps.at(-1)?.candidates ?? tree.secrets;
  const guesses = () => position.steps.map(({ guess }) => guess);
  const best = () => options.reduce((best, one) => (one.left < best.left ? one : best));

  /** A position of one of the visitor's own games, or else after a few codes guessed at random. */
  function anyPosition() {
    const own = gamesPlayed(tree).flatMap(({ guesses: pairs }) => pairs.map((_, at) => pairs.slice(0, at)));
    const many = (steps) => steps.at(-1)?.left >= FEWEST && steps.at(-1).left <= MOST_LEFT;
    for (let trial = 0; trial < 30; trial++) {
      const secret = anySecret(tree);
      const pairs = own.length && trial < 10 ? own[Math.floor(Math.random() * own.length)]
        : Array.from({ length: 1 + trial % 3 }, () => anySecret(tree)).filter((code) => code < tree.guessable)
          .map((guess) => [guess, tree.reply(guess, secret)]).filter(([, reply]) => reply !== tree.win);
      const steps = stepsOfPairs(tree, pairs);
      if (many(steps)) return { steps };
    }
    return { steps: [] };
  }

  async function begin() {
    position = trainOn?.game === tree.source.game ? trainOn : anyPosition();
    [trainOn, options, chosen] = [undefined, undefined, undefined];
    if (view() === self) draw();
    const here = position;
    const found = await ask("choices", tree.source, { candidates: candidates(), named: namedBy(tree, guesses()), mine: position.mine });
    if (here !== position) return;
    options = found;
    if (view() === self) draw();
  }

  function choose(option) {
    chosen = option;
    const figures = figuresOf(tree.source.game);
    const [right, asked] = figures.trained ?? [0, 0];
    keepFigures(tree.source.game, { ...figures, trained: [right + (option === best() ? 1 : 0), asked + 1] });
    draw();
    announce(verdict(), why());
  }

  const verdict = () => say(chosen === best() ? "trainRight" : "trainWrong", { code: spellIndex(tree, best().guess) });

  function why() {
    const { guess, left, parts, largest } = best();
    const words = say("trainWhy", { code: spellIndex(tree, guess), n: candidates().length, parts, largest, left: amount(left) });
    return chosen === best() ? words : `${words} ${say("trainYours", {
      code: spellIndex(tree, chosen.guess), parts: chosen.parts, largest: chosen.largest, left: amount(chosen.left) })}`;
  }

  const optionKey = (option) => {
    const mark = !chosen ? "" : option === best() ? "chosen" : option === chosen ? "unfit" : "";
    return h("li", {}, button([tiles(tree, option.guess), chosen && h("span", {}, say("leaves", { n: amount(option.left) }))],
      () => choose(option), { id: `option${option.guess}`, className: `option ${mark}`, disabled: Boolean(chosen) }));
  };

  function draw() {
    const { trained: [right, asked] = [0, 0] } = figuresOf(tree.source.game);
    lay([
      h("h2", {}, say("trainAsk")),
      h("p", { className: "hint" }, say("codes", { n: candidates().length })),
      options ? h("ul", { className: "options" }, options.map(optionKey)) : h("p", { className: "hint" }, say("hintLooking")),
      chosen && [h("p", { className: "lesson", id: "verdict" }, verdict()), h("p", { id: "why" }, why())],
      chosen && button(say("trainNext"), begin, { id: "next", className: "main" }),
      asked > 0 && h("p", { className: "hint", id: "trained" }, say("trainScore", { n: right, asked })),
    ], position.steps.length > 0 && board(tree, position.steps, say("train")), candidates().length <= FEW && listing(tree, candidates()));
  }

  function key({ key }) {
    if (key !== "Enter" || !chosen) return false;
    begin();
    return true;
  }

  const self = { draw, key, tell: () => announce(say("trainAsk")), begin };
  begin();
  return self;
}
