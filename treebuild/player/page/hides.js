// "You guess": the page picks a secret, the visitor guesses, and may ask what the tree would do.

/** The view over one tree: {draw, key}. Its state is the secret, the guesses so far and the one being made. */
function hidesView(tree) {
  let secret, steps, entry, hinting, over;
  let unlisted; // what was guessed and is no code, until another symbol is entered

  function restart() {
    secret = tree.secrets[Math.floor(Math.random() * tree.secrets.length)];
    [steps, entry, hinting, over, unlisted] = [[], [], false, false, ""];
  }

  const candidates = () => steps.at(-1)?.candidates ?? tree.secrets;

  /** The node the visitor is at while every guess was the tree's, or -1. */
  const node = () => steps.reduce((at, step) => tree.guess[at] === step.guess ? tree.child[at][step.reply] : -1, 0);

  function show(...said) {
    draw();
    announce(...said);
  }

  function add(symbol) {
    if (entry.length < tree.pegs && (tree.repeat || !entry.includes(symbol))) entry.push(symbol);
    unlisted = "";
    show(spoken(tree, entry));
  }

  function erase() {
    entry.pop();
    unlisted = "";
    show(spoken(tree, entry));
  }

  /** The code that has been entered, or -1. */
  function entered() {
    const code = parse(tree, spell(tree, entry));
    return code < tree.guessable ? code : -1;
  }

  const whole = () => entry.length === tree.pegs || entered() >= 0; // the codes of a table may be of any length

  /** Takes the guess once it is whole; false before. */
  function submit() {
    if (!whole()) return false;
    const guess = entered();
    if (guess < 0) {
      unlisted = say("unlisted", { code: spell(tree, entry) });
      show(unlisted);
      return true;
    }
    const reply = tree.reply(guess, secret);
    steps.push({ guess, reply, candidates: keep(tree, candidates(), guess, reply) });
    entry = [];
    over = reply === tree.win;
    show(over ? say("found", { n: steps.length }) : spokenReply(tree, reply), hinting && !over ? hint() : "");
    return true;
  }

  function again() {
    restart();
    show(prompt());
  }

  function reveal() {
    over = true;
    show(say("itWas"), spoken(tree, tree.codes[secret]));
  }

  function toggleHint() {
    hinting = !hinting;
    show(hinting ? hint() : "");
  }

  const prompt = () => tree.about("picked");

  /** How much is left, and the guess of the tree, if it would ever have come here. */
  function hint() {
    const code = node() < 0 ? "–" : spell(tree, tree.codes[tree.guess[node()]]);
    return `${say("left", { n: candidates().length })}. ${say("treePlays")} ${code}`;
  }

  // ---- Drawing -----------------------------------------------------------------------------------------------------

  function slots() {
    const slot = (peg) => (entry.length > peg ? tile(tree, entry[peg]) : h("span", { className: "tile" }));
    const drawn = Array.from({ length: tree.pegs }, (_, peg) => slot(peg));
    return h("span", { className: "tiles large", role: "img", "aria-label": spoken(tree, entry) }, drawn);
  }

  function keypad() {
    const keys = Array.from({ length: tree.symbols }, (_, symbol) => {
      const label = tree.hues.length ? tile(tree, symbol) : tree.letters[symbol].trim() || "␣";
      const key = button(label, () => add(symbol), { id: `key${symbol}` });
      if (!tree.repeat && entry.includes(symbol)) key.setAttribute("aria-disabled", "true");
      return key;
    });
    const many = h("div", { className: "keys many" }, keys);
    many.style.gridTemplateColumns = `repeat(${Math.ceil(tree.symbols / Math.ceil(tree.symbols / 6))}, 1fr)`;
    const back = button("⌫", erase, { id: "erase" });
    const enter = button(say("guess"), submit, { id: "submit", className: "main", disabled: !whole() });
    return h("div", { className: "pad" }, many, h("div", { className: "keys" }, back, enter));
  }

  function guessing() {
    return [
      h("h2", {}, steps.length ? `${say("guess")} ${steps.length + 1}` : prompt()),
      slots(),
      unlisted && h("p", { className: "hint", id: "unlisted" }, unlisted),
      keypad(),
      h("p", { className: "row" },
        button(say("hint"), toggleHint, { id: "hint", className: "quiet", "aria-pressed": String(hinting) }),
        button(say("reveal"), reveal, { id: "reveal", className: "quiet" })),
      hinting && h("p", { className: "hint", id: "hinted" }, hint()),
    ];
  }

  function ending() {
    return [
      h("h2", {}, steps.at(-1)?.reply === tree.win ? say("found", { n: steps.length }) : say("itWas")),
      tiles(tree, secret, "large won"),
      button(say("again"), again, { className: "main", id: "again" }),
      h("p", { className: "hint" }, say("treePlays")),
      board(tree, wayTo(tree, secret)),
    ];
  }

  function draw() {
    const rows = over || hinting ? steps.map((step) => ({ ...step, left: step.candidates.length })) : steps;
    lay(over ? ending() : guessing(), rows.length > 0 && board(tree, rows));
  }

  function key({ key }) {
    const symbol = among(tree.letters, key);
    if (key === "Enter" && over) again();
    else if (key === "Enter") return submit();
    else if (over) return false;
    else if (key === "Backspace") erase();
    else if (symbol >= 0) add(symbol);
    else return false;
    return true;
  }

  restart();
  return { draw, key, tell: () => announce(prompt()) };
}
