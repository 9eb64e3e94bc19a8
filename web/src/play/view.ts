// A game as a scene.

import type { Scene, Spot } from '../board/scene.ts';
import { type Square, squareOf } from '../squares.ts';
import type { Judgement } from '../wire.ts';
import type { Thought } from './coach.ts';
import { type Game, knightOf, legalMoves, moveNumber, moveWords, standing } from './game.ts';

/** Each judgement is a colour, a sign and words, so that nobody depends on one of them. */
export const JUDGED: Record<Judgement, { tone: 'good' | 'bad' | 'unknown'; sign: string; words: string }> = {
  winning: { tone: 'good', sign: '✓', words: 'can be won' },
  losing: { tone: 'bad', sign: '✕', words: 'loses' },
  unknown: { tone: 'unknown', sign: '?', words: 'nobody knows' },
};

export interface View {
  game: Game;
  thought: Thought;
  hint?: Square | undefined;
  /** Nothing but the knight is to be seen. */
  isBlind: boolean;
}

/** What a game looks like. */
export function gameScene({ game, thought, hint, isBlind }: View): Scene {
  const { task, played } = game;
  const spots = new Map<Square, Spot>();
  const stands = standing(game);
  const isHidden = isBlind && stands.kind !== 'won';
  for (const [square, step] of task.clues) {
    spots.set(square, { text: String(step), isGiven: true, label: `clue, step ${step}` });
  }
  for (const [at, square] of isHidden ? [] : played.entries()) {
    const isGiven = task.clues.has(square);
    spots.set(square, {
      tone: at === 0 ? 'start' : 'visited',
      text: String(at + 1),
      isGiven,
      label: `visited at step ${at + 1}${isGiven ? ', clue' : ''}`,
    });
  }
  if (!isHidden) {
    nextMoves(game, thought, spots);
  }
  if (hint !== undefined) {
    const spot = spots.get(hint);
    spots.set(hint, { ...spot, tone: 'marked', label: `hint, ${spot?.label ?? ''}` });
  }
  return {
    shape: task.shape,
    spots,
    path: isHidden ? [] : played,
    isClosed: stands.kind === 'won' && stands.closed,
    knight: stands.kind === 'won' ? undefined : knightOf(game),
  };
}

function nextMoves(game: Game, thought: Thought, spots: Map<Square, Spot>): void {
  const { shape } = game.task;
  const judged = new Map(
    thought.kind === 'told'
      ? thought.advice.moves.map((move) => [squareOf(shape, move.square) ?? -1, move])
      : [],
  );
  for (const square of legalMoves(game)) {
    const given = spots.get(square);
    const move = judged.get(square);
    const number = moveNumber(game, square);
    const words = number === undefined ? 'a start' : `move ${number}, ${moveWords(game, square)}`;
    if (move) {
      const { tone, words: worth } = JUDGED[move.judgement];
      spots.set(square, {
        ...given,
        ...(given ? { tone, heat: 0.55 } : { dot: tone }),
        label: [given?.label, words, worth].filter(Boolean).join(', '),
      });
    } else if (number !== undefined || given) {
      const mark: Spot = given ? { tone: 'one', heat: 0.55 } : { dot: 'one' };
      spots.set(square, { ...given, ...mark, label: [given?.label, words].filter(Boolean).join(', ') });
    }
  }
}
