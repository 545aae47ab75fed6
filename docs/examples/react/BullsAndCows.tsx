// Guesses a number: a button for every answer that can come, and one to take the last answer back.
import { useReducer, useState } from "react";
import { start } from "./game.js"; // treebuild export js trees/p4c10n/minavg.b92i -o game.js

export function BullsAndCows() {
  const [player] = useState(start);
  const [, redraw] = useReducer((times: number) => times + 1, 0); // an answer changes the player, not the state of React
  const after = (act: () => unknown) => () => {
    act();
    redraw();
  };
  const { guess, history, remaining } = player;
  return (
    <section>
      <p aria-live="polite">
        {guess ? `Is it ${guess.join("")}? (${remaining.length} left)` : `Found in ${history.length}.`}
      </p>
      {player.possible().map(([bulls, cows]) => (
        <button key={`${bulls}.${cows}`} onClick={after(() => player.answer(bulls, cows))}>
          {bulls} bulls, {cows} cows
        </button>
      ))}
      <button disabled={history.length === 0} onClick={after(() => player.undo())}>
        Take back
      </button>
    </section>
  );
}
