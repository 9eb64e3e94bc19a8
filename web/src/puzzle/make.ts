// The form for a new puzzle.

import { api, errorText, isAborted } from '../api.ts';
import { button, fill, h, labelled, tick } from '../dom.ts';
import { announce } from '../room.ts';
import { sentence } from '../sentence.ts';
import { setup } from '../setup.ts';
import type { PuzzleAnswer } from '../wire.ts';

export interface Maker {
  readonly element: HTMLElement;
  /** Makes one, as the form says. */
  make(): Promise<void>;
}

/** A form that hands over each puzzle it makes. */
export function maker(onMade: (puzzle: PuzzleAnswer) => void): Maker {
  const wishes = { minimal: false, symmetric: false, hide_ends: false };
  let waiting: AbortController | undefined;

  const form = setup({
    board: '6x6',
    tools: [],
    sizes: ['5x5', '6x6', '7x7', '8x8'],
    onChange: () => {},
  });
  const clues = h('input', { type: 'number', min: 0, step: 1, inputmode: 'numeric', placeholder: 'a third' });
  const note = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });
  const go = button('Make a puzzle', () => make(), { class: 'main' });
  const few = tick('As few numbers as possible', false, (on) => {
    wishes.minimal = on;
    clues.disabled = on;
  });
  const element = h(
    'section',
    { class: 'card', 'aria-label': 'A new puzzle' },
    h('h2', {}, 'A new puzzle'),
    go,
    note,
    h(
      'details',
      {},
      h('summary', {}, 'What kind of puzzle'),
      h(
        'div',
        { class: 'panel' },
        form.element,
        labelled('How many numbers', clues),
        few,
        tick('Symmetric: the same after half a turn', false, (on) => {
          wishes.symmetric = on;
        }),
        tick('The first and the last step may be hidden', false, (on) => {
          wishes.hide_ends = on;
        }),
      ),
    ),
  );

  function complain(text: string): void {
    fill(note, text);
    note.hidden = text === '';
  }

  async function make(): Promise<void> {
    waiting?.abort();
    const request = new AbortController();
    waiting = request;
    complain('');
    fill(go, 'Making one…');
    go.disabled = true;
    try {
      const count = clues.value.trim();
      const puzzle = await api.puzzleMake(
        {
          ...form.problem(),
          seed: Math.floor(Math.random() * 2 ** 32),
          ...wishes,
          ...(count === '' || wishes.minimal ? {} : { clue_count: Number(count) }),
        },
        request.signal,
      );
      if ('outcome' in puzzle) {
        const isNone = puzzle.outcome === 'impossible';
        throw new Error(isNone ? puzzle.reason.text : `no puzzle was found: ${puzzle.tried}`);
      }
      fill(go, 'Another one');
      onMade(puzzle);
      announce('A new puzzle.');
    } catch (error) {
      if (!isAborted(error)) {
        complain(sentence(errorText(error)));
      }
      fill(go, 'Make a puzzle');
    } finally {
      if (waiting === request) {
        go.disabled = false;
      }
    }
  }

  return { element, make };
}
