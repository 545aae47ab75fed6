// "Explore": the distribution, the way to any secret, and the tree as an outline; a second tree beside it on demand.

/** The view over one tree, and any other of the same game that it is compared with. */
function exploreView(tree, sources) {
  const others = sources.filter((one) => one.game === tree.source.game && one !== tree.source);
  let other; // a tree, once chosen
  let sought = "";

  const shown = () => other ? [tree, other] : [tree];

  /** How each tree finds the code that was asked for. */
  function ways() {
    return shown().map((one) => {
      const code = parse(one, sought);
      return one.secrets.includes(code) && board(one, wayTo(one, code));
    });
  }

  /** A node as a row that opens to its children, which are made when it is first opened. */
  function row(one, node, reply) {
    const children = [...one.child[node].entries()].filter(([, child]) => child >= 0);
    const cells = [
      h("span", { className: "reply" }, reply !== undefined && pegs(one, reply)),
      tiles(one, one.guess[node]),
      [one.size, one.nth, one.e].map((column) => h("span", { className: "cell" }, number(column[node]))),
    ];
    if (!children.length) return h("li", {}, h("div", { className: "node" }, cells));
    const below = h("ul", { hidden: true });
    const toggle = h("button", { type: "button", className: "node", "aria-expanded": "false", onclick: open }, cells);
    function open() {
      if (!below.children.length) below.append(...children.map(([answer, child]) => row(one, child, answer)));
      below.hidden = !below.hidden;
      toggle.setAttribute("aria-expanded", String(!below.hidden));
    }
    return h("li", {}, toggle, below);
  }

  function outline(one) {
    const root = row(one, 0);
    root.querySelector("button")?.click();
    const heads = h("div", { className: "node heads" },
      h("span", { className: "reply" }, tree.faces.length > 0 && "●○"), h("span", {}, say("guess")),
      [say("remaining"), "n-th", "e"].map((name) => h("span", { className: "cell" }, name)));
    const legend = h("p", { className: "hint" }, say("columns"));
    return h("section", { className: "outline" }, h("h2", {}, treeName(one.source)), heads, h("ul", {}, root), legend);
  }

  function draw() {
    const found = h("div", {}, ways());
    const search = h("input", {
      id: "search", value: sought, placeholder: spell(tree, tree.codes[tree.secrets[0]]),
      oninput: ({ target }) => { sought = target.value; fill(found, ways()); },
    });
    const choices = [[-1, "—"], ...others.map((source, at) => [at, treeName(source)])];
    const chosen = others.indexOf(other?.source);
    const options = choices.map(([value, name]) => h("option", { value, selected: value === chosen }, name));
    const compare = h("select", { id: "compare", onchange: ({ target }) => choose(others[target.value]) }, options);
    lay([others.length > 0 && h("label", { className: "row" }, `⇄ ${say("tree")}`, compare), chart(shown())],
      [h("label", { className: "row" }, say("search"), search), found]);
    $("view").append(h("div", { className: "outlines" }, shown().map(outline)));
  }

  function choose(source) {
    other = source && openTree(source);
    draw();
  }

  return { draw, key: () => false, tell: () => announce(say("explore")) };
}
