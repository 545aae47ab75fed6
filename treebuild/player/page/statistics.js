// "Statistics": what this browser has counted of a game, beside what the tree would have taken.

/** The view over one game: {draw, key, tell}. */
function statisticsView(tree) {
  const { game } = tree.source;
  let asking = false; // whether the visitor has pressed "Clear" once
  let read = ""; // how reading a file went, in words

  function clear() {
    if (asking) {
      keepFigures(game, undefined);
      remember("played", { ...recall("played"), [game]: undefined });
    }
    asking = !asking;
    draw();
    announce(asking ? say("sure") : say("noGames"));
  }

  /** Everything that is kept, as a file. */
  function save() {
    const file = new Blob([givenOut()], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(file), download: "treebuild.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  const chosen = h("input", { type: "file", accept: ".json", onchange: open });

  /** Takes in the chosen file, which was saved here or in another browser. */
  async function open() {
    try {
      takeIn(await chosen.files[0].text());
      read = say("takenIn");
    } catch (error) {
      read = say("notRead", { line: error.message });
    }
    draw();
    announce(read);
  }

  const figure = (id, label, value) => h("div", {}, h("b", { id }, value), h("span", { className: "hint" }, label));

  function draw() {
    const { found, hinted, given, streak, best, races, days } = figuresOf(game);
    const played = sum(found) + hinted + given;
    const none = played + sum(races) === 0;
    const lists = [[found, say("you")], [tree.source.counts, say("machine")]].filter(([counts]) => counts.length);
    lay([
      h("h2", {}, say("statistics")),
      none ? h("p", { className: "hint" }, say("noGames")) : h("div", { className: "figures" },
        figure("played", say("played"), number(played)),
        found.length > 0 && figure("average", say("average"), average(found)),
        figure("streak", say("streak"), number(streak)),
        figure("best", say("bestStreak"), number(best)),
        figure("days", say("days"), number(days)),
        figure("hinted", say("hinted"), number(hinted)),
        figure("given", say("gaveUp"), number(given)),
        figure("races", say("races"), races.map((races) => number(races)).join(" · "))),
      learnt(tree),
      h("p", { className: "hint" }, say("onlyHere")),
      h("p", { className: "row" },
        button(say("save"), save, { id: "save", disabled: none }),
        button(say("takeIn"), () => chosen.click(), { id: "take" }),
        button(say(asking ? "sure" : "clear"), clear,
          { id: "clear", className: asking ? "main" : "quiet", disabled: none })),
      read && h("p", { className: "hint", id: "read" }, read),
    ], undefined, lists.length > 0 && chart(lists.map(([counts]) => counts),
      lists.map(([counts, name]) => `${name}: ${average(counts)}`)));
  }

  return { draw, key: () => false, tell: () => announce(say("statistics")) };
}
