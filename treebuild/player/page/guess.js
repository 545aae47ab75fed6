// Where a guess is made: slots, keys and marks on the keys. What cannot be a guess is answered in words.

const NOTES = ["", "markOut", "markIn", "markHere", "markPerhaps"]; // of a key, in the order of pressing

/**
 * The pad over one game: {draw, key, state}. `saved` is a state to go on with. `draw(heading, ...others)` puts a heading above
 * the slots, in whose place a complaint is read, and other controls below the keys. The pad calls `made(guess)` for a guess,
 * and `redraw(...said)` after any other change. `played()` are the steps so far: the keyboard of a word game shows their
 * marks. `refused(guess)` says why a guess is not allowed, or "". `doing` is the key of the words on the main control.
 */
function guessPad(tree, saved, made, redraw, played = () => [], refused = () => "", doing = "guess") {
  let entry = saved?.entry ?? [];
  const notes = saved?.notes ?? {}; // symbol: place in NOTES
  let marking = false;
  let complaint = "";

  function change(words = "") {
    complaint = words;
    redraw(words || spoken(tree, entry));
  }

  function press(symbol) {
    if (marking) return note(symbol);
    const named = { symbol: tree.letters[symbol], n: tree.pegs };
    if (entry.length === tree.pegs) return change(say("enough", named));
    if (!tree.repeat && entry.includes(symbol)) return change(say("twice", named));
    entry.push(symbol);
    change();
  }

  function note(symbol) {
    notes[symbol] = ((notes[symbol] ?? 0) + 1) % NOTES.length;
    complaint = "";
    redraw(keyName(symbol));
  }

  function erase() {
    entry.pop();
    change();
  }

  /** The code that has been entered, or -1. */
  function entered() {
    const code = parse(tree, spell(tree, entry));
    return code < tree.guessable ? code : -1;
  }

  function submit() {
    const guess = entered();
    const missing = tree.pegs - entry.length;
    if (guess < 0 && missing) return change(say("short", { n: missing }));
    if (guess < 0) return change(say("unlisted", { code: shownText(tree, spell(tree, entry)) }));
    if (refused(guess)) return change(refused(guess));
    entry = [];
    complaint = "";
    made(guess);
  }

  function toggle() {
    marking = !marking;
    complaint = "";
    redraw(marking ? say("markHelp") : "");
  }

  const keyName = (symbol, known) => [spokenSymbol(tree, symbol), notes[symbol] && say(NOTES[notes[symbol]]),
    known !== undefined && say(PLACES[known])].filter(Boolean).join(", ");

  function slots() {
    const slot = (peg) => (entry.length > peg ? tile(tree, entry[peg]) : h("span", { className: "tile" }));
    const drawn = Array.from({ length: tree.pegs }, (_, peg) => slot(peg));
    return h("span", { className: "tiles large slots", style: `--pegs: ${tree.pegs}`, role: "img", "aria-label": spoken(tree, entry) }, drawn);
  }

  function keys() {
    const known = tree.marks ? marksSoFar(tree, played()) : new Map();
    const key = (symbol) => {
      const label = tree.hues.length ? tile(tree, symbol) : shownText(tree, tree.letters[symbol]).trim() || "␣";
      const key = button(label, () => press(symbol), { id: `key${symbol}`, "aria-label": keyName(symbol, known.get(symbol)) });
      if (known.has(symbol)) key.className = `marked ${known.get(symbol)}`;
      if (notes[symbol]) key.className = `note ${NOTES[notes[symbol]].slice(4).toLowerCase()}`;
      if (!tree.repeat && entry.includes(symbol)) key.className += " used"; // pressing it says why it is not allowed
      return key;
    };
    const rows = tree.marks && keyboardOf(tree);
    if (rows) return h("div", { className: "many letters" }, rows.map((row) => h("div", { className: "keys" }, row.map(key))));
    const many = h("div", { className: "keys many" }, indices(tree.letters).map(key));
    const inRow = Math.ceil(tree.symbols / Math.ceil(tree.symbols / 6));
    const half = 84 / Math.ceil(inRow / 2); // a row too narrow for all takes half of them: 3 and 3, not 5 and 1
    const whole = 50 * inRow - 6; // pixels that a row takes
    many.style.gridTemplateColumns = `repeat(auto-fit, minmax(max(44px, ${84 / inRow}%, min(${half}%, (${whole}px - 100%) * 99)), 1fr))`;
    return many;
  }

  /** For codes that are read as a whole: a list to choose from. */
  function choosing() {
    const list = h("select", { id: "phrase", "aria-label": say("guess") }, indices(tree.codes).slice(0, tree.guessable)
      .map((code) => h("option", { value: code }, spellIndex(tree, code))));
    const choose = () => { entry = [...tree.codes[list.value]]; submit(); };
    return [list, button(say(doing), choose, { id: "submit", className: "main" })];
  }

  function draw(heading, ...others) {
    const told = h("div", { className: "told" }, h("div", {}, heading),
      h("p", { className: complaint ? "complaint" : "hint", id: "complaint" }, complaint || (marking ? say("markHelp") : "")));
    if (tree.phrases) return [told, h("div", { className: "pad" }, choosing()), h("p", { className: "row" }, others)];
    const whole = entry.length === tree.pegs || entered() >= 0; // the codes of a table may be of any length
    return [
      told,
      slots(),
      h("div", { className: "pad" }, keys(), h("div", { className: "keys" },
        button("⌫", erase, { id: "erase", "aria-label": say("erase") }),
        button(say(doing), submit, { id: "submit", className: whole ? "main" : "used" }))),
      h("p", { className: "row" },
        button(`✎ ${say("marks")}`, toggle, { id: "marks", className: "quiet", "aria-pressed": String(marking) }), others),
    ];
  }

  function key({ key }) {
    if (tree.phrases) return false;
    const symbol = tree.hues.length && key in tree.letters ? Number(key) : among(tree.letters, key);
    if (key === "Enter") submit();
    else if (key === "Backspace") erase();
    else if (symbol >= 0) press(symbol);
    else return false;
    return true;
  }

  return { draw, key, state: () => ({ entry, notes }) };
}
