// {{title}}. Made by treebuild.

/** A search in progress; made by `start`. */
export interface Player {
  /** What was found; null while questions are left. */
  readonly found: string | null;
  /** What to ask; null once it is found. */
  readonly question: string | null;
  /** The answers that can come to the question. */
  answers(): string[];
  /** Takes an answer. Returns false, and changes nothing, for an answer that cannot come. */
  answer(text: string): boolean;
  /** Takes the last answer back; false when there is none. */
  undo(): boolean;
}

/** A new search. */
export function start(): Player;
