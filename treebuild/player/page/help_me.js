// "Help me": guesses and replies of a game that is played elsewhere, typed, pressed or pasted; the best next guesses,
// what is left, and at the end the review.

const COUNTED = [["●*", "○+", "·"], ["=", "+", "-"], ["b", "w", ""], ["⚫", "⚪", ""], ["🟢🟩", "🟡🟨", "⚫⚪⬛⬜"]]; // signs: right, wrong, neither

/** The reply that a text means, as people write it: 1.2, 1A2B, ●○○, =++, BWW, bbygb, ⬛⬛🟨🟩⬛, or a label; -1 if none. */
function readReply(tree, text) {
  if (tree.marks) return readMarks(tree, text);
  if (!tree.asks.length) return among(tree.labels, text);
  const signs = [...plain(text).replace(/\s/g, "")];
  const way = COUNTED.find((kinds) => signs.length && signs.every((sign) => kinds.join("").includes(sign)));
  const counts = text.match(/^-?\d|\d/g)?.map(Number) ??
    (way ? way.slice(0, 2).map((kind) => signs.filter((sign) => kind.includes(sign)).length) : []);
  const found = indices(tree.labels).filter((reply) => counts.every((n, at) => (tree.says[reply][at] ?? 0) === n));
  return found.length === 1 ? found[0] : -1;
}

/** The same, or the list of replies that a text leaves open: those of "1.1 or 0.2", or all, of "?"; -1 if it is none. */
function readReplies(tree, text) {
  if (text === "?" && !tree.labels.includes(text)) return indices(tree.labels);
  const some = among(tree.labels, text) < 0 ? text.split(/\s+(?:or|или)\s+|\s*[或|]\s*/) : [text];
  const found = [...new Set(some.map((one) => readReply(tree, one)))].sort((a, b) => a - b);
  return found[0] < 0 || found.length < 2 ? found[0] : found;
}

/**
 * The [guess, reply] of a line such as "1234 1.2", "1234 1.1 or 0.2" or "crane:⬛🟨⬛⬛🟩"; undefined if it is none. Both
 * may have spaces and colons.
 */
function readLine(tree, line) {
  for (const { index } of line.matchAll(/[:\s]/gu)) {
    const [guess, reply] = [parse(tree, line.slice(0, index).trim()), readReplies(tree, line.slice(index + 1).trim())];
    if (guess >= 0 && guess < tree.guessable && reply !== NONE) return [guess, reply];
  }
  return undefined;
}

