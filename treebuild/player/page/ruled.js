// Games that do not allow every guess: treebuild/game/guessing.py defines the rules.

/** Why a guess is not allowed after these steps: "" if it is. */
function ruleFault(tree, steps, guess) {
  const rule = tree.source.guesses;
  const candidates = steps.at(-1)?.candidates ?? tree.secrets;
  const wins = (code) => candidates.some((secret) => tree.reply(code, secret) === tree.win);
  const tests = (code) => !wins(code) && new Set(candidates.map((secret) => tree.reply(code, secret))).size > 1;
  const permitted = {
    candidates: () => wins(guess),
    consistent: () => steps.every((step) => tree.reply(step.guess, guess) === step.reply),
    identify: () => tests(guess) || (wins(guess) && (candidates.length === 1 || !indices(tree.codes).some(tests))),
  };
  if (rule === "hard") return hardFault(tree, steps, guess);
  return permitted[rule]() ? "" : say(`${rule}Only`, { code: spellIndex(tree, guess) });
}
