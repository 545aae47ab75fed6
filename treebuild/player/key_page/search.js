// A search with a key: which findings give all answers so far, and what to ask next.
//
//   questions  [text, [answer, ...]]; only answers that some finding gives
//   names      the name of each finding; findings of one name, as those of a group, need not be told apart
//   hypotheses what each finding is, or is a variant of; its name is that of its group, if it has one
//   weights    how likely each finding is, where they are not equally likely
//   costs      what each question costs, where they do not cost the same
//   table      table[question][finding] is an index into the answers of the question
//   tree       [question, the entry that follows each answer, or 0 where the tree asks no more]; the first is the root
//   win        the answer that names a finding, in games whose questions may do that
//
// A turn is {question, answers}, the indices of all answers that may be right: every one where nobody knows.

const { questions, names, hypotheses, weights, costs, table, tree, win } = JSON.parse(document.getElementById("key").textContent);

const indices = (items) => [...items.keys()];

/** The findings that give one of the answers of every turn. */
const fitting = (turns) => indices(names).filter((finding) =>
  turns.every(({ question, answers }) => answers.includes(table[question][finding])));

/** The names of findings, each once. */
const named = (findings) => [...new Set(findings.map((finding) => names[finding]))];

/** The answers that these findings give to a question. */
const given = (question, findings) => [...new Set(findings.map((finding) => table[question][finding]))].sort((a, b) => a - b);

/**
 * The questions that tell findings apart and were not asked yet, best first: {question, left, the names left on average}.
 * The best rules out the most names on average for what it costs. A question that may name one of them comes last, and
 * has to tell the others apart.
 */
function useful(turns, findings) {
  const equal = !weights || findings.every((finding) => !weights[finding]);
  const weight = (some) => some.reduce((sum, finding) => sum + (equal ? 1 : weights[finding]), 0);
  const asked = turns.map(({ question }) => question);
  const [all, cost] = [weight(findings), (question) => costs?.[question] ?? 1];
  return indices(questions).filter((question) => !asked.includes(question)).map((question) => {
    const answers = given(question, findings);
    const parts = answers.map((answer) => findings.filter((finding) => table[question][finding] === answer));
    const sum = parts.reduce((left, part) => left + named(part).length * weight(part), 0);
    const names = answers.includes(questions[question][1].indexOf(win));
    return { question, left: sum / all, out: named(findings).length * all - sum, names, tells: answers.length - names > 1 };
  }).filter(({ tells }) => tells).sort((a, b) => a.names - b.names || b.out * cost(a.question) - a.out * cost(b.question));
}

/** The entry of the tree after these turns; undefined where they leave the tree, or it asks no more. */
const entryAfter = (turns) => turns.reduce((entry, { question, answers }) =>
  entry?.[0] === question && answers.length === 1 ? entry[1 + answers[0]] && tree[entry[1 + answers[0]]] : undefined, tree[0]) || undefined;

/** What to ask after these turns: the tree's question, or, off the tree, the most useful one. -1 for none. */
function questionAfter(turns) {
  const findings = fitting(turns);
  return named(findings).length < 2 ? -1 : entryAfter(turns)?.[0] ?? useful(turns, findings)[0]?.question ?? -1;
}

/** The turns in which the tree comes to a finding. */
function way(finding) {
  const turns = [];
  for (let entry = tree[0]; entry; entry = entryAfter(turns)) turns.push({ question: entry[0], answers: [table[entry[0]][finding]] });
  return turns;
}

/** The places of turns of which one must be wrong if this one is right: without it, all others can be. */
const doubtful = (turns, turn) => indices(turns).filter((at) => fitting([...turns.filter((_, other) => other !== at), turn]).length);
