// Numbers: every start square at a glance, counts, one tour of all, and its number.

import { Board } from '../board/board.ts';
import { emptyScene } from '../board/scene.ts';
import { fill, h } from '../dom.ts';
import { type Room, remember } from '../room.ts';
import { setup } from '../setup.ts';
import { nameOf, type Square } from '../squares.ts';
import { conventions } from './conventions.ts';
import { countPart } from './count.ts';
import type { Desk, Part } from './part.ts';
import { startsPart } from './starts.ts';
import { tourPart } from './tour.ts';

export function numbersRoom(): Room {
  const form = setup({
    board: '6x6',
    tools: [],
    sizes: ['5x5', '6x6', '3x10', '7x7', '8x8'],
    onChange: () => ask(),
  });
  const board = new Board({
    label: 'Board',
    onChoose: (square) => shown?.choose?.(square),
    onHover: (square) => caption(square),
  });
  const hovered = h('span', { class: 'readout', 'aria-hidden': 'true', hidden: true });
  let shown: Part | undefined;
  const desk: Desk = {
    get shape() {
      return form.state().shape;
    },
    get kind() {
      return form.state().kind;
    },
    show(part) {
      shown = part.scene() ? part : shown;
      render();
    },
    offer(part) {
      shown ??= part;
      render();
    },
  };
  const starts = startsPart(desk);
  const count = countPart(desk);
  const tour = tourPart(desk);
  const parts: readonly Part[] = [starts, count, tour];

  /** The whole number of the square under the mouse; a screen reader hears it from the square itself. */
  function caption(square: Square | undefined): void {
    const label = square === undefined ? undefined : shown?.scene()?.spots.get(square)?.label;
    const text = square === undefined || !label ? '' : `${nameOf(desk.shape, square)}: ${label}`;
    fill(hovered, text);
    hovered.hidden = text === '';
  }

  function render(): void {
    board.show(shown?.scene() ?? emptyScene(desk.shape));
  }

  function changed(): void {
    shown = undefined;
    for (const part of parts) {
      part.changed();
    }
    const query = new URLSearchParams();
    form.write(query);
    remember('numbers', query);
    render();
  }

  /** Asks afresh about what the form says. */
  function ask(): void {
    changed();
    starts.look();
  }

  let isNew = true;
  return {
    element: h(
      'div',
      { class: 'room' },
      h('div', { class: 'stage' }, board.element, hovered),
      h(
        'div',
        { class: 'panel' },
        h('section', { class: 'card' }, form.element),
        ...parts.map((part) => part.element),
        conventions(),
      ),
    ),
    enter(query) {
      const before = JSON.stringify(form.problem());
      const isRead = form.read(query);
      const squares = query.get('squares');
      if (isRead && squares) {
        changed();
        tour.open(squares.split(','), desk.kind === 'closed');
      } else if (isRead ? isNew || JSON.stringify(form.problem()) !== before : isNew) {
        ask();
      } else {
        render();
      }
      isNew = false;
    },
    // A count goes on, and is there when one comes back.
    leave() {},
  };
}
