// The shape of a whole tree as a picture: a row for each guess, every node as wide as its candidates. Visitors can point
// at it. For those who cannot, the words beside it say all that it shows.

const [WIDE, ROW] = [1000, 26]; // units of the drawing

/** An element of a drawing. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Where each node begins, counted in secrets: after the secret that its parent finds, and the parts before it. */
function beginnings(tree) {
  const begins = [0];
  for (const [node, children] of tree.child.entries()) {
    let at = begins[node] + (tree.solved[node] === NONE ? 0 : 1);
    for (const child of Object.values(children)) {
      begins[child] = at;
      at += tree.size[child];
    }
  }
  return begins;
}

/**
 * The bars to draw, [{depth, from, to, nth, here}], with places counted in secrets. Nodes too narrow to be told apart
 * become one bar, shaded as the deepest of them. Nodes on the `way` stand alone.
 */
function bars(tree, begins, way, narrow) {
  const drawn = [];
  const last = []; // for each row, the bar of narrow nodes that the next node may join
  for (const node of indices(tree.guess)) {
    const [depth, from, to, nth] = [tree.depth[node], begins[node], begins[node] + tree.size[node], tree.nth[node]];
    const bar = last[depth];
    const here = way.includes(node);
    if (!here && bar && to - from < narrow && from - bar.to < narrow) {
      bar.to = to;
      bar.nth = Math.max(bar.nth, nth);
      continue;
    }
    drawn.push({ depth, from, to, nth, here });
    last[depth] = !here && to - from < narrow ? drawn.at(-1) : undefined;
  }
  return drawn;
}

/** The picture, with the way of these replies marked; `go(replies)` is where a press leads. */
function icicle(tree, replies, go) {
  const begins = tree.begins ??= beginnings(tree);
  const unit = WIDE / tree.secrets.length;
  const most = tree.counts.length;
  const way = [];
  for (const [at, reply] of replies.entries()) way.push(tree.child[way[at - 1] ?? 0][reply]);
  const drawn = bars(tree, begins, way, 1.5 / unit).map(({ depth, from, to, nth, here }) => svg("rect", {
    x: from * unit, y: (depth - 1) * ROW, width: Math.max((to - from) * unit, 1), height: ROW - 2,
    class: here ? "here" : `shade${Math.min(most - nth, 4)}`,
  }));
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDE} ${most * ROW}`, preserveAspectRatio: "none", class: "icicle", "aria-hidden": "true",
  }, ...drawn);
  const pointed = h("p", { className: "hint", id: "pointed" }, say("point"));

  /** The replies that lead from the root to the node under the pointer. */
  function at({ clientX, clientY }) {
    const { left, top, width, height } = picture.getBoundingClientRect();
    const secret = (clientX - left) / width * tree.secrets.length;
    const depth = Math.floor((clientY - top) / height * most);
    const path = [];
    for (let node = 0; path.length < depth;) {
      const [reply, child] = Object.entries(tree.child[node]).find(([, child]) => secret < begins[child] + tree.size[child]) ?? [];
      if (!(begins[child] <= secret)) break;
      path.push(+reply);
      node = child;
    }
    return path;
  }

  picture.addEventListener("pointermove", (event) => {
    let node = 0;
    const steps = at(event).map((reply) => {
      const guess = tree.guess[node];
      node = tree.child[node][reply];
      return [tiles(tree, guess), pegs(tree, reply)];
    });
    fill(pointed, steps, tiles(tree, tree.guess[node]), say("left", { n: tree.size[node] }));
  });
  picture.addEventListener("click", (event) => go(at(event)));
  return [h("p", {}, say("shape")), picture, pointed];
}
