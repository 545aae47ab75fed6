// What to learn from a game: what each guess told, beside the best there was, and luck apart from skill.
//
// A guess leaves a number of candidates on average, over the secrets that were possible. Skill is the number that the
// best guess leaves on average, divided by the number that this guess leaves; of few candidates it is what the best guess
// needs, divided by what this one needs. Luck is the average that a guess leaves, divided by the number that it did leave.

const CLOSE = 1.25; // a guess that leaves at most this many times what the best leaves counts as good

/**
 * The review of these steps as elements, filled in once it is there. `daily` is a date, or the seed of a link; `rule` is
 * the rule by which the guesses were made.
 */
function reviewOf(tree, steps, daily, rule = tree.source.guesses) {
  if (!steps.length) return false;
  const worked = Promise.all([studied(tree, steps, rule), tree.opened.catch(() => {})]).then(([found]) => found);
  return h("div", { id: "review" }, h("h2", {}, say("review")), soon(worked, (found) => [
    h("div", { className: "figures" }, scores(found)),
    h("p", { className: "lesson", id: "lesson" }, lesson(tree, found)),
    board(tree, found.map((step, at) => ({ ...step, below: remarks(tree, found, at) })), say("review")),
    h("p", { className: "row" }, copier("share", say("share"), () => shared(tree, found, daily))),
  ], {}, board(tree, steps, say("review"))));
}

const studies = new WeakMap(); // of steps: each game is studied once

/**
 * The steps with `mine`, what the guess leaves on average, and `best`, {guess, left}; with `needs` where few candidates
 * were left, in both; and with `fault`, why the rule does not allow the guess, "" if it does.
 */
function studied(tree, steps, rule) {
  if (!studies.has(steps)) studies.set(steps, study(tree, steps, rule));
  return studies.get(steps);
}

function study(tree, steps, rule) {
  return Promise.all(steps.map(async (step, at) => {
    const earlier = steps.slice(0, at);
    const here = { candidates: step.before, named: namedBy(tree, earlier.map(({ guess }) => guess)), guess: step.guess };
    const { best, left, needs } = await ask("review", tree.source, { ...here, ruled: { rule, steps: earlier } });
    return { ...step, mine: left, needs, best, fault: ruleFault(tree, rule, earlier, step.guess) };
  }));
}

/** From 0 to 1, the best; 0 for a guess that is not allowed. */
const skillOf = ({ fault, mine, needs, best }) => (fault ? 0 : needs ? best.needs / needs : best.left / mine);

const product = (numbers) => numbers.reduce((product, one) => product * one, 1);

/** The mean skill, as a share, of the guesses that were allowed and had a choice or were wrong; and the luck of all. */
function measured(found) {
  const chosen = found.filter((step) => !step.fault && (step.before.length > 1 || skillOf(step) < 1));
  return {
    skill: product(chosen.map(skillOf)) ** (1 / Math.max(chosen.length, 1)),
    times: product(found.map(({ mine, left }) => mine / left)),
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

/** Below a step: what it left on average, or needs, and what the best does; and the tree's guess as long as it was followed. */
function remarks(tree, found, at) {
  const step = found[at];
  const { before, mine, needs, best, fault } = step;
  if (fault) return h("p", { className: "remark" }, fault);
  if (before.length < 2) return skillOf(step) < 1 && h("p", { className: "remark" }, lessonOf(tree, found, at));
  const own = tree.guess?.[ownNode(tree, found.slice(0, at))];
  const code = (index) => spellIndex(tree, index);
  const worse = skillOf(step) < 1;
  return h("p", { className: "remark" }, [
    needs ? say("needsHere", { mine: number(needs, 2) }) : say("onAverage", { mine: amount(mine) }),
    worse && (needs ? say("bestNeeds", { best: number(best.needs, 2), code: code(best.guess) })
      : say("bestWould", { best: amount(best.left), code: code(best.guess) })),
    own !== undefined && say("treeHere", { code: code(own) }),
  ].filter(Boolean).join(" · "));
}

/** What to learn from one guess that was wrong, or could have been better. */
function lessonOf(tree, found, at) {
  const { before, mine, needs, best, guess, fault } = found[at];
  const [code, own] = [best.guess, guess].map((index) => spellIndex(tree, index));
  if (fault) return `${at + 1}. ${fault}`;
  if (before.length === 1) return say("learnOne", { n: at + 1, mine: own, code });
  if (mine === before.length) return say("learnWaste", { n: at + 1 });
  if (needs) return say("learnNeeds", { n: at + 1, mine: own, needs: number(needs, 2), code, best: number(best.needs, 2) });
  return say("learnBetter", { n: at + 1, mine: own, left: amount(mine), code, best: amount(best.left) });
}

/** One sentence: the guess that cost most, if any did. */
function lesson(tree, found) {
  const skills = found.map(skillOf);
  const at = skills.indexOf(Math.min(...skills));
  const wasted = skills[at] < 1 && found[at].mine === found[at].before.length;
  if (wasted || skills[at] < 1 / CLOSE) return lessonOf(tree, found, at);
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
