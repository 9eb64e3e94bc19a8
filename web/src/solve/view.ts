// An outcome and its replay as scenes.

import { call, type LongestAnswer, type Outcome, solveProblem } from '../api.ts';
import { type Line, plainScene, type Scene, type SquareMark } from '../board/scene.ts';
import { type Question, toProblem } from '../question.ts';
import { area, movesFrom, type Shape, type Square, size, squaresNamed, squaresOf } from '../squares.ts';
import { t } from '../texts.ts';
import { methodOptions, type SolveQuestion } from './question.ts';
import { longestText, proofText, showReason } from './reason.ts';
import { Recording } from './recording.ts';

/** The maximum number of squares of a board with a recording. Larger boards replay the finished tour. */
const MAX_RECORDED_SQUARES = 10_000;
/** The maximum number of squares of a board for which the longest path is asked. */
const MAX_LONGEST_SQUARES = 400;
/** The number of events in which squares fade after a backtrack. */
const FADING = 12;

/** Returns the longest path, for boards whose reason has no marks. */
export async function requestLongest(
  question: Question,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<LongestAnswer | undefined> {
  if (outcome.outcome !== 'impossible' || area(question.shape) > MAX_LONGEST_SQUARES) {
    return undefined;
  }
  if (showReason(outcome.reason, question.shape, question.kind === 'closed').marks.size > 0) {
    return undefined;
  }
  try {
    return await call('longest', toProblem({ ...question, kind: 'any' }), signal);
  } catch {
    // Without the longest path, the reason is only a text.
    return undefined;
  }
}

/** Requests the recording of a method. */
export async function requestRecording(question: SolveQuestion, signal: AbortSignal): Promise<Recording> {
  const body = { ...toProblem(question), ...methodOptions(question) };
  if (area(question.shape) <= MAX_RECORDED_SQUARES) {
    return new Recording(await call('film', body, signal), question.shape);
  }
  return tourRecording(await solveProblem(body, signal), question.shape);
}

/** Returns a recording that follows the finished tour of an outcome. */
export function tourRecording(outcome: Outcome, shape: Shape): Recording {
  const { schema, version } = outcome;
  const empty = { events: [], networks: [], trail_moves: [], trails: [], cut: false };
  return new Recording({ schema, version, outcome, ...empty }, shape);
}

/** Returns the sentence for an outcome without a tour. */
export function impossibleText(
  outcome: Extract<Outcome, { outcome: 'impossible' }>,
  question: Question,
  longest: LongestAnswer | undefined,
): string {
  const shown = showReason(outcome.reason, question.shape, question.kind === 'closed');
  if (shown.text !== '') {
    return shown.text;
  }
  const best = longest ? `${longestText(question.shape, longest.length, longest.proved)} ` : '';
  return `${best}${proofText(outcome.reason)}`;
}

/** Returns the scene of an outcome. `path` is the path of a method that ended without an answer. */
export function outcomeScene(
  outcome: Outcome,
  question: Question,
  longest: LongestAnswer | undefined,
  path: readonly Square[] = [],
): Scene {
  const { shape } = question;
  if (outcome.outcome === 'found') {
    const tour = squaresNamed(shape, outcome.squares);
    return { shape, marks: new Map(), path: tour, isClosed: outcome.closed };
  }
  if (outcome.outcome === 'impossible') {
    const { marks, lines } = showReason(outcome.reason, shape, question.kind === 'closed');
    return marks.size > 0 || !longest
      ? { shape, marks, lines, path: [] }
      : neutralScene(shape, squaresNamed(shape, longest.squares));
  }
  return path.length > 0 ? neutralScene(shape, path) : plainScene(shape);
}

/** Returns the scene of a path that is not an answer, with the missed squares. */
export function neutralScene(shape: Shape, path: readonly Square[]): Scene {
  const visited = new Set(path);
  const marks = new Map<Square, SquareMark>();
  for (const square of squaresOf(shape)) {
    if (!visited.has(square)) {
      marks.set(square, { sign: 'missed', label: t.reasons.labels.missed });
    }
  }
  return { shape, marks, path, neutralFrom: 0 };
}

/** Returns the scene at a position of a recording before its end. */
export function recordingScene(recording: Recording, position: number, isWarnsdorff: boolean): Scene {
  const { shape, answer } = recording;
  if (recording.isTour) {
    const { outcome } = answer;
    const isClosed = outcome.outcome === 'found' && outcome.closed;
    const knight = recording.tour[Math.ceil(position) % recording.tour.length];
    return { shape, marks: new Map(), path: recording.tour, isClosed, head: position, knight };
  }
  const at = Math.floor(position);
  const path = recording.path(at);
  const marks = new Map<Square, SquareMark>();
  const knight = path.at(-1);
  if (isWarnsdorff && knight !== undefined) {
    addCandidates(marks, shape, path, knight);
  }
  const network = recording.network(at);
  const lines =
    network && path.length === 0
      ? pairs(network.moves).map(([from, to]) => ({ from, to, kind: 'plain' as const }))
      : trailLines(recording, at);
  const left = recording.left(at, FADING);
  return { shape, marks, path, moves: size(shape) - 1, knight, left, lines };
}

/** Marks the squares that the knight can go to, each with its number of onward moves. */
function addCandidates(
  marks: Map<Square, SquareMark>,
  shape: Shape,
  path: readonly Square[],
  knight: Square,
): void {
  const visited = new Set(path);
  const free = (square: Square) => movesFrom(shape, square).filter((next) => !visited.has(next));
  for (const square of free(knight)) {
    const onward = free(square).length;
    marks.set(square, { badge: String(onward), label: t.player.candidate(onward) });
  }
}

function trailLines(recording: Recording, position: number): Line[] {
  const trails = recording.trails(position);
  if (!trails) {
    return [];
  }
  // A move and its reverse overlap, so only the stronger one is drawn.
  const strongest = new Map<string, { from: Square; to: Square; kind: 'plain'; strength: number }>();
  for (const [at, [from, to]] of pairs(recording.answer.trail_moves).entries()) {
    const strength = (trails.strengths[at] ?? 0) / 99;
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    if (strength > 0.02 && strength > (strongest.get(key)?.strength ?? 0)) {
      strongest.set(key, { from, to, kind: 'plain', strength });
    }
  }
  return [...strongest.values()];
}

function pairs(list: readonly number[]): [Square, Square][] {
  const pairs: [Square, Square][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) {
    pairs.push([list[at] ?? 0, list[at + 1] ?? 0]);
  }
  return pairs;
}

/** Returns the number of positions of a replay: the moves of a tour, or the events of a search. */
export function replayLength(recording: Recording): number {
  const { outcome } = recording.answer;
  const isClosed = outcome.outcome === 'found' && outcome.closed;
  return recording.isTour ? Math.max(0, recording.tour.length - (isClosed ? 0 : 1)) : recording.length;
}

/** Describes a position of a replay. */
export function positionText(recording: Recording, position: number): string {
  if (recording.isTour) {
    const all = recording.tour.length;
    return t.player.step(Math.min(all, Math.floor(position) + 1), all);
  }
  const at = Math.min(Math.ceil(position), recording.length);
  const path = recording.path(at);
  const network = recording.network(at);
  if (network && path.length === 0) {
    return t.player.network(network.sweep, network.moves.length / 2);
  }
  const trails = recording.trails(at);
  if (trails && path.length === 0) {
    return t.player.trails(trails.cycle);
  }
  return t.player.step(path.length, size(recording.shape));
}
