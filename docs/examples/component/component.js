// <bulls-and-cows>: guesses a number; buttons for every answer that can come, one to take back.
import { start } from "./game.js"; // treebuild export js trees/p4c10n/minavg.b92i -o game.js

class BullsAndCows extends HTMLElement {
  #player = start();

  connectedCallback() {
    this.#show();
  }

  #show() {
    const { guess, history, remaining } = this.#player;
    const text = document.createElement("p");
    text.setAttribute("aria-live", "polite");
    text.textContent = guess ? `Is it ${guess.join("")}? (${remaining.length} left)` : `Found in ${history.length}.`;
    const answers = this.#player.possible().map(([bulls, cows]) =>
      this.#button(`${bulls} bulls, ${cows} cows`, () => this.#player.answer(bulls, cows)));
    const undo = this.#button("Take back", () => this.#player.undo());
    undo.disabled = history.length === 0;
    this.replaceChildren(text, ...answers, undo);
  }

  #button(label, act) {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", () => {
      act();
      this.#show();
    });
    return button;
  }
}

customElements.define("bulls-and-cows", BullsAndCows);
