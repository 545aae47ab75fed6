// Games that do not allow every guess: treebuild/game/guess_rules.py defines the rules.

/**
 * Whether a rule permits a guess after steps {guess, reply} that leave these candidates; no rule permits all. The reply
 * may be a list: then one of its replies has to permit the guess.
 */
function permits(game, { rule, steps }, candidates, guess) {
  if (!rule) return true;
  const wins = (code) => candidates.some((secret) => game.reply(code, secret) === game.win);
  const tests = (code) => !wins(code) && new Set(candidates.map((secret) => game.reply(code, secret))).size > 1;
  const each = (permitted) => steps.every((step) => [step.reply].flat().some((reply) => permitted({ ...step, reply })));
  return {
    candidates: () => wins(guess),
    consistent: () => each((step) => game.reply(step.guess, guess) === step.reply),
    hard: () => each((step) => !hardFault(game, [step], guess)),
    identify: () => tests(guess) || (wins(guess) && (candidates.length === 1 || !indices(game.codes).some(tests))),
  }[rule]();
}

/** Steps as the worker is told of them: those whose reply is sure. */
const turnsOf = (steps) => steps.filter((step) => !isUnsure(step)).map(({ guess, reply }) => ({ guess, reply }));

/** The same of all steps: an unsure reply is a list of those that these candidates give. */
const readingsOf = (tree, steps, candidates) => steps.map((step) =>
  ({ guess: step.guess, reply: isUnsure(step) ? repliesTo(tree, step.guess, candidates) : step.reply }));

/** Why a rule does not allow a guess after these steps: "" if it does. */
function ruleFault(tree, rule, steps, guess) {
  if (permits(tree, { rule, steps }, steps.at(-1)?.candidates ?? tree.secrets, guess)) return "";
  if (rule !== "hard") return say(`${rule}Only`, { code: spellIndex(tree, guess) });
  const { key, n, symbol } = hardFault(tree, steps, guess);
  return say(key, { n, symbol: tree.letters[symbol].toUpperCase() });
}
