// The page as a whole: which tree, which view, the language, links, and the keyboard.

const VIEWS = { finds: findsView, hides: hidesView, explore: exploreView };
const sources = JSON.parse($("trees").textContent); // [{title, game, text, counts}]
let tree, tab = "finds", views = {};

/** Opens the tree and starts its three views afresh. Throws the player's TreeError. */
function use(source) {
  tree = openTree(source);
  source.counts = tree.counts;
  const others = sources.filter((one) => one.game === source.game && one !== source);
  views = Object.fromEntries(Object.entries(VIEWS).map(([name, view]) => [name, view(tree, others)]));
}

/** Reads "#g=p4c10n&t=..." into {game, text}, or undefined where the address carries no tree. */
function linked() {
  const parts = new Map(location.hash.slice(1).split("&").map((part) => part.split(/=(.*)/s)));
  if (!parts.has("t")) return undefined;
  return { title: "", game: parts.get("g") ?? "p4c10n", text: decodeURIComponent(parts.get("t")) };
}

function start() {
  let damage;
  try {
    const source = linked();
    const known = sources.find(({ game, text }) => game === source?.game && text === source?.text);
    if (source) use(known ?? source);
    if (source && !known) sources.push(source);
  } catch (error) {
    damage = error.message;
  }
  if (!tree || damage) use(sources[0]);
  fill($("broken"), damage !== undefined && h("p", {}, say("damaged", { why: damage })));
  draw();
}

function choose(name) {
  tab = name;
  draw();
  views[tab].tell();
  $("view").focus();
}

function draw() {
  $("title").textContent = document.title = gameName(tree.source.game);
  fill($("tabs"), Object.keys(VIEWS).map((name) => {
    const chosen = button(say(name), () => choose(name), { id: `tab-${name}` });
    if (name === tab) chosen.setAttribute("aria-current", "page");
    return chosen;
  }));
  views[tab].draw();
  drawFoot();
}

function drawFoot() {
  const picker = (id, label, options, chosen, pick) => h("label", {}, label,
    h("select", { id, onchange: ({ target }) => pick(target.value) },
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
  const listed = sources.map((one, index) => [String(index), treeName(one)]);
  fill($("foot"),
    picker("tree", say("tree"), listed, String(sources.indexOf(tree.source)), change),
    picker("language", "Language", Object.entries(LANGUAGES), language, translate),
    button(say("link"), copyLink, { id: "link", className: "quiet" }),
    h("output", { id: "copied" }),
    h("p", {}, say("helpText")));
}

function change(index) {
  use(sources[index]);
  draw();
}

function translate(tag) {
  remember("language", tag);
  speak(tag);
  draw();
}

/** Copies a link to the page with this tree in it; where the browser will not, shows it for copying by hand. */
function copyLink() {
  const link = `${location.href.split("#")[0]}#g=${tree.source.game}&t=${encodeURIComponent(tree.source.text)}`;
  const show = (text) => fill($("copied"), text);
  (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(() => show("✓"), () => show(link));
}

addEventListener("keydown", (event) => {
  const typing = event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select");
  const pressing = event.key === "Enter" && event.target.matches?.("button:not(.many *)");
  if (typing || pressing || !views[tab].key(event)) return;
  event.preventDefault();
  $("view").focus(); // or an Enter after it would press what was tapped last
});
addEventListener("hashchange", start);

speak();
start();
