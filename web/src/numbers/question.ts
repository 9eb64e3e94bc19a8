// What is asked of a board in this room, and what the server is sent for it.

import { boardText, type Shape } from '../squares.ts';
import type { Problem } from '../wire.ts';

export const KINDS = ['any', 'closed', 'open'] as const;
export type Kind = (typeof KINDS)[number];

/** What counts as one tour. */
export const WAYS = ['drawn', 'walked', 'classes', 'starts'] as const;
export type Way = (typeof WAYS)[number];

export function isKind(text: string | null): text is Kind {
  return KINDS.some((kind) => kind === text);
}

export function isWay(text: string | null): text is Way {
  return WAYS.some((way) => way === text);
}

/** The problem, as all verbs take it. */
export function problem(shape: Shape, kind: Kind): Problem {
  return { board: boardText(shape), ...(kind === 'any' ? {} : { [kind]: true }) };
}

/** How tours are counted, as `count` takes it. */
export function counting(way: Way): Record<string, boolean> {
  return {
    drawn: { undirected: true },
    walked: { directed: true },
    classes: { undirected: true, classes: true },
    starts: { by_start: true },
  }[way];
}

export const KIND_TEXTS: readonly (readonly [Kind, string])[] = [
  ['any', 'any tour'],
  ['closed', 'closed: a move leads back to the start'],
  ['open', 'open: no move leads back'],
];

export const WAY_TEXTS: readonly (readonly [Way, string])[] = [
  ['drawn', 'tours as drawn: backwards is the same one'],
  ['walked', 'tours as walked: backwards is another one'],
  ['classes', 'tours that look different: turned or mirrored is the same one'],
  ['starts', 'for each start square, the tours that begin there'],
];

/** What is usual to ask: any tours are counted as walked, others as drawn. */
export function usual(kind: Kind): Way {
  return kind === 'any' ? 'walked' : 'drawn';
}
