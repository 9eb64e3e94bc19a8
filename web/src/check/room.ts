// Check: paste a tour, and learn whether it is one.

import { api, errorText } from '../api.ts';
import { Board } from '../board/board.ts';
import { emptyScene } from '../board/scene.ts';
import { button, choice, fill, freshId, h, labelled, set } from '../dom.ts';
import { announce, type Room } from '../room.ts';
import { KINDS, type Kind } from '../setup.ts';
import { boardText, parseBoard, rectangle, type Shape, type Square, squareOf } from '../squares.ts';
import type { CheckAnswer } from '../wire.ts';
import { boardField } from './boardfield.ts';
import { RIGHT, WRONG } from './examples.ts';
import { fileField } from './file.ts';
import { resultParts } from './result.ts';
import { checkedScene } from './scene.ts';

interface State {
  /** The board that is asked for, where the text does not tell it. */
  wanted: Shape | undefined;
  kind: Kind;
  /** What was checked, on which board; a board that is too large to draw has no shape. */
  checked: { answer: CheckAnswer; shape: Shape | undefined } | undefined;
  marked: Square | undefined;
}

export function checkRoom(): Room {
  const state: State = { wanted: undefined, kind: 'any', checked: undefined, marked: undefined };
  let asked = 0;

  const wrong = h('p', { class: 'note', 'data-tone': 'bad', id: freshId(), role: 'alert' });
  const text = h('textarea', {
    rows: 9,
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: 'a1 b3 c5 …\nor the numbers in a grid, or moves, or JSON',
    'aria-describedby': wrong.id,
    oninput: () => complain(''),
  });
  const file = fileField(text, complain, () => check());
  const wanted = boardField('Board, if the text does not tell', (shape) => {
    state.wanted = shape;
  });
  const [from, to] = [squareInput(), squareInput()];
  const board = new Board({ label: 'The tour' });
  const result = h('section', { class: 'card', hidden: true });
  const demands = h(
    'details',
    {},
    h('summary', {}, 'More is asked of it'),
    wanted,
    labelled(
      'Kind',
      choice(KINDS, state.kind, (kind) => {
        state.kind = kind;
      }),
    ),
    h('div', { class: 'row' }, labelled('Start', from), labelled('End', to)),
  );

  function complain(line: string): void {
    fill(wrong, line);
    set(text, 'aria-invalid', line === '' ? null : 'true');
  }

  function example(tour: string): void {
    text.value = tour;
    check();
  }

  async function check(): Promise<void> {
    complain('');
    if (text.value.trim() === '') {
      complain('paste a tour first, or choose a file');
      text.focus();
      return;
    }
    asked += 1;
    const mine = asked;
    try {
      const answer = await api.check({
        text: text.value,
        ...(state.wanted ? { board: boardText(state.wanted) } : {}),
        ...(state.kind === 'any' ? {} : { [state.kind]: true }),
        ...(from.value.trim() === '' ? {} : { from: from.value.trim() }),
        ...(to.value.trim() === '' ? {} : { to: to.value.trim() }),
      });
      // What was asked later is what counts.
      if (mine === asked) {
        take(answer);
      }
    } catch (error) {
      if (mine === asked) {
        state.checked = undefined;
        render();
        complain(errorText(error));
      }
    }
  }

  function take(answer: CheckAnswer): void {
    const shape = parseBoard(answer.board);
    state.checked = { answer, shape: typeof shape === 'string' ? undefined : shape };
    state.marked = undefined;
    render();
    const parts = resultParts(answer, state.checked.shape, mark);
    fill(result, ...parts);
    announce(parts[0]?.textContent ?? '');
  }

  function mark(name: string | null): void {
    const shape = state.checked?.shape;
    state.marked = shape && name !== null ? squareOf(shape, name) : undefined;
    render();
  }

  function render(): void {
    const { checked, marked } = state;
    set(result, 'hidden', checked === undefined);
    const shape = checked?.shape;
    board.show(
      checked && shape
        ? checkedScene(shape, checked.answer, marked)
        : emptyScene(state.wanted ?? rectangle(8, 8)),
    );
  }

  return {
    element: h(
      'div',
      { class: 'room' },
      h('div', { class: 'stage' }, board.element),
      h(
        'div',
        { class: 'panel' },
        h(
          'section',
          { class: 'card' },
          labelled('A tour, in any form', text),
          wrong,
          h(
            'div',
            { class: 'row' },
            button('Check', () => check(), { class: 'main' }),
            file,
          ),
          demands,
          h(
            'div',
            { class: 'row' },
            button('Show me a wrong one', () => example(WRONG)),
            button('and a right one', () => example(RIGHT)),
          ),
        ),
        result,
      ),
    ),
    enter(query) {
      const given = query.get('text');
      if (given) {
        example(given);
      } else {
        render();
      }
    },
    leave() {},
  };
}

function squareInput(): HTMLInputElement {
  return h('input', {
    type: 'text',
    size: 6,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
}
