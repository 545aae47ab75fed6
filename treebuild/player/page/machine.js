// The one that guesses: a tree at a visitor's secret, with the answers so far.

/**
 * A machine with a tree that has been opened: the steps so far, the guess it makes, the answer that nothing fits.
 * `replies` are answers to go on after; `changed()` is told when a guess has been found that had to be looked for.
 */
function machine(tree, replies, changed) {
  let [node, steps, wrong, busy] = [0, [], undefined, false];
  let looks = 0; // how often a guess has been looked for; going back gives the last one up

  const guess = () => (busy || node === NONE ? NONE : tree.guess[node]);
  const candidates = () => steps.at(-1)?.candidates ?? tree.secrets;
  const solved = () => steps.at(-1)?.reply === tree.win;
  const fits = (reply) => possible(tree, guess(), reply, candidates());

  /** Takes the reply to the guess. */
  function answer(reply) {
    const left = keep(tree, candidates(), guess(), reply);
    const step = { guess: guess(), reply, candidates: left, left: left.length, node };
    if (!left.length) {
      wrong = step;
      return;
    }
    steps.push(step);
    const from = node;
    node = reply === tree.win ? NONE : tree.child[from][reply];
    if (node === NONE && reply !== tree.win) look(from, reply);
  }

  /** Finds the guess after a reply that nobody has given yet. */
  async function look(from, reply) {
    busy = true;
    const mine = ++looks;
    const found = await below(tree, from, reply, candidates(), steps.map((step) => step.guess));
    if (mine !== looks) return;
    [busy, node] = [false, found];
    changed();
  }

  /** Back to where `kept` answers have been given. */
  function backTo(kept) {
    node = steps[kept]?.node ?? node;
    steps = steps.slice(0, kept);
    wrong = undefined;
    busy = false;
    looks++;
  }

  /** The answers each of which, were it alone mistaken, would explain the contradiction; the last one always would. */
  function suspects() {
    const given = [...steps, wrong];
    const fitting = (kept) => kept.reduce((left, { guess, reply }) => keep(tree, left, guess, reply), tree.secrets);
    return given.filter((doubted) => fitting(given.filter((step) => step !== doubted)).length > 0);
  }

  /** The steps as rows, each with a way back if there is any; after a contradiction, those that can be to blame. */
  function record(goBack) {
    const blamed = wrong ? suspects() : steps;
    return board(tree, [...steps, ...present([wrong])].map((step, at) => {
      if (!goBack || !blamed.includes(step)) return step;
      const control = button("↶", () => goBack(at), { id: `back${at}`, className: wrong ? "main" : "quiet" });
      control.setAttribute("aria-label", say("back", { n: at + 1 }));
      return { ...step, control, mark: wrong ? "blamed" : "" };
    }), say("finds"));
  }

  /** Answers that were kept, as far as they can be given: one that has to be looked for after goes on from there. */
  async function goOn() {
    const { steps: made, node: here } = await follow(tree, replies);
    let from = 0;
    for (const step of made) [step.node, from] = [from, tree.child[from][step.reply]];
    [steps, node, busy] = [made, here, false];
  }

  const ready = replies.length ? (busy = true, goOn().catch(() => { busy = false; })) : Promise.resolve();
  return {
    answer, backTo, candidates, fits, guess, record, solved, ready,
    get steps() { return steps; },
    get wrong() { return wrong; },
    get worst() { return tree.nth ? tree.nth[node] - steps.length : undefined; },
    replies: () => steps.map((step) => step.reply),
  };
}
