// "You guess": the page has a secret, the visitor guesses, marks digits, asks for hints. "Daily" is the same with the
// secret of the date, one try and no hints, and so is a game against a friend, with the secret of a link.

/** The view over one tree: {draw, key, tell}. */
const hidesView = (tree) => guessingView(tree, "hides", () => anySecret(tree));

const dailyView = (tree) => guessingView(tree, "daily", () => secretOf(tree, today()), today);

const duelView = (tree, _, seed = "") => guessingView(tree, "duel", () => secretOf(tree, seed), () => seed);

const today = () => isoDate(new Date());

/**
 * The secret of a date, the same for everybody: the date and the game as text, "2026-11-22 p4c10n", hashed by FNV-1a
 * and the last steps of MurmurHash3, 32 bits; the remainder names the secret.
 */
function secretOf(tree, date) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${date} ${tree.source.game}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return tree.secrets[((hash ^ hash >>> 16) >>> 0) % tree.secrets.length];
}

/** A state that was kept, if it can be one of this game. */
function sound(tree, state) {
  const isCode = (code) => Number.isInteger(code) && code >= 0 && code < tree.codes.length;
  const { secret, guesses } = state ?? {};
  return isCode(secret) && guesses?.every(isCode) ? state : undefined;
}

/** The view; `token()` names a secret that is tried once: its date, or the seed of a link; "" is any secret. */
function guessingView(tree, name, pick, token = () => "") {
  const { source } = tree;
  const [once, daily] = [name !== "hides", name === "daily"];
  let secret, steps, hinting, hinted, over, date, pad;

  function begin(state = { secret: pick(), guesses: [], date: token() }) {
    ({ secret, hinting = false, hinted = false, over = false, date } = state);
    steps = stepsOf(tree, state.guesses, secret);
    pad = guessPad(tree, state.pad, made, show, () => steps, refused);
  }

  const guesses = () => steps.map((step) => step.guess);
  const candidates = () => steps.at(-1)?.candidates ?? tree.secrets;
  const found = () => steps.at(-1)?.reply === tree.win;

  function show(...said) {
    const gone = over && !once;
    keepGoing(source.game, name, gone ? undefined
      : { secret, guesses: guesses(), hinting, hinted, over, date, pad: pad.state() });
    draw();
    announce(...said);
  }

  function made(guess) {
    steps = after(tree, steps, guess, secret);
    hinting = false; // a hint is for one guess
    const { reply, left } = steps.at(-1);
    if (reply === tree.win) end(say("found", { n: steps.length }));
    else show(spokenReply(tree, reply), once ? "" : say("left", { n: left }));
  }

  function end(...said) {
    over = true;
    countGame(source.game, found() ? steps.length : 0, hinted);
    if (!hinted && steps.length) keepGame(tree, steps, secret, rule()).catch(() => {});
    if (daily) countDay(source.game, date, found());
    show(...said);
  }

  function again() {
    begin();
    show(prompt());
  }

  /** Why a guess is not allowed: by the rule of the game, or in hard mode, of word games. */
  const rule = () => source.guesses ?? (tree.marks && recall("hard") ? "hard" : undefined);
  const refused = (guess) => ruleFault(tree, rule(), steps, guess);

  function toggleHard() {
    remember("hard", !recall("hard"));
    show(say("hardRules"));
  }

  const reveal = () => end(say("itWas"), spoken(tree, tree.codes[secret]));

  function toggleHint() {
    hinting = !hinting;
    hinted ||= hinting;
    show();
  }

  const prompt = () => daily ? say("today", { date: dayOf(date) }) : once ? say("duel") : tree.about("picked");

  /** The guess that leaves least from here, and the tree's, if all guesses so far were its own. */
  async function advice() {
    const here = { candidates: candidates(), named: namedBy(tree, guesses()), ruled: { rule: rule(), steps } };
    const { guess, left, looked, all } = await ask("best", source, here);
    const own = tree.guess?.[ownNode(tree, steps)] ?? guess;
    return [
      say("hintBest", { code: spellIndex(tree, guess), left: amount(left) }),
      looked < all ? ` (${say("hintLooked", { looked })})` : "",
      own !== guess ? `; ${say("hintTree", { code: spellIndex(tree, own) })}` : "",
    ].join("");
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  function advising() {
    const advised = advice();
    advised.then((words) => announce(words), () => {});
    return soon(advised, (words) => h("p", {}, words), { className: "hint", id: "hinted" });
  }

  function guessing() {
    const first = !steps.length;
    const choosing = first && tree.marks && !source.guesses;
    return [
      pad.draw([
        h("h2", {}, first ? prompt() : `${say("guess")} ${steps.length + 1}`),
        once && first && h("p", { className: "hint" }, say(daily ? "dailyRules" : "duelRules"), " ", tree.about("picked"), "."),
      ],
      !once && button(say("hint"), toggleHint, { id: "hint", className: "quiet", "aria-pressed": String(hinting) }),
      button(say("reveal"), reveal, { id: "reveal", className: "quiet" })),
      choosing && [onOff("hard", say("hard"), recall("hard"), toggleHard), recall("hard") && h("p", { className: "hint" }, say("hardRules"))],
      hinting && advising(),
    ];
  }

  function ending() {
    return [
      h("h2", {}, found() ? say("found", { n: steps.length }) : say("itWas")),
      tiles(tree, secret, "large won"),
      daily ? h("p", { className: "hint" }, say("dailyDone"))
        : once ? comparison(date, found() ? steps.length : Infinity)
        : button(say("again"), again, { className: "main", id: "again" }),
    ];
  }

  const treesWay = () => soon(tree.opened.then(() => wayTo(tree, secret)), (way) =>
    [h("p", { className: "hint" }, say("treeWould", { n: way.length })), board(tree, way, say("machine"))]);

  function draw() {
    const rows = once ? steps.map((step) => ({ ...step, left: undefined })) : steps;
    if (over) return lay(ending(), undefined, reviewOf(tree, steps, once && date, rule()), treesWay());
    const few = hinting && candidates().length <= FEW; // to be listed
    lay(guessing(), rows.length > 0 && board(tree, rows, say("hides")), few && listing(tree, candidates()));
  }

  function key(event) {
    if (!over) return pad.key(event);
    if (event.key !== "Enter" || once) return false;
    again();
    return true;
  }

  const saved = sound(tree, goingOn(source.game, name));
  begin(saved?.date === token() ? saved : undefined);
  return { draw, key, tell: () => announce(prompt()) };
}
