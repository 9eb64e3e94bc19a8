// The room has several parts that ask different things of the same board, and share one picture of it.

import type { Scene } from '../board/scene.ts';
import { fill, h, set } from '../dom.ts';
import { announce } from '../room.ts';
import type { Kind } from '../setup.ts';
import type { Shape, Square } from '../squares.ts';

/** What all parts ask about, and how they tell the room what they found. */
export interface Desk {
  shape: Shape;
  kind: Kind;
  /** A part has something new to show on the board. */
  show(part: Part): void;
  /** The same, for what nobody asked for: it is shown where the board is empty. */
  offer(part: Part): void;
}

export interface Part {
  readonly element: HTMLElement;
  /** What it shows on the board; undefined where it has nothing to show of this board. */
  scene(): Scene | undefined;
  /** The board or the kind of tour is another one now. */
  changed(): void;
  /** A square was chosen while the board shows this part. */
  choose?(square: Square): void;
}

/** A line that says how things stand, and is read aloud. */
export function note(): { element: HTMLElement; say(text: string, tone?: 'good' | 'bad'): void } {
  const element = h('p', { class: 'note' });
  return {
    element,
    say: (text, tone) => {
      set(element, 'data-tone', tone);
      set(element, 'hidden', text === '');
      fill(element, text);
      if (text !== '') {
        announce(text);
      }
    },
  };
}
