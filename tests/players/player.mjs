// Runs cases [{format, game, text}] from a JSON file through treeplayer.js; writes a result for each: {kind, message}, or
// {counts, played}, the depth counts as decoded and as played to every code's end by answer and undo.
import { readFileSync } from "node:fs";
import { decode, load, TreeError } from "../../treebuild/player/treeplayer.js";

function play(player, counts, depth) {
  const { guess } = player;
  const remaining = player.remaining.length;
  let found = 0;
  for (const [bulls, cows, count] of player.possible()) {
    const { state } = player.answer(bulls, cows);
    if (player.remaining.length !== count) throw new Error(`${count} codes expected, ${player.remaining.length} remain`);
    if (state === "solved") counts[depth] = (counts[depth] ?? 0) + 1;
    else if (state === "next") play(player, counts, depth + 1);
    else throw new Error(`${guess} answered ${bulls}.${cows}: ${state}`);
    if (!player.undo()) throw new Error("nothing to undo");
    found += count;
  }
  if (found !== remaining || String(player.guess) !== String(guess)) throw new Error("undo does not lead back");
  return counts;
}

function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function run({ format, game, text }, play_on) {
  const start = seconds();
  try {
    const { counts } = decode(text, game, format);
    const played = play_on ? play(load(text, game, format), [], 0) : counts;
    return { counts, played };
  } catch (error) {
    if (!(error instanceof TreeError)) throw error;
    return { kind: error.kind, message: error.message };
  } finally {
    if (!play_on && seconds() - start > 2) throw new Error(`more than 2 s: ${game} ${text.slice(0, 80)}`);
  }
}

const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map((one) => run(one, process.argv[3] === "play"))));
