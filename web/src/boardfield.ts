// A board as text, with what is wrong with it below.

import { fill, h, labelled, set } from './dom.ts';
import { boardText, parseBoard, type Shape } from './squares.ts';

export interface BoardField {
  readonly element: HTMLElement;
  /** Shows a board without telling anybody. */
  show(shape: Shape | undefined): void;
}

/** A field for a board. Where it may be left empty, undefined says that it is. */
export function boardField(
  text: string,
  onBoard: (shape: Shape | undefined) => void,
  { isOptional = false } = {},
): BoardField {
  const error = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert' });
  const input = h('input', {
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: isOptional ? 'as the tour says' : '8x8',
    onchange: () => read(),
  });
  const read = () => {
    const shape = input.value.trim() === '' && isOptional ? undefined : parseBoard(input.value);
    const isWrong = typeof shape === 'string';
    fill(error, isWrong ? shape : '');
    set(input, 'aria-invalid', isWrong ? 'true' : null);
    if (!isWrong) {
      onBoard(shape);
    }
  };
  const field = labelled(text, input);
  field.append(error);
  return {
    element: field,
    show: (shape) => {
      input.value = shape ? boardText(shape) : '';
      fill(error);
      set(input, 'aria-invalid', null);
    },
  };
}
