// <bulls-and-cows>: guesses a number; buttons for every answer that can come, one to take back.
import { start } from "./game.js"; // treebuild export js trees/p4c10n/minavg.b92i -o game.js

const style = new CSSStyleSheet(); // buttons for thumbs, in the colours of the system, light or dark
style.replaceSync(`
  :host { color-scheme: light dark; display: block; max-width: 40rem; font: 1rem/1.5 system-ui, sans-serif; }
  div { display: flex; flex-wrap: wrap; gap: .5rem; }
  button { font: inherit; min-width: 44px; min-height: 44px; padding: 0 .75rem; border-radius: .5rem; }
`);

class BullsAndCows extends HTMLElement {
  #player = start();
  #said = document.createElement("p");
  #answers = document.createElement("div");

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    this.#said.setAttribute("aria-live", "polite");
    root.replaceChildren(this.#said, this.#answers);
    this.#show();
  }

  #show() {
    const { guess, history, remaining } = this.#player;
    this.#said.textContent = guess ? `Is it ${guess.join("")}? (${remaining.length} left)` : `Found in ${history.length}.`;
    const answers = this.#player.possible().map(([bulls, cows]) =>
      this.#button(`${bulls} bulls, ${cows} cows`, () => this.#player.answer(bulls, cows)));
    const undo = this.#button("Take back", () => this.#player.undo());
    undo.disabled = history.length === 0;
    this.#answers.replaceChildren(...answers, undo);
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
