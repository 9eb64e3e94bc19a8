// Words and marks that the parts of the room share.

import type { Spot } from '../board/scene.ts';
import type { Task } from '../play/task.ts';
import type { Square } from '../squares.ts';
import type { PuzzleAnswer } from '../wire.ts';

/** The clues alone. */
export function clueSpots(task: Task): Map<Square, Spot> {
  const spots = new Map<Square, Spot>();
  for (const [square, step] of task.clues) {
    spots.set(square, { text: String(step), isGiven: true, label: `clue, step ${step}` });
  }
  return spots;
}

const GRADES: Record<string, string> = {
  easy: 'easy: logic alone is enough',
  medium: 'medium: now and then something must be supposed',
  hard: 'hard: much must be supposed',
  fiendish: 'fiendish: very much must be supposed',
};

/** What kind of puzzle it is, in a line. */
export function puzzleText(task: Task): string {
  const count = task.clues.size;
  const kind = { any: 'tour', closed: 'closed tour', open: 'open tour' }[task.kind];
  return `Visit every square once with the knight${kind === 'tour' ? '' : `, as a ${kind}`.replace('a open', 'an open')}: ${
    count === 1 ? 'one number is' : `${count} numbers are`
  } given.`;
}

/** What is known of a puzzle that was just made. */
export function madeText(puzzle: PuzzleAnswer): string {
  const few = puzzle.minimal ? ', and none can be left out' : '';
  const grade = GRADES[puzzle.grade] ?? puzzle.grade;
  return `${puzzle.clues} numbers${few}; ${grade}. It has exactly one solution, as a complete search proved.`;
}
