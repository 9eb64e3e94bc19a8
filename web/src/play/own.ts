// A board of one's own: its size, its kind of tour, and holes that are made by clicks.

import { button, h, set } from '../dom.ts';
import { setup } from '../setup.ts';
import { nameOf, type Square, toggleHole } from '../squares.ts';
import type { Task } from './task.ts';

export interface OwnBoard {
  readonly element: HTMLElement;
  /** What shall be played on it. */
  task(): Task;
  /** Shows the task of a game that is played already. */
  assign(task: Task): void;
  /** A square was chosen on the board: was it made a hole, or filled? */
  choose(square: Square): boolean;
  /** Clicks are moves again. */
  rest(): void;
}

/** Makes the form; `onChange` begins a new game, `say` tells what happened. */
export function ownBoard(onChange: (task: Task) => void, say: (text: string) => void): OwnBoard {
  let isDigging = false;
  const form = setup({
    board: '6x6',
    tools: [],
    sizes: ['5x5', '6x6', '7x7', '8x8', '10x10'],
    onChange: () => onChange(task()),
  });
  const digging = button('Make holes', () => dig(!isDigging), {
    title: 'A click on the board then makes a hole, or fills it, and begins a new game',
    'aria-pressed': 'false',
  });

  function task(): Task {
    const { shape, kind, from } = form.state();
    return { shape, kind, clues: new Map(from === undefined ? [] : [[from, 1]]) };
  }

  function dig(isOn: boolean): void {
    isDigging = isOn;
    set(digging, 'aria-pressed', String(isOn));
    say(isOn ? 'A click on the board makes a hole, or fills it.' : 'A click on the board is a move again.');
  }

  return {
    element: h('div', { class: 'own' }, form.element, digging),
    task,
    assign(task) {
      const from = [...task.clues].find(([, step]) => step === 1)?.[0];
      form.assign({ shape: task.shape, kind: task.kind, from });
    },
    choose(square) {
      if (isDigging) {
        form.assign({ shape: toggleHole(form.state().shape, square) });
        onChange(task());
        const { shape } = form.state();
        say(`${nameOf(shape, square)} is ${shape.holes.has(square) ? 'a hole' : 'a square'} now.`);
      }
      return isDigging;
    },
    rest() {
      if (isDigging) {
        dig(false);
      }
    },
  };
}
