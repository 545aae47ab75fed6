// Trees: opened whole by the worker, or, where that takes long, grown along the way that the visitor goes.

const WHOLE = 10000; // codes: to grow a whole tree of more would keep the browser busy for too long

/** What a tree is called, from what it is good for; a title of its own comes first. Trees called alike are numbered. */
function treeName(source) {
  const alike = sources.filter((one) => one.game === source.game && calledFor(one) === calledFor(source));
  return calledFor(source) + (alike.length > 1 ? ` (${alike.indexOf(source) + 1})` : "");
}

function calledFor({ title, counts, kind = counts.length ? "treeName" : "leastLeft", game }) {
  if (title) return title;
  const [most, depth] = [counts.at(-1), counts.length];
  return say(kind, { most, depth, average: counts.length ? average(counts) : "", game });
}

/** The game of a source {title, game, rules, text, ...} with its tree, once `tree.opened` has come. */
function openTree(source) {
  const game = gameOf(source);
  const tree = { ...game, source, ready: false, whole: source.grown !== "minavg" };
  tree.opened = grown(tree).then((nodes) => Object.assign(tree, nodes, { ready: true }));
  tree.opened.catch(() => {}); // the error reaches whoever waits for `opened`
  return tree;
}

async function grown(tree) {
  if (tree.whole) return ask("open", tree.source);
  const guess = await next(tree, tree.secrets, []);
  const child = tree.labels.map(() => NONE);
  return { guess: [guess], child: [child], size: [tree.secrets.length], counts: tree.source.counts };
}

/** The same tree, whole, which may take seconds. A tree too large for that stays as it is. */
async function wholeOf(tree) {
  if (tree.whole || tree.secrets.length > WHOLE) return tree;
  return { ...tree, ...await ask("open", tree.source), whole: true };
}

/** The guess of a tree that is grown along the path. */
const next = (tree, candidates, guesses) => ask("next", tree.source, { candidates, named: namedBy(tree, guesses) });

/** The node that a reply leads to, which may have to be found; `candidates` are left after the reply. */
async function below(tree, node, reply, candidates, guesses) {
  if (tree.child[node][reply] !== NONE) return tree.child[node][reply];
  const guess = await next(tree, candidates, guesses);
  tree.guess.push(guess);
  tree.size.push(candidates.length);
  tree.child.push(tree.labels.map(() => NONE));
  return tree.child[node][reply] = tree.guess.length - 1;
}

/** The node after these replies, and the steps to it: {node, steps}; the node is -1 where the last reply is the win. */
async function follow(tree, replies) {
  await tree.opened;
  let node = 0;
  const steps = [];
  for (const reply of replies) {
    const step = stepAfter(tree, steps, tree.guess[node], reply);
    if (!step.left) throw new RangeError(`reply ${reply} cannot come`);
    steps.push(step);
    node = reply === tree.win ? NONE : await below(tree, node, reply, step.candidates, steps.map(({ guess }) => guess));
  }
  return { node, steps };
}

/** The node where these steps lead if every guess was the tree's own and every reply is sure, or -1. */
const ownNode = (tree, steps) => !tree.ready ? NONE : steps.reduce((node, { guess, reply }) =>
  node !== NONE && tree.guess[node] === guess ? tree.child[node][reply] ?? NONE : NONE, 0);

/** The steps that a tree takes to a secret. */
async function wayTo(tree, secret) {
  const replies = [];
  for (;;) {
    const { node, steps } = await follow(tree, replies);
    if (node === NONE) return steps;
    replies.push(tree.reply(tree.guess[node], secret));
  }
}

/** Whether a secret can still be found at a node whose candidates are these, with this reply. */
const possible = (tree, guess, reply, candidates) => candidates.some((secret) => tree.reply(guess, secret) === reply);
