// The shape of a whole tree as a picture: a row a guess, every node as wide as its candidates. One can point at it; what
// it shows is all in the words beside it, so it hides nothing from those who cannot.

const [WIDE, ROW] = [1000, 26]; // units of the drawing

/** An element of a drawing. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Where each node begins, counted in secrets: after what its parent finds itself and the parts before it. */
function beginnings(tree) {
  const begins = [0];
  for (const [node, children] of tree.child.entries()) {
    let at = begins[node] + (tree.solved[node] === NONE ? 0 : 1);
    for (const child of children) {
      if (child === NONE) continue;
      begins[child] = at;
      at += tree.size[child];
    }
  }
  return begins;
}

/** The picture, with the way of these replies marked; `go(replies)` is where a press leads. */
function icicle(tree, replies, go) {
  const begins = tree.begins ??= beginnings(tree);
  const unit = WIDE / tree.secrets.length;
  const most = tree.counts.length;
  const way = [0];
  for (const reply of replies) way.push(tree.child[way.at(-1)]?.[reply]);
  const drawn = indices(tree.guess).filter((node) => tree.size[node] * unit > 0.7 || way.includes(node)).map((node) =>
    svg("rect", {
      x: begins[node] * unit, y: (tree.depth[node] - 1) * ROW, width: tree.size[node] * unit, height: ROW - 2,
      class: `shade${most - tree.nth[node]}${way.includes(node) ? " here" : ""}`,
    }));
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${most * ROW}`, preserveAspectRatio: "none", class: "icicle", "aria-hidden": "true" }, ...drawn);
  const pointed = h("p", { className: "hint", id: "pointed" }, say("point"));

  /** The replies to the node under a place of the picture: down from the root as far as the row goes. */
  function at({ clientX, clientY }) {
    const { left, top, width, height } = picture.getBoundingClientRect();
    const secret = (clientX - left) / width * tree.secrets.length;
    const depth = Math.floor((clientY - top) / height * most);
    const path = [];
    for (let node = 0; path.length < depth;) {
      const reply = tree.child[node].findIndex((child) =>
        child !== NONE && begins[child] <= secret && secret < begins[child] + tree.size[child]);
      if (reply < 0) break;
      path.push(reply);
      node = tree.child[node][reply];
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
