// What the server understands and answers: see /api/v1/openapi.json.

/** A problem, as all of Caracole writes it. */
export interface Problem {
  board: string;
  leapers?: string[];
  closed?: boolean;
  open?: boolean;
  from?: string;
  to?: string;
  clues?: Record<string, number>;
  use?: string[];
  avoid?: string[];
}

export const METHODS = [
  'auto',
  'brute-force',
  'backtracking',
  'warnsdorff',
  'construct',
  'exact',
  'patch',
  'neural',
  'ants',
] as const;
export type Method = (typeof METHODS)[number];

/** How a problem shall be solved. */
export interface Solving {
  method?: Method;
  tie?: string;
  order?: string;
  seed?: number;
  max_steps?: number;
  timeout_ms?: number;
}

/** Why there is no tour. What else it names depends on its kind. */
export interface Reason {
  kind: string;
  text: string;
  /** The squares that the reason speaks of, by what they are in it. */
  [fact: string]: string | number | string[];
}

export interface Stats {
  steps: number;
  retreats: number;
  attempts: number;
  cases: number;
  elapsed_ms: number;
  [count: string]: number;
}

interface Answered {
  schema: string;
  version: string;
}

export interface Found extends Answered {
  outcome: 'found';
  problem: Problem;
  method: string;
  seed: number | null;
  closed: boolean;
  squares: string[];
  stats: Stats;
}

export interface Impossible extends Answered {
  outcome: 'impossible';
  problem: Problem;
  method: string;
  reason: Reason;
  certificate: unknown;
  stats: Stats;
}

export interface Unknown extends Answered {
  outcome: 'unknown';
  problem: Problem;
  method: string;
  stopped_by: string;
  tried: string;
  stats: Stats;
}

/** One of three answers, never less. */
export type Outcome = Found | Impossible | Unknown;

/**
 * What a method did, moment by moment. An event is a number: a square that is visited, or -1, the knight
 * goes back a step, or -2, the next of `networks`, or -3, the next of `trails`, or -4 - s, a new walk
 * begins on square s.
 */
export interface FilmAnswer extends Answered {
  outcome: Outcome;
  events: number[];
  /** Active moves of a network after a sweep, as pairs of squares in one list. */
  networks: { attempt: number; sweep: number; moves: number[] }[];
  /** The directed moves of the trails, as pairs of squares in one list. */
  trail_moves: number[];
  /** The strength of each of these moves after a cycle, from 0 to 99. */
  trails: { cycle: number; strengths: number[] }[];
  /** Was there no room for the rest? */
  cut: boolean;
}

export interface Defect {
  kind: string;
  text: string;
  square: string | null;
  step: number | null;
}

export interface CheckAnswer extends Answered {
  valid: boolean;
  closed: boolean;
  defects: Defect[];
  defect_count: number;
  facts: Record<string, unknown>;
  board: string;
  squares: string[];
}

export interface StartsAnswer extends Answered {
  count: number;
  starts: string[];
  unknown?: string[];
  rule?: string;
}

export type Judgement = 'winning' | 'losing' | 'unknown';

export interface Advice extends Answered {
  position: 'open' | 'finished' | 'lost' | 'unknown';
  /** How the game stands, in a line. */
  text: string;
  /** Why it is lost. */
  reason?: Reason;
  /** Each square that may be played next. */
  moves: { square: string; judgement: Judgement; text?: string; reason?: Reason }[];
  /** A move after which the game can be won, as a proved tour shows. */
  hint: string | null;
  /** So many squares can stay, if the game is lost and that was asked; null where nobody knows. */
  back?: { keep: number; proved: boolean } | null;
  /** Why no start can win, if that is what going back would come to. */
  never?: Reason;
}

export interface PuzzleAnswer extends Answered {
  problem: Problem;
  seed: number;
  clues: number;
  minimal: boolean;
  grade: string;
  cases: number;
  closed: boolean;
  solution: string[];
}

export interface UniqueAnswer extends Answered {
  unique: boolean | null;
  solutions: string[][];
  grade?: string;
  cases?: number;
  reason?: Reason;
  stopped_by?: string;
  tried?: string;
}

export interface CountAnswer extends Answered {
  count: string | null;
  convention: string;
  /** A number for each square, if they were asked for. */
  by_start?: { square: string; count: string }[];
  stopped_by?: string;
  tried?: string;
}

export interface SampleAnswer extends Answered {
  tours: string[][];
  of?: string;
  convention: string;
  seed: number;
  stopped_by?: string;
  tried?: string;
}

export interface RankAnswer extends Answered {
  rank: string | null;
  of: string | null;
  convention: string;
  stopped_by?: string;
  tried?: string;
}

/** Which of how many a tour is. */
export interface Ranked {
  rank: string;
  of: string | null;
  convention: string;
}

/** How far a count has come. */
export interface Progress {
  done: number;
  part: [number, number];
  layer: [number, number];
  states: number;
  elapsed_ms: number;
}

export interface Job<A> extends Answered {
  id: string;
  verb: string;
  state: 'waiting' | 'running' | 'done' | 'cancelled';
  progress: Progress | null;
  answer?: A;
  error?: { kind: string; text: string; field?: string };
}
