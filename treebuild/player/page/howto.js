// "How to play": the rules of a game in three sentences, and two guesses that play themselves.

const BEAT = 700; // milliseconds of a frame
const LIKENESS = 3000; // codes to choose the first guess from

/** Whether the rules are shown: at the first visit, and whenever they are asked for. */
const explaining = () => kept().explaining ?? Object.keys(kept().figures).length === 0;

const explain = (whether) => remember("explaining", whether);

/** What the secret is, what a reply says, and what to aim at. */
function rulesOf(tree) {
  const { pegs, symbols, secrets } = tree;
  const secret = say(tree.kind, { pegs, symbols, n: secrets.length });
  const name = (kind) => tree.repeat ? "" : ` (${say(kind)})`; // Mastermind does not call them so
  const reply = tree.marks ? say("tellTiles") : !tree.asks.length ? say("tellLabels")
    : say(tree.asks.length === 2 ? "tellCounts" : "tellBulls", { bulls: name("bulls"), cows: name("cows") });
  return [secret, reply, say("aim")];
}

/** The pegs of a guess by what a reply says of them: [{peg, other, mark}], in the order of the reply's marks. */
function matched(tree, guess, secret) {
  const [asked, sought] = [tree.codes[guess], tree.codes[secret]];
  const free = new Set(indices(sought));
  const found = asked.map((symbol, peg) => (symbol === sought[peg] && free.delete(peg) ? { peg, other: peg, mark: "bull" } : undefined));
  for (const [peg, symbol] of asked.entries()) {
    if (found[peg]) continue;
    const other = [...free].find((place) => sought[place] === symbol && tree.asks.length !== 1);
    free.delete(other);
    found[peg] = { peg, other, mark: other === undefined ? "" : "cow" };
  }
  if (tree.marks) return found;
  const rank = ({ mark }) => ["bull", "cow", ""].indexOf(mark);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** A secret and a first guess that has something in the right place, something elsewhere, and something wrong. */
function example(tree) {
  const secret = tree.secrets[Math.floor(tree.secrets.length * 0.7)];
  const worth = (guess) => new Set(tree.faces[tree.reply(guess, secret)]).size;
  const some = indices(tree.codes).slice(0, Math.min(LIKENESS, tree.guessable)).filter((code) => code !== secret);
  return { secret, first: some.reduce((best, code) => (worth(code) > worth(best) ? code : best), some[0] ?? secret) };
}

/** The pictures of the play, one after another: {rows: [{code, typed, told}], lit, words}. */
function framesOf(tree) {
  const { secret, first } = example(tree);
  const frames = [{ rows: [], words: say("hidden") }];
  let before = [];
  for (const code of [first, secret].filter((code) => code < tree.guessable)) {
    const reply = tree.reply(code, secret);
    const add = (typed, told, words, lit) => frames.push({ rows: [...before, { code, typed, told }], words, lit });
    if (!tree.phrases) for (const peg of indices(tree.codes[code])) add(peg + 1, 0, `${say("guess")} ${before.length + 1}`);
    const pairs = tree.faces.length ? matched(tree, code, secret) : [];
    for (const [at, pair] of pairs.entries()) {
      const symbol = spokenSymbol(tree, tree.codes[code][pair.peg]);
      add(tree.pegs, at + 1, `${symbol}: ${say(PLACES[pair.mark])}`, pair);
    }
    const words = reply === tree.win ? say("foundHere") : spokenReply(tree, reply);
    add(tree.pegs, tree.pegs, words);
    add(tree.pegs, tree.pegs, words); // twice as long
    before = [...before, { code, typed: tree.pegs, told: tree.pegs }];
  }
  return { secret, frames };
}

/** One of the pictures. */
function pictureOf(tree, secret, { rows, words, lit }) {
  const row = (code, { typed = tree.pegs, told = 0, own = "peg", now, name }) => {
    const marks = matched(tree, code, secret);
    const drawn = tree.phrases ? [tiles(tree, code)] : tree.codes[code].map((symbol, peg) => peg >= typed ? h("span", { className: "tile" }) : tile(tree, symbol,
      [now && lit?.[own] === peg && "lit", tree.marks && name === undefined && told > peg && `marked ${marks[peg].mark}`].filter(Boolean).join(" ")));
    const reply = tree.reply(code, secret);
    const face = tree.faces[reply]?.slice(0, told).map((mark) => h("i", { className: mark })) ?? (told > 0 && tree.labels[reply]);
    return h("div", { className: "step" }, h("span", { className: "tiles slots" }, drawn),
      name ?? (!tree.marks && h("span", { className: "pegs" }, face)));
  };
  return [
    row(secret, { own: "other", now: true, name: h("span", { className: "hint" }, say("theSecret")) }),
    rows.map((one, at) => row(one.code, { ...one, now: at === rows.length - 1 })),
    h("p", { className: "hint" }, words),
  ];
}

/** The play. It stops at its end, or when the visitor says so; where motion is unwelcome, only its end is shown. */
function playing(tree) {
  const { secret, frames } = framesOf(tree);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let [at, timer] = [still ? frames.length - 1 : 0, 0];
  const screen = h("div", { className: "demo", role: "img", "aria-label": spokenPlay(tree, secret, frames.at(-1).rows) });
  const control = button("", () => (timer ? stop() : go(at === frames.length - 1 ? 0 : at)), { id: "replay", className: "quiet" });

  function show() {
    screen.replaceChildren(...present(pictureOf(tree, secret, frames[at])));
    control.textContent = timer ? `■ ${say("pause")}` : `► ${say(at === frames.length - 1 ? "replay" : "last")}`;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    show();
  }

  function go(from) {
    at = from;
    timer = setInterval(() => {
      if (at < frames.length - 1 && (screen.isConnected || at === 0)) at++;
      if (at === frames.length - 1 || (!screen.isConnected && at > 0)) stop();
      else show();
    }, BEAT);
    show();
  }

  if (still) show();
  else go(0);
  return [screen, control];
}

/** The play in words, for a screen reader. */
function spokenPlay(tree, secret, rows) {
  const code = (one) => spoken(tree, tree.codes[one]);
  const told = rows.map((row, at) =>
    `${say("guess")} ${at + 1}: ${code(row.code)}: ${spokenReply(tree, tree.reply(row.code, secret))}`);
  return [`${say("theSecret")}: ${code(secret)}`, ...told].join(". ");
}

let shownRules; // {tree, language, element}: kept while it is shown; else the play would begin anew with every guess

/** The section with the rules, or nothing when they are not wanted. */
function howTo(tree, atHome = false) {
  if (!explaining()) return false;
  if (shownRules?.tree !== tree || shownRules.language !== language) {
    const done = atHome ? button(say("play"), () => { explain(false); visit(sources[0], "hides"); }, { id: "play", className: "main" })
      : button(say("gotIt"), () => showRules(false), { id: "known", className: "main" });
    shownRules = { tree, language, element: h("section", { className: "howto", id: "rules", tabIndex: -1 },
      h("div", {}, h("h2", {}, say("how")), h("ol", { className: "rules" }, rulesOf(tree).map((rule) => h("li", {}, rule))),
        h("p", { className: "row" }, done)),
      h("div", {}, playing(tree))) };
  }
  return shownRules.element;
}

/** On a phone the rules may begin below the screen. */
const seesRules = () => explaining() && $("rules").getBoundingClientRect().top < innerHeight - 60;

function showRules(whether) {
  explain(whether);
  shownRules = undefined;
  draw();
  (whether ? $("rules") : $("how")).focus();
  if (whether) $("rules").scrollIntoView({ block: "nearest" });
}
