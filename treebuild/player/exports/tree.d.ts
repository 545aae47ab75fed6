{{types}}

// --- the tree ---

/** A new game with this tree: {{title}}. */
export function start(): Player;
