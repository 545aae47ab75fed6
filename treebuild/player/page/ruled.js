// Games that do not allow every guess: treebuild/game/guess_rules.py defines the rules.

/**
 * Whether a rule permits a guess after steps {guess, reply} that leave these candidates; no rule permits all. The reply
 * may be a list: then one of its replies has to permit the guess.
 */
function permits(game, { rule, steps }, candidates, guess) {
  if (!rule) return true;
  const wins = (code) => candidates.some((secret) => game.reply(code, secret) === game.win);
  const tests = (code) => !wins(code) && new Set(candidates.map((secret) => game.reply(code, secret))).size > 1;
  return {
    candidates: () => wins(guess),
    consistent: () => steps.every(({ guess: asked, reply }) => [reply].flat().includes(game.reply(asked, guess))),
    hard: () => steps.every(({ guess: asked, reply }) =>
      [reply].flat().some((told) => !hardFault(game, [{ guess: asked, reply: told }], guess))),
    identify: () => tests(guess) || (wins(guess) && !indices(game.codes).some(tests)),
  }[rule]();
}

/** Why a rule does not allow a guess after these steps: "" if it does. */
function ruleFault(tree, rule, steps, guess) {
  if (permits(tree, { rule, steps }, steps.at(-1)?.candidates ?? tree.secrets, guess)) return "";
  if (rule !== "hard") return say(`${rule}Only`, { code: spellIndex(tree, guess) });
  const { key, n, symbol } = hardFault(tree, steps, guess);
  return say(key, { n, symbol: tree.letters[symbol].toUpperCase() });
}
