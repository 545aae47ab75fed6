// The worker: the page's own script once more, from a blob, so that the page answers while a search runs. If the browser
// allows no worker, the page searches itself.

const inWorker = typeof document === "undefined";
const waiting = new Map(); // id: {resolve, reject}
let worker, asked = 0;

/** Does a task (see TASKS) for the game of a source, in the worker if there is one. A promise of the result. */
function ask(task, source, more = {}) {
  const message = { id: asked++, task, source, more: { ...more, source } };
  return new Promise((resolve, reject) => {
    waiting.set(message.id, { resolve, reject, message });
    if (worker === undefined) hire();
    if (worker) worker.postMessage(message);
    else setTimeout(() => settle(perform(message)));
  });
}

function hire() {
  try {
    const text = new Blob([$("script").textContent], { type: "text/javascript" });
    worker = new Worker(URL.createObjectURL(text));
    worker.onmessage = ({ data }) => settle(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker = null;
      for (const { message } of waiting.values()) settle(perform(message));
    };
  } catch {
    worker = null;
  }
}

function settle({ id, result, error }) {
  const { resolve, reject } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error === undefined) resolve?.(result);
  else reject?.(new TreeError("worker", error));
}

const opened = new Map(); // games by name: made once

function perform({ id, task, source, more }) {
  try {
    if (!opened.has(source.game)) opened.set(source.game, gameOf(source));
    return { id, result: TASKS[task](opened.get(source.game), more) };
  } catch (error) {
    return { id, error: error.message };
  }
}

if (inWorker) onmessage = ({ data }) => postMessage(perform(data));
