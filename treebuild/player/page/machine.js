// The machine that guesses a visitor's secret: a tree with the answers so far. After an answer has been mended, the
// guesses are no longer the tree's: then the machine goes on with the guess that leaves least.

const NEAREST = 6; // replies that the visitor may choose from, to mend a reply in a game of words

/**
 * A machine with a tree that has been opened: the steps so far, its guess, and the answer that nothing fits, if any.
 * `given` are guesses with their replies, [[guess, reply], ...], to go on after. `changed()` is called when a search has
 * found a guess.
 */
function machine(tree, given, changed) {
  let [steps, wrong, asking] = [[], undefined, NONE];
  let looks = 0; // searches for a guess so far; going back gives the last one up

  const guess = () => asking;
  const candidates = () => steps.at(-1)?.candidates ?? tree.secrets;
  const solved = () => steps.at(-1)?.reply === tree.win;
  const fits = (reply) => possible(tree, asking, reply, candidates());

  /** Takes the reply to the guess, or a list of those that it may have been. */
  function answer(reply) {
    const step = stepAfter(tree, steps, asking, reply);
    if (step.left) goOn([...steps, step]);
    else wrong = step;
  }

  /** Goes on after these steps: finds the next guess, in the tree if it is there. The promise waits for that. */
  async function goOn(made) {
    [steps, wrong, asking] = [made, undefined, NONE];
    const mine = ++looks;
    if (solved()) return;
    const node = ownNode(tree, steps);
    if (node !== NONE) asking = tree.guess[node];
    else {
      const found = await nextGuess();
      if (mine !== looks) return;
      asking = found;
      changed();
    }
  }

  /** The guess of a tree that grows along the way; off the tree, the guess that leaves least. */
  async function nextGuess() {
    const last = steps.at(-1);
    const from = ownNode(tree, steps.slice(0, -1));
    const guesses = steps.map((step) => step.guess);
    if (!tree.whole && from !== NONE && !isUnsure(last) && tree.guess[from] === last.guess) {
      return tree.guess[await below(tree, from, last.reply, last.candidates, guesses)];
    }
    return (await ask("best", tree.source, { candidates: last.candidates, named: namedBy(tree, guesses) })).guess;
  }

  /** Asks about another guess than its own. */
  function propose(guess) {
    looks++;
    asking = guess;
  }

  /** Back to where `kept` answers have been given: the guess after them is asked again. */
  function backTo(kept) {
    const again = [...steps, ...present([wrong])][kept]?.guess ?? asking;
    looks++;
    [steps, wrong, asking] = [steps.slice(0, kept), undefined, again];
  }

  /** The fewest answers that contradict the last one, with it: the places of steps that no secret fits together. */
  function clash() {
    const last = steps.length;
    const all = [...steps, wrong];
    for (let size = 0; size <= last; size++) {
      const found = choices(indices(steps), size).find((some) => !fitting([...some, last].map((at) => all[at])).length);
      if (found) return [...found, last];
    }
    return indices(all);
  }

  const fitting = (some) => some.reduce((left, { guess, reply }) => keep(tree, left, guess, reply), tree.secrets);

  /**
   * The answers that may be the only mistake, each with the replies that it could be instead: [{at, step, replies}]. In
   * games of words these are the replies that differ in the fewest letters.
   */
  function repairs() {
    const all = [...steps, wrong];
    return all.map((step, at) => {
      const left = fitting(all.filter((other) => other !== step));
      const replies = [...new Set(left.map((secret) => tree.reply(step.guess, secret)))].sort((a, b) => a - b);
      const apart = (reply) => tree.faces[reply].filter((mark, peg) => mark !== tree.faces[[step.reply].flat()[0]][peg]).length;
      return { at, step, replies: tree.marks ? replies.sort((a, b) => apart(a) - apart(b)).slice(0, NEAREST) : replies };
    }).filter(({ replies }) => replies.length > 0);
  }

  /** Gives another reply to one of the guesses, and keeps all other answers. */
  function mend(at, reply) {
    const pairs = [...steps, wrong].map((step, place) => [step.guess, place === at ? reply : step.reply]);
    return goOn(stepsOfPairs(tree, pairs));
  }

  /** The steps as rows, each with a way back if `goBack` is given; after a contradiction, steps that clash are marked. */
  function record(goBack) {
    const clashing = wrong ? clash() : [];
    const blamed = wrong ? repairs().map(({ at }) => at) : indices(steps);
    return board(tree, [...steps, ...present([wrong])].map((step, at) => {
      const mark = clashing.includes(at) ? "blamed" : "";
      if (!goBack || !blamed.includes(at)) return { ...step, mark };
      const control = button("↶", () => goBack(at), { id: `back${at}`, className: "quiet" });
      control.setAttribute("aria-label", say("back", { n: at + 1 }));
      return { ...step, control, mark };
    }), say("finds"));
  }

  /** Which answers contradict each other, in words. */
  function complaint() {
    const numbers = clash().map((at) => number(at + 1));
    return numbers.length > 1 ? say("clash", { replies: new Intl.ListFormat(language).format(numbers) })
      : say("clashAlone", { reply: numbers[0] });
  }

  /** What is wrong, in words, and the ways to mend it; `mended()` is called when the visitor takes one. */
  function contradiction(mended) {
    const ways = repairs().map(({ at, step, replies }) => h("li", {},
      h("div", { className: "step" }, guessAndReply(tree, step.guess, step.reply)),
      h("p", { className: "hint" }, say("couldBe")),
      h("div", { className: "keys mends" }, replies.map((reply) => button(tree.marks ? guessAndReply(tree, step.guess, reply) : pegs(tree, reply), () => { mend(at, reply); mended(); }, {
        id: `mend${at}.${reply}`, "aria-label": say("mendTo", { n: at + 1, reply: spokenReply(tree, reply) }),
      })))));
    return [
      h("h2", {}, say("impossible")),
      h("p", { id: "clash" }, complaint()),
      h("h3", {}, say("blame")),
      h("ul", { className: "board unnumbered" }, ways),
    ];
  }

  const ready = goOn(stepsOfPairs(tree, given.filter(([guess, reply]) => tree.codes[guess] && [reply].flat().every((one) => one in tree.labels))));
  return {
    answer, backTo, candidates, complaint, contradiction, fits, propose, guess, record, solved, ready,
    get steps() { return steps; },
    get wrong() { return wrong; },
    get worst() {
      const node = ownNode(tree, steps);
      return tree.nth && node !== NONE && tree.guess[node] === asking ? tree.nth[node] - steps.length : undefined;
    },
    given: () => steps.map(({ guess, reply }) => [guess, reply]),
  };
}

/** All choices of `size` items, in order. */
function choices(items, size) {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
