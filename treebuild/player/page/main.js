// The page as a whole: which game and tree, which view, the language, links, and the keyboard.

// The names of views stand in links (v=hides) and in what a browser has stored, so they stay: "hides" is "You guess",
// "finds" is "It guesses".
const VIEWS = {
  hides: hidesView, finds: findsView, race: raceView, duel: duelView, turns: turnsView,
  daily: dailyView, help: helpView, train: trainView, explore: exploreView, statistics: statisticsView,
};
const WAYS = ["hides", "finds", "race"]; // to play, at first sight
const UNDER_MORE = ["daily", "help", "train", "explore", "statistics"]; // under "More"
const NEED_TREE = ["finds", "race", "help", "explore"]; // before they can be drawn
const PLAYED = ["hides", "finds", "race", "daily"];
let sources, tree, views, tab;

const view = () => tree && views[tab];

/** The address of a view of a tree, as in "#g=p4c10n&v=race"; with the tree's text unless it is its game's first. */
function addressOf(source, name) {
  const first = sources.find(({ game }) => game === source.game) === source;
  const parts = { g: source.game, v: name, ...(!first && (source.grown ? { r: source.grown } : { t: source.text })) };
  return `#${new URLSearchParams(parts)}`;
}

/** Goes to a view of a tree; the browser's way back leads here again. */
function visit(source, name) {
  const address = addressOf(source, name);
  busy(true);
  if (location.hash === address) start();
  else location.hash = address;
}

const busy = (whether) => $("view").setAttribute("aria-busy", String(whether));

/** The source that an address names: one of the page, one from the text in the address, or one that the page grows. */
function named({ g: game = "p4c10n", t: text, r: rule }) {
  const known = sources.filter((one) => one.game === game);
  if (text === undefined && rule === undefined && known.length) return known[0];
  const listed = known.find((one) => (rule ? one.grown === rule : one.text === text && !one.grown));
  if (listed) return listed;
  if (rule && !Object.hasOwn(RULES, rule)) throw new RangeError(`no rule ${rule}`);
  const grown = text === undefined ? rule ?? "minavg" : rule;
  return { title: "", game, text: text ?? "", grown, counts: [], rules: known[0]?.rules };
}

/** Opens what the address names, or the choice of games. A game that has to be described must be one of the page's. */
async function start() {
  const asked = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const address = location.hash;
  let why;
  busy(true);
  try {
    if (asked.g || asked.t !== undefined) await use(named(asked), asked);
    else if (gamesOf(sources).length === 1) await use(sources[0], { v: "hides", ...asked });
    else tree = undefined;
  } catch (error) {
    why = error.message;
  }
  if (location.hash !== address) return; // the visitor has gone elsewhere
  if (why) tree = undefined;
  fill($("broken"), why && h("p", {}, say("damaged"), h("br"), h("small", { lang: "en" }, why)));
  draw();
  scrollTo(0, 0);
  busy(false);
  view()?.tell();
}

/** Opens a view of a tree. If the tree was not open, its views start afresh. Throws TreeError, and for cut links. */
async function use(source, { v: name = "finds", s: seed = "" }) {
  if (!Object.hasOwn(VIEWS, name) || (name === "duel" && seed.length !== SEED)) throw new RangeError("its end is missing");
  if (tree?.source !== source) {
    const opening = openTree(source);
    if (!sources.includes(source)) {
      source.counts = (await opening.opened).counts;
      sources.push(source);
    }
    [tree, views] = [opening, {}];
  }
  const chosen = tab = name;
  if (NEED_TREE.includes(tab) && !views[tab]) {
    drawHead();
    lay(h("p", { className: "hint" }, say("opening")));
    await tree.opened;
  }
  const kinds = { race: strongest, explore: () => wholeOf(tree) };
  const mine = views; // another tree may replace `views` in the meantime
  if (chosen === "duel") delete mine.duel; // it may have another seed
  mine[chosen] ??= VIEWS[chosen](await (kinds[chosen]?.() ?? tree), sources, seed);
  await mine[chosen].ready?.();
  if (PLAYED.includes(chosen)) remember("last", { game: source.game, view: chosen, address: addressOf(source, chosen) });
}

