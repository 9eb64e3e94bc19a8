// What is asked of a board in this room, and what the server is sent for it.

import type { Kind } from '../setup.ts';
import { boardText, type Shape } from '../squares.ts';
import type { Problem } from '../wire.ts';

/** What counts as one tour. */
export const WAYS = [
  ['drawn', 'as drawn: backwards is the same'],
  ['walked', 'as walked: backwards is another'],
  ['classes', 'turned or mirrored is the same'],
  ['starts', 'from each start square'],
] as const;
export type Way = (typeof WAYS)[number][0];

/** The problem, as all verbs take it. */
export function problem(shape: Shape, kind: Kind): Problem {
  return {
    board: boardText(shape),
    ...(kind === 'closed' ? { closed: true } : {}),
    ...(kind === 'open' ? { open: true } : {}),
  };
}

/** How tours are counted, as `count` takes it. */
export function counting(way: Way): { directed?: boolean; by?: 'start' | 'class' } {
  return {
    drawn: { directed: false },
    walked: { directed: true },
    classes: { directed: false, by: 'class' as const },
    starts: { by: 'start' as const },
  }[way];
}

/** What is usual to ask: any tours are counted as walked, others as drawn. */
export function usual(kind: Kind): Way {
  return kind === 'any' ? 'walked' : 'drawn';
}
