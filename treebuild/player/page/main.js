// The page as a whole: which tree, which view, the language, links, and the keyboard.

const VIEWS = { finds: findsView, hides: hidesView, explore: exploreView };
const view = () => views[tab] ??= VIEWS[tab](tree, sources);
const sources = JSON.parse($("trees").textContent); // [{title, game, text, counts, rules?}]
let tree, views, tab = "finds";

/** Opens a tree; its views start afresh. Throws what the player throws. */
function use(source) {
  tree = openTree(source);
  source.counts = tree.counts;
  if (!sources.includes(source)) sources.push(source);
  views = {};
}

/** Opens the tree that the address carries, as in "#g=p4c10n&t=...", or else the first. A game that needs to be
 *  described must be one of the page's. */
function start() {
  const { g: game = "p4c10n", t: text } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  let why;
  try {
    const known = sources.filter((one) => one.game === game);
    if (text !== undefined) use(known.find((one) => one.text === text) ?? { game, text, rules: known[0]?.rules });
  } catch (error) {
    why = error.message;
  }
  if (!tree || why) use(sources[0]);
  fill($("broken"), why && h("p", {}, say("damaged", { why })));
  draw();
}

function choose(name) {
  tab = name;
  draw();
  view().tell();
  $("view").focus();
}

function draw() {
  $("title").textContent = document.title = gameName(tree.source);
  fill($("tabs"), Object.keys(VIEWS).map((name) => {
    const chosen = button(say(name), () => choose(name), { id: `tab-${name}` });
    if (name === tab) chosen.setAttribute("aria-current", "page");
    return chosen;
  }));
  view().draw();
  drawFoot();
}

function drawFoot() {
  const picker = (id, label, options, chosen, pick) => h("label", {}, label,
    h("select", { id, onchange: ({ target }) => { pick(target.value); draw(); } },
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
  const listed = sources.map((one, index) => [String(index), treeName(one)]);
  fill($("foot"),
    picker("tree", say("tree"), listed, String(sources.indexOf(tree.source)), (index) => use(sources[index])),
    picker("language", "Language", Object.entries(LANGUAGES), language, speak),
    button(say("link"), copyLink, { id: "link", className: "quiet" }),
    h("output", { id: "copied" }),
    `⌨ ${tree.keys} ⌫ ↵`);
}

/** Copies a link to the page with this tree in it; where the browser will not, shows it for copying by hand. */
function copyLink() {
  const link = `${location.href.split("#")[0]}#g=${encodeURIComponent(tree.source.game)}&t=${encodeURIComponent(tree.source.text)}`;
  const show = (text) => fill($("copied"), text);
  (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(() => show("✓"), () => show(link));
}

addEventListener("keydown", (event) => {
  const typing = !tree || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select");
  const pressing = event.key === "Enter" && event.target.matches?.("button:not(.many *)");
  if (typing || pressing || !view().key(event)) return;
  event.preventDefault();
  $("view").focus(); // or an Enter after it would press what was tapped last
});
addEventListener("hashchange", start);

speak();
lay(h("h2", {}, gameOf(sources[0]).about("think")));
requestAnimationFrame(() => setTimeout(start)); // seen at once, while the tree is being worked out
