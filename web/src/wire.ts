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
 * begins on square s, which is thereby visited.
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
  /** The format it was read in, such as grid or squares. */
  format: string;
}

export interface StartsAnswer extends Answered {
  problem: Problem;
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
  /** Why it could never be won, from the first square on; `back` is null then. */
  never?: Reason;
}

/** A longest path, where there is no tour. */
export interface LongestAnswer extends Answered {
  problem: Problem;
  seed: number;
  length: number;
  upper_bound: number;
  /** Is it proved that none is longer? */
  proved: boolean;
  squares: string[];
  /** Why none is longer than `upper_bound`. */
  reason: string;
  stopped_by?: string;
  tried?: string;
}

/** Whether a proof that there is no tour holds; null where nothing was checked. */
export interface ProofAnswer extends Answered {
  holds: boolean | null;
  kind: string;
  text: string;
  checked: string;
  cases?: number;
  flaw: { kind: string; text: string; line?: number; squares: (string | number)[] } | null;
}

/** What can be asked of `draw`, which answers with a file. */
export interface Drawing {
  board: string;
  squares: string[];
  format?: 'svg' | 'png' | 'gif' | 'pdf' | 'html';
  style?: 'line' | 'numbers' | 'celtic' | 'heat';
  theme?: 'light' | 'dark';
  coordinates?: boolean;
  /** Pixels of the longer side: png up to 4000, gif up to 1600. */
  size?: number;
  /** The time between two steps of a gif. */
  pause_ms?: number;
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
