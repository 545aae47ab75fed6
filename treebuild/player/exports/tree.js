{{player}}
// --- the tree ---

// {{title}}
const TREE =
  {{text}};

/** A new game with this tree. */
export function start() {
  return load(TREE, "{{game}}", "{{format}}");
}
