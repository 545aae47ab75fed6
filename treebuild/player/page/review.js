// What to learn from a game: what each guess told, beside the best there was, and luck apart from skill.
//
// A guess leaves so many candidates on average, over the secrets that were possible. Skill is what the best guess would
// have left by what this one does; luck is what it leaves on average by what it did leave. Both multiply over a game.

const CLOSE = 1.25; // a guess that leaves no more times what the best leaves is as good

/** The review of these steps as elements, filled in when it has been worked out. `daily` is a date, or the seed of a link. */
function reviewOf(tree, steps, daily) {
  if (!steps.length) return false;
  const worked = Promise.all([studied(tree, steps), tree.opened.catch(() => {})]).then(([found]) => found);
  return h("div", { id: "review" }, h("h2", {}, say("review")), soon(worked, (found) => [
    h("div", { className: "scores" }, scores(found)),
    h("p", { className: "lesson", id: "lesson" }, lesson(tree, found)),
    board(tree, found.map((step, at) => ({ ...step, below: remarks(tree, found, at) })), say("review")),
    h("p", { className: "row" }, copier("share", say("share"), () => shared(tree, found, daily))),
  ], {}, board(tree, steps, say("review"))));
}

const studies = new WeakMap(); // of steps: each game is studied once

/** The steps with `mine`, what the guess leaves on average, and `best`, {guess, left}. */
function studied(tree, steps) {
  if (!studies.has(steps)) studies.set(steps, study(tree, steps));
  return studies.get(steps);
}

function study(tree, steps) {
  return Promise.all(steps.map(async (step, at) => {
    const named = namedBy(tree, steps.slice(0, at).map(({ guess }) => guess));
    const { best, left } = await ask("review", tree.source, { candidates: step.before, named, guess: step.guess });
    return { ...step, mine: left, best: best.left > left ? { ...best, guess: step.guess, left } : best };
  }));
}

const product = (numbers) => numbers.reduce((product, one) => product * one, 1);

/** Of the guesses that had a choice: the mean skill, as a share, and all luck. */
function measured(found) {
  const open = found.filter(({ before }) => before.length > 1);
  return {
    skill: product(open.map(({ best, mine }) => best.left / mine)) ** (1 / Math.max(open.length, 1)),
    times: product(open.map(({ mine, left }) => mine / left)),
  };
}

const percent = (share) => share.toLocaleString(language, { style: "percent" });

function luckInWords(times) {
  const factor = Math.max(times, 1 / times);
  if (factor < 1.05) return say("luckNone");
  return say(times > 1 ? "luckFor" : "luckAgainst", { times: number(factor, factor < 10 ? 1 : 0) });
}

function scores(found) {
  const { skill, times } = measured(found);
  const meter = h("span", { className: "meter" }, h("span", {}));
  meter.firstChild.style.width = `${100 * skill}%`;
  return [
    h("div", {}, h("h3", {}, say("skill")), h("b", { id: "skill" }, percent(skill)), meter),
    h("div", {}, h("h3", {}, say("luckier")),
      h("b", { id: "luck" }, times >= 1.05 ? "↑" : times > 1 / 1.05 ? "=" : "↓"),
      h("span", { className: "hint" }, luckInWords(times))),
  ];
}

/** Below a step: what it left on average, what the best would have, and the tree's guess as long as it was followed. */
function remarks(tree, found, at) {
  const { before, mine, best, guess } = found[at];
  if (before.length < 2) return false;
  const own = tree.guess?.[ownNode(tree, found.slice(0, at))];
  const code = (index) => spellIndex(tree, index);
  return h("p", { className: "remark" }, [
    say("onAverage", { mine: amount(mine) }),
    best.guess !== guess && best.left < mine && say("bestWould", { best: amount(best.left), code: code(best.guess) }),
    own !== undefined && say("treeHere", { code: code(own) }),
  ].filter(Boolean).join(" · "));
}

/** One sentence: the guess that cost most, if any did. */
function lesson(tree, found) {
  const cost = found.map(({ mine, best, before }) => (before.length > 1 ? mine / best.left : 1));
  const at = cost.indexOf(Math.max(...cost));
  const { before, mine, best, guess } = found[at];
  if (cost[at] > 1 && mine === before.length) return say("learnWaste", { n: at + 1 });
  if (cost[at] > CLOSE) {
    const [code, own] = [best.guess, guess].map((index) => spellIndex(tree, index));
    return say("learnBetter", { n: at + 1, mine: own, left: amount(mine), code, best: amount(best.left) });
  }
  const { times } = measured(found);
  return say(times > 2 ? "learnLucky" : times < 0.5 ? "learnUnlucky" : "learnGood");
}

/** The result as text without the codes: what a friend who has yet to play may see. */
function shared(tree, found, daily) {
  const { skill, times } = measured(found);
  const solved = found.at(-1).reply === tree.win;
  const head = [gameName(tree.source), daily, solved ? say("taken", { n: found.length }) : say("gaveUp")];
  const rows = found.map(({ reply, left }) => tree.marks ? typedReply(tree, reply)
    : `${typedReply(tree, reply)} ${leftOver(tree, reply, left)}`);
  const foot = `${say("skill")} ${percent(skill)}, ${say("luckier").toLowerCase()}: ${luckInWords(times)}`;
  const where = linkWith(daily ? location.hash : ""); // a friend can play the same secret
  return [head.filter(Boolean).join(" · "), ...rows, foot, where].filter(Boolean).join("\n");
}
