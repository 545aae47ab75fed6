// "Explore": the tree in words, a position at a time; the way to any secret; its whole shape; another tree beside it.

const [MANY, FIRST] = [32, 16]; // the most replies that are all shown; how many of more are shown at first

/** The view over one tree: {draw, key, tell}. Its state is the replies on the way to the position shown. */
function exploreView(tree, sources) {
  const others = sources.filter((one) => one.game === tree.source.game && one !== tree.source);
  let replies = [];
  let other; // a tree, once chosen and opened
  let [sought, missing] = ["", ""];
  let place = { node: 0, steps: [] };

  async function go(to, ...said) {
    replies = to;
    place = await follow(tree, replies);
    if (view() !== self) return;
    draw();
    announce(...said, described());
  }

  /** A position in words. */
  function described() {
    const { node } = place;
    if (node === NONE) return say("foundHere");
    if (!tree.nth) return say("codes", { n: tree.size[node] });
    const mean = number(tree.e[node] / tree.size[node], 2);
    return say("worthHere", { n: tree.size[node], worst: tree.nth[node], average: mean });
  }

  function find() {
    const code = parse(tree, sought.trim());
    if (!tree.secrets.includes(code)) {
      missing = say("noCode", { code: sought.trim() || "–" });
      draw();
      return announce(missing);
    }
    missing = "";
    wayTo(tree, code).then((way) => go(way.map((step) => step.reply), say("search"), sought));
  }

  async function compare(source) {
    const chosen = source && openTree(source);
    await chosen?.opened;
    other = chosen;
    if (view() === self) draw();
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  /** The replies that can come to the guess here, each a way further down. */
  function ways() {
    const { node } = place;
    const before = place.steps.at(-1)?.candidates ?? tree.secrets;
    const parts = partition(tree.reply, tree.guess[node], before);
    const replied = Object.keys(parts).map(Number);
    const many = replied.length > MANY; // as in games of words: the commonest first, the others folded
    if (many) replied.sort((a, b) => parts[b].length - parts[a].length);
    const rows = replied.map((reply) => {
      const child = tree.child[node][reply];
      const cells = !child ? [] : [tiles(tree, tree.guess[child]),
        ...(tree.nth ? [number(tree.nth[child]), number(tree.e[child] / tree.size[child], 2)] : [])];
      const label = [spokenReply(tree, reply), leftOver(tree, reply, parts[reply].length)].join(", ");
      return h("li", {}, h("button", {
        type: "button", className: "way", id: `way${reply}`, "aria-label": label,
        onclick: () => go([...replies, reply]),
      }, [pegs(tree, reply), reply === tree.win ? say("foundHere") : number(parts[reply].length), ...cells]
        .map((cell) => h("span", {}, cell))));
    });
    const heads = [say("reply"), say("remaining"), ...(tree.nth ? [say("next"), say("worst"), say("average")] : [])];
    return h("div", { className: "wide" }, h("div", { className: "way heads", "aria-hidden": "true" }, heads.map((head) => h("span", {}, head))),
      h("ul", { className: "ways" }, many ? rows.slice(0, FIRST) : rows),
      many && h("details", {}, h("summary", {}, say("others", { n: rows.length - FIRST })), h("ul", { className: "ways" }, rows.slice(FIRST))));
  }

  const here = () => place.node === NONE
    ? [h("h2", {}, say("foundHere")), tiles(tree, place.steps.at(-1).guess, "large won")]
    : [
      h("h2", {}, say(replies.length ? "next" : "begins")),
      tiles(tree, tree.guess[place.node], "large"),
      h("p", { className: "hint", id: "position" }, described()),
      h("p", { className: "hint" }, say("openReply")),
      ways(),
    ];

  function path() {
    const control = (at) => button("↶", () => go(replies.slice(0, at)), {
      id: `up${at}`, className: "quiet", "aria-label": say("back", { n: at + 1 }) });
    return [
      board(tree, place.steps.map((step, at) => ({ ...step, control: control(at) })), say("explore")),
      h("p", { className: "row" }, button(say("start"), () => go([]), { id: "top", className: "quiet" })),
    ];
  }

  const finding = () => [
    h("form", { className: "row", onsubmit: (event) => { event.preventDefault(); find(); } },
      h("label", { htmlFor: "search" }, say("search")),
      h("input", {
        id: "search", value: sought, placeholder: spellIndex(tree, tree.secrets[0]), autocomplete: "off",
        oninput: ({ target }) => { sought = target.value; },
      }),
      h("button", { type: "submit", id: "find" }, "→")),
    missing && h("p", { className: "complaint", id: "missing" }, missing),
  ];

  /** How another tree finds the secret that was sought or reached, and how often it takes how long. */
  function comparing() {
    const options = [[-1, say("nothing")], ...others.map((source, at) => [at, treeName(source)])];
    const chosen = others.indexOf(other?.source);
    const secret = place.steps.at(-1)?.candidates[0];
    return others.length > 0 && [
      h("label", { className: "row" }, say("beside"), h("select", {
        id: "compare", onchange: ({ target }) => compare(others[target.value]),
      }, options.map(([value, name]) => h("option", { value, selected: value === chosen }, name)))),
      other && place.node === NONE && soon(wayTo(other, secret), (way) => board(other, way, treeName(other.source))),
    ];
  }

  function draw() {
    const shown = [tree, other].filter((one) => one?.counts.length);
    lay(here(), place.steps.length ? path() : undefined, [finding(), comparing(),
      shown.length > 0 && chart(shown.map((one) => one.counts), shown.map((one) => treeName(one.source)))]);
    $("view").append(h("section", { className: "shape" }, tree.nth
      ? icicle(tree, replies, go) : h("p", { className: "hint" }, say("grownHere"))));
  }

  const self = { draw, key: () => false, tell: () => announce(say("explore"), described()), ready: () => tree.opened };
  return self;
}
