// "Against a friend": a link with a seed gives both the same secret; a visitor pastes the friend's result to compare.

const SEED = 6; // characters of a seed; a link with fewer was cut short

const newSeed = () => Math.random().toString(36).slice(2).padEnd(SEED, "0").slice(0, SEED);

const duelAddress = ({ source }, seed) => `#${new URLSearchParams({ g: source.game, v: "duel", s: seed })}`;

/** Follows the link in a pasted text. A text without a link is refused once the visitor has finished it. */
function join({ target: { value }, type }) {
  const [hash] = /#\S+/.exec(value) ?? [];
  if (hash) location.hash = hash;
  else if (type === "change") fill($("broken"), value && h("p", {}, say("damaged")));
}

/** The invitation, before a race against the machine has begun. */
function invitation(tree) {
  const seed = newSeed();
  const shared = tree.faces.length > 0 && [h("h2", {}, say("duel")), h("p", { className: "hint" }, say("duelRules")),
    h("p", { className: "row" }, copier("invite", say("duelLink"), () => linkWith(duelAddress(tree, seed))),
      button(say("play"), () => { location.hash = duelAddress(tree, seed); }, { id: "accept", className: "main" })),
    h("div", { className: "paste" }, h("label", { htmlFor: "join" }, say("duelJoin")),
      h("input", { id: "join", oninput: join, onchange: join }))];
  return h("div", { id: "friend" }, shared, h("h2", {}, say("turns")), h("p", { className: "hint" }, say("turnsRules")),
    h("p", { className: "row" }, button(say("play"), () => visit(tree.source, "turns"), { id: "together", className: "main" })));
}

/**
 * The number of guesses in a shared result: Infinity if the secret was not found, undefined if the result is of another
 * secret or not whole. A messenger may put anything before its lines.
 */
function guessesShared(seed, text) {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => line.includes(seed));
  const rows = lines.slice(head + 1).filter((line) => /[●○·🟩🟨⬛]{2}/u.test(line)).length;
  const told = Number(lines[head]?.split(seed)[1].match(/\d+/)?.[0] ?? Infinity);
  return head >= 0 && rows && [rows, Infinity].includes(told) ? told : undefined;
}

/** Who has won: the visitor's guesses (Infinity: not found) beside a friend's result, to be pasted. */
function comparison(seed, mine) {
  const verdict = h("p", { className: "lesson", id: "duelVerdict", role: "status" });
  const compare = ({ target }) => {
    const theirs = guessesShared(seed, target.value);
    verdict.textContent = !target.value ? "" : theirs === undefined ? say("duelOther")
      : say(mine < theirs ? "raceWon" : mine > theirs ? "duelLost" : "raceDrawn");
  };
  return h("div", { className: "paste" }, h("label", { htmlFor: "theirs" }, say("duelPaste")),
    h("textarea", { id: "theirs", rows: 3, oninput: compare }), verdict);
}
