// The scene of a game.

import type { Advice } from '../api.ts';
import type { Scene, Sign, SquareMark } from '../board/scene.ts';
import { type Square, size, squareOf, squaresOf } from '../squares.ts';
import { t } from '../texts.ts';
import { type Game, gameStatus, knightOf, legalMoves } from './game.ts';

const SIGNS: Record<Advice['moves'][number]['judgement'], Sign> = {
  winning: 'safe',
  losing: 'losing',
  unknown: 'unknown',
};

export interface GameView {
  game: Game;
  /** The judgement of the coach, if the coach is on. */
  advice: Advice | undefined;
  hint: Square | undefined;
  /** The number of squares before the mistake, if the player asked for it. */
  mistake: number | undefined;
  /** The first move that the computer played. */
  finishedFrom: number | undefined;
  /** True if only the knight is visible. */
  isBlind: boolean;
  hasNumbers: boolean;
  /** The letters of a letter puzzle. */
  letters?: ReadonlyMap<Square, string> | undefined;
}

/** Returns the scene of a game. */
export function gameScene(view: GameView): Scene {
  const { game, hint, mistake, hasNumbers } = view;
  const { task, played } = game;
  const { shape } = task;
  const marks = new Map<Square, SquareMark>();
  const status = gameStatus(game);
  const isHidden = view.isBlind && status.kind !== 'won';
  for (const [square, step] of task.clues) {
    if (!played.includes(square) && step > 1) {
      marks.set(square, { clue: String(step), label: t.play.fixed(step) });
    }
  }
  for (const [square, letter] of view.letters ?? []) {
    if (!played.includes(square)) {
      marks.set(square, { clue: letter, label: letter });
    }
  }
  if (!isHidden && played.length > 0) {
    addMoves(view, marks);
  }
  if (hint !== undefined) {
    const before = marks.get(hint);
    const label = [before?.label, t.play.hintLabel].filter(Boolean).join(', ');
    marks.set(hint, { ...before, sign: 'hint', label });
  }
  if (status.kind === 'stuck') {
    const visited = new Set(played);
    for (const square of squaresOf(shape)) {
      if (!visited.has(square)) {
        marks.set(square, { sign: 'missed', label: t.reasons.labels.missed });
      }
    }
    const knight = knightOf(game);
    if (knight !== undefined && mistake === undefined) {
      marks.set(knight, { frame: 'bad' });
    }
  }
  const wrong = mistake === undefined ? undefined : played[mistake];
  if (wrong !== undefined) {
    marks.set(wrong, { frame: 'bad', label: t.play.mistakeLabel });
  }
  const whole = size(shape) - (task.kind === 'closed' ? 0 : 1);
  const isWon = status.kind === 'won';
  const neutralFrom = view.finishedFrom ?? (mistake === undefined ? undefined : Math.max(0, mistake - 1));
  return {
    shape,
    marks,
    path: isHidden ? played.slice(-1) : played,
    isClosed: isWon && status.isClosed,
    moves: isWon ? played.length - (status.isClosed ? 0 : 1) : whole,
    hasPips: !isHidden && !isWon,
    hasNumbers,
    knight: isWon ? undefined : knightOf(game),
    ...(neutralFrom === undefined ? {} : { neutralFrom }),
  };
}

function addMoves({ game, advice, letters }: GameView, marks: Map<Square, SquareMark>): void {
  const { shape } = game.task;
  const judged = new Map(advice?.moves.map((move) => [squareOf(shape, move.square) ?? -1, move.judgement]));
  for (const square of legalMoves(game)) {
    const judgement = judged.get(square);
    const before = marks.get(square);
    marks.set(square, {
      ...before,
      // A ring would hide a letter.
      ...(letters ? { frame: 'accent' as const } : { sign: judgement ? SIGNS[judgement] : 'ring' }),
      label: [before?.label, t.play.possible, judgement && t.play.judgements[judgement]]
        .filter(Boolean)
        .join(', '),
    });
  }
}