/** The view over one game: {draw, key, tell}. */
function helpView(tree) {
  const { game } = tree.source;
  let [asked, text, fault] = [NONE, "", ""]; // the guess that waits for its reply; what was typed, and what is wrong with it
  let looked = {}; // {steps, found}: the promise of the best guesses after these steps
  const player = machine(tree, goingOn(game, "help")?.steps ?? [], shown);
  const pad = guessPad(tree, undefined, take, shown, () => player.steps.filter((step) => !isUnsure(step)));
  const replies = answerPad(tree, player.fits, answered, shown);

  function shown(...said) {
    keepGoing(game, "help", { steps: player.given() });
    if (view() === self) draw();
    announce(...said);
  }

  function take(guess) {
    player.propose(asked = guess);
    shown();
    scrollTo(0, 0); // to its reply: the list lies below
  }

  function answered(reply) {
    asked = NONE;
    player.answer(reply);
    shown(player.wrong ? player.complaint() : say("left", { n: player.candidates().length }));
  }

  const unknown = () => answered(indices(tree.labels));

  function backTo(kept) {
    asked = NONE;
    player.backTo(kept);
    shown();
  }

  /** Takes in the lines that were typed or pasted, up to the first that it does not understand, or that nothing fits. */
  function read() {
    const lines = tree.marks ? wordLines(tree, text) : text.split(/[\n,;]+/).filter((line) => line.trim());
    fault = "";
    while (lines.length && !player.wrong && !player.solved()) {
      const pair = readLine(tree, lines[0]);
      if (!pair) {
        fault = say("notRead", { line: lines[0].trim() });
        break;
      }
      player.propose(pair[0]);
      player.answer(pair[1]);
      lines.shift();
    }
    text = lines.join("\n");
    asked = NONE;
    shown(fault);
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  const sampleLine = () => {
    const { secret, first } = example(tree);
    return `${spellIndex(tree, first)} ${typedReply(tree, tree.reply(first, secret))}\n${spellIndex(tree, secret)} ?`;
  };

  /** The best guess, above the keys: on a phone the list of the best guesses is below the screen. */
  const next = () => soon(best(), ([{ guess, left }]) => h("p", { className: "hint" },
    say("hintBest", { code: spellIndex(tree, guess), left: amount(left) })), { id: "next" });

  const entering = () => pad.draw(player.steps.length ? [h("h2", {}, `${say("guess")} ${player.steps.length + 1}`), next()]
    : [h("h2", {}, say("helpAsk")), h("p", { className: "hint" }, say("helpRules"))]);

  const pasting = () => [
    h("form", { className: "paste", onsubmit: (event) => { event.preventDefault(); read(); } },
      h("label", { htmlFor: "lines" }, say("paste")),
      h("textarea", { id: "lines", rows: 2, value: text, placeholder: sampleLine(), oninput: ({ target }) => { text = target.value; } }),
      h("button", { type: "submit", id: "read" }, say("readIt"))),
    fault && h("p", { className: "complaint", id: "fault" }, fault),
  ];

  const replying = () => [
    h("h2", {}, say(tree.asks.length ? "howMany" : "answer")),
    replies.asked(asked),
    replies.draw(),
    button(say("unknown"), unknown, { id: "unknown" }),
  ];

  const ending = () => [
    h("h2", {}, say("found", { n: player.steps.length })),
    tiles(tree, player.steps.at(-1).guess, "large won"),
    button(say("again"), () => backTo(0), { id: "again", className: "main" }),
  ];

  /** The best guesses after these steps; drawing anew does not look for them again. */
  function best() {
    const { steps } = player;
    if (looked.steps === steps) return looked.found;
    const [candidates, guesses] = [player.candidates(), steps.map(({ guess }) => guess)];
    // Of an unsure reply, those that the candidates give.
    const given = guesses.map((guess) => ({ guess, reply: repliesTo(tree, guess, candidates) }));
    const more = { candidates, named: namedBy(tree, guesses), ruled: { rule: tree.source.guesses, steps: given } };
    looked = { steps, found: ask("top", tree.source, more) };
    return looked.found;
  }

  function listed() {
    const candidates = player.candidates();
    return [
      h("p", { className: "lesson", id: "helpLeft" }, say("codes", { n: candidates.length })),
      candidates.length <= FEW && listing(tree, candidates),
      h("h3", {}, say("bestNext")),
      soon(best(), (found) => h("ol", { className: "options" }, found.map(({ guess, left, fits }) =>
        h("li", {}, button([tiles(tree, guess), h("span", { className: "hint" },
          [say("leaves", { n: amount(left) }), fits && say("mayBe")].filter(Boolean).join(", "))],
        () => take(guess), { className: "option" })))), { id: "best" }),
    ];
  }

  function draw() {
    const { steps, wrong } = player;
    const stage = wrong ? player.contradiction(shown) : player.solved() ? ending() : asked !== NONE ? replying() : entering();
    if (player.solved()) return lay(stage, undefined, reviewOf(tree, stepsOf(tree, steps.map(({ guess }) => guess), player.candidates()[0])));
    lay(stage, (wrong || steps.length > 0) && player.record(backTo), !wrong && [listed(), asked === NONE && pasting()]);
  }

  function key(event) {
    if (player.wrong || player.solved() || event.target.matches?.("textarea")) return false;
    if (asked === NONE) return pad.key(event);
    if (replies.key(event)) return true;
    if (event.key === "?") unknown();
    else if (event.key === "Backspace") backTo(player.steps.length);
    else return false;
    return true;
  }

  const self = { draw, key, tell: () => announce(say("helpAsk")), ready: () => player.ready };
  return self;
}
