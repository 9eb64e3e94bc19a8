// A board as text, which may be left empty, with what is wrong with it below.

import { fill, freshId, h, labelled, set } from '../dom.ts';
import { parseBoard, type Shape } from '../squares.ts';

/** A field for a board; undefined says that it is empty. */
export function boardField(text: string, onBoard: (shape: Shape | undefined) => void): HTMLElement {
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', id: freshId(), role: 'alert' });
  const input = h('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': wrong.id,
    onchange: () => {
      const shape = input.value.trim() === '' ? undefined : parseBoard(input.value);
      const isWrong = typeof shape === 'string';
      fill(wrong, isWrong ? shape : '');
      set(input, 'aria-invalid', isWrong ? 'true' : null);
      onBoard(isWrong ? undefined : shape);
    },
  });
  const field = labelled(text, input);
  field.append(wrong);
  return field;
}