/** The tree that plays races: the strongest of the game, or the one that was chosen. */
async function strongest() {
  const source = sources.find(({ game, kind }) => game === tree.source.game && kind === "inRaces") ?? tree.source;
  const playing = source === tree.source ? tree : openTree(source);
  await playing.opened;
  return playing;
}

function draw() {
  drawHead();
  if (tree) view()?.draw();
  else drawHome();
  drawFoot();
}

function drawHead() {
  const several = tree && gamesOf(sources).length > 1;
  $("title").textContent = document.title = say("guessing");
  if (tree) $("title").textContent = document.title = gameName(tree.source);
  const leave = () => { location.hash = ""; };
  fill($("home"), several && button("‹", leave, { id: "games", className: "quiet", "aria-label": say("games") }));
  fill($("help"), button("?", () => showRules(!seesRules()),
    { id: "how", "aria-label": say("how"), "aria-pressed": String(explaining()) }));
  const here = ["duel", "turns"].includes(tab) ? "race" : tab; // these have no tab: the one of races leads to them
  const key = (current, label, onclick, properties) =>
    button(label, onclick, { ...properties, ...(current && { "aria-current": "page" }) });
  const way = (name, hiding) => key(name === here, say(name), () => visit(tree.source, name), { id: `tab-${name}`, ...hiding });
  const folded = UNDER_MORE.includes(here);
  fill($("tabs"), tree && [
    WAYS.map((name) => way(name)),
    key(folded, `${say(folded ? here : "more")} ▾`, null, { id: "more", popovertarget: "others" }),
    h("div", { id: "others", popover: "auto" }, UNDER_MORE.map((name) => way(name, { popovertarget: "others", popovertargetaction: "hide" }))),
  ]);
  $("tabs").hidden = !tree;
}

function drawFoot() {
  const picker = (id, label, options, chosen, pick) => h("label", {}, label,
    h("select", { id, onchange: ({ target }) => pick(target.value) },
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
  const trees = tree ? sources.filter(({ game }) => game === tree.source.game) : [];
  const listed = trees.map((one, index) => [String(index), treeName(one)]);
  const chosen = trees.indexOf(tree?.source);
  fill($("foot"),
    tree && ["hides", "finds", "explore"].includes(tab) && picker("tree", say("howItPlays"), listed, String(chosen), (index) => visit(trees[index], tab)),
    picker("language", say("language"), Object.entries(LANGUAGES), language, (asked) => { speak(asked); draw(); }),
    tree && copier("link", say("link"), () => linkTo(tree.source)),
    tree && h("span", { className: "keyboard" }, `⌨ ${tree.keys} ⌫ ↵`));
}

/** A link that also works in pages without this tree, because it has the tree's text. */
const linkTo = ({ game, grown, text }) =>
  linkWith(`#${new URLSearchParams({ g: game, ...(grown ? { r: grown } : { t: text }) })}`);

function press(event) {
  const typing = !view() || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input:not([role]), select, textarea");
  const pressing = event.key === "Enter" && event.target.matches?.("button:not(.many *), button:focus-visible");
  if (typing || pressing || !view().key(event)) return;
  event.preventDefault();
  $("view").focus({ preventScroll: true }); // else Enter would press the control that was tapped last
}

if (!inWorker) {
  sources = JSON.parse($("trees").textContent); // [{title, game, text, counts, rules?, kind?, grown?}]
  speak();
  addEventListener("keydown", press);
  addEventListener("hashchange", start);
  start();
  if (document.querySelector('link[rel="manifest"]')) navigator.serviceWorker?.register("worker.js"); // an app
}
