// A file instead of a paste. It is read here and goes nowhere but into the text field.

import { button, h } from '../dom.ts';

/** Longer texts are for the command line. */
export const MOST_BYTES = 1_000_000;

/** A button that chooses a file for a text field, which takes files that are dropped on it too. */
export function fileField(
  text: HTMLTextAreaElement,
  complain: (line: string) => void,
  onRead: () => void,
): HTMLElement {
  const input = h('input', {
    type: 'file',
    class: 'voice',
    tabindex: '-1',
    'aria-label': 'A file with a tour',
    onchange: () => {
      read(input.files?.[0]);
      // The same file may be chosen again after it has changed.
      input.value = '';
    },
  });

  async function read(file: File | undefined): Promise<void> {
    if (!file) {
      return;
    }
    if (file.size > MOST_BYTES) {
      complain(`${file.name} is too large for the page: caracole check reads files of any size`);
      return;
    }
    try {
      text.value = await file.text();
    } catch {
      complain(`${file.name} cannot be read`);
      return;
    }
    onRead();
  }

  text.addEventListener('dragover', (event) => event.preventDefault());
  text.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file) {
      event.preventDefault();
      read(file);
    }
  });
  return h(
    'span',
    {},
    button('Choose a file', () => input.click()),
    input,
  );
}
