// Games that do not allow every guess: treebuild/game/guessing.py defines the rules. Only pages that have one bring it.

Object.assign(WORDS, {
  candidatesOnly: ["{code} cannot be the secret any more", "{code} уже не может быть загадкой", "{code} 已不可能是答案"],
  consistentOnly: ["{code} does not fit all replies so far", "{code} не подходит ко всем ответам", "{code} 与之前的回答不符"],
  identifyOnly: [
    "{code} is not allowed here: ask what tells possibilities apart, and name one when nothing does",
    "{code} здесь нельзя: спрашивайте то, что различает варианты, и называйте, когда различить нечем",
    "此处不能用 {code}：先问能区分的问题，无法区分时才说出答案",
  ],
});

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
