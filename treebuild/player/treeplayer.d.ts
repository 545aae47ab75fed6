// The types of a treebuild player in JavaScript.

/** How a tree is written: base92-explicit.md, base92-implicit.md and ranked.md in schema/ specify the formats. */
export type Format = "explicit" | "implicit" | "ranked";

/** Symbols, numbered from 0: the secret 0123 is [0, 1, 2, 3]. */
export type Code = number[];

/** Bulls and cows: how many symbols are in the right place, and how many in another. */
export type Reply = [bulls: number, cows: number];

export interface Game {
  /** The rule string, such as "p4c10n". */
  name: string;
  pegs: number;
  symbols: number;
  /** Whether a code may have a symbol twice. */
  repeat: boolean;
  /** All codes, in lexicographic order; guesses and secrets are indices into them. */
  codes: Code[];
  /** All replies; the last one wins. */
  replies: Reply[];
}

/** A whole tree, breadth first. All arrays but `counts` have an entry for each node; -1 stands for none. */
export interface Tree {
  /** The code that is guessed. */
  guess: number[];
  /** The node that each reply leads to. */
  child: number[][];
  /** How many secrets are left. */
  size: number[];
  /** The secret that the guess finds. */
  solved: number[];
  depth: number[];
  /** The greatest depth at which a secret at or below the node is found. */
  nth: number[];
  /** The guesses for all secrets at and below the node, counted from the root. */
  e: number[];
  /** How many secrets are found in 1, 2, ... guesses. */
  counts: number[];
}

export interface Answer {
  /** "contradiction": no secret gives all these replies, and nothing has changed. */
  state: "next" | "solved" | "contradiction";
  /** The guess to make now; null once the secret is found. */
  guess: Code | null;
}

/** A game in progress; made by `load`. */
export interface Player {
  readonly game: Game;
  /** The guess to make; null once the secret is found. */
  readonly guess: Code | null;
  /** The codes that fit all answers, as indices. */
  readonly remaining: number[];
  readonly history: { guess: Code; bulls: number; cows: number }[];
  /** Takes the reply to the guess; throws a TypeError unless it is two whole numbers. */
  answer(bulls: number, cows: number): Answer;
  /** Takes the last answer back; false when there is none. */
  undo(): boolean;
  /** The replies that can come to the guess, and how many codes give each. */
  possible(): [bulls: number, cows: number, codes: number][];
}

/** The error for a bad game or text. */
export class TreeError extends Error {
  constructor(kind: string, message: string);
  /** One of the error kinds of the specifications. */
  kind: string;
}

/** The game that a rule string names. `most` is the largest number of codes that is taken. Throws TreeError. */
export function parseGame(rules: string, most?: number): Game;

/** A function (guess, secret) -> the index of the reply, of indices of codes. */
export function replier(game: Game): (guess: number, secret: number) => number;

/** The format of a text. */
export function sniff(text: string): Format;

/** The tree in a text. Throws TreeError. */
export function decode(text: string, game: string | Game, format?: Format): Tree;

/** A player at the first guess of the tree in a text, whose format is told from it when left out. Throws TreeError. */
export function load(text: string, game: string, format?: Format): Player;
