// What is said at the end of a game.

import { some } from '../sentence.ts';
import type { Advice } from '../wire.ts';
import type { Best } from './best.ts';
import { timeText } from './clock.ts';

export interface Result {
  squares: number;
  closed: boolean;
  ms: number;
  takenBack: number;
  hints: number;
  isHelped: boolean;
  isFinishedFor: boolean;
  isBest: boolean;
}

/** What a game was like. */
export function praise(result: Result): string {
  const tour = `${result.closed ? 'a closed tour' : 'an open tour'} of ${some(result.squares, 'square')}`;
  if (result.isFinishedFor) {
    return `This is ${tour}; the end of it was played for you. Now try it alone.`;
  }
  const words = [`Well done! You found ${tour} in ${timeText(result.ms)}.`];
  if (result.takenBack === 0) {
    words.push('You took nothing back.');
  }
  if (result.hints > 0) {
    words.push(`${some(result.hints, 'step')} of ${result.squares} came from a hint.`);
  } else {
    words.push(result.isHelped ? 'The coach looked on.' : 'And nobody helped you.');
  }
  if (result.isBest) {
    words.push('That is your best time here.');
  }
  return words.join(' ');
}

/** The best time of a level. */
export function bestText(best: Best | undefined): string {
  if (!best) {
    return 'No time yet on this level.';
  }
  return `Your best time here: ${timeText(best.ms)}${best.isHelped ? ', with the coach' : ', without help'}.`;
}

/** How the game stands. A reason alone would leave beginners to guess what it means for them. */
export function adviceText({ position, text }: Advice): string {
  return position === 'lost' ? `it cannot be won from here: ${text}` : text;
}
