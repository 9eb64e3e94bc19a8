// Files to keep: pictures that the server draws, and the answer itself.

import { api, errorText } from './api.ts';
import { button, choice, fill, h, labelled } from './dom.ts';
import { announce } from './room.ts';
import type { Problem } from './wire.ts';

export const STYLES = [
  ['line', 'line'],
  ['numbers', 'numbers'],
  ['celtic', 'celtic knot'],
  ['heat', 'heat'],
] as const;
type Style = (typeof STYLES)[number][0];

const FORMATS = ['svg', 'png', 'gif'] as const;

/** Lets the browser save something as a file. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves an answer as it is. */
export function saveJson(answer: unknown, name: string): void {
  save(new Blob([`${JSON.stringify(answer, null, 2)}\n`], { type: 'application/json' }), name);
}

/** The name of a file about a board: `tour-8x8.svg`. */
export function fileNameFor(what: string, board: string, ending: string): string {
  const plain = board.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${what}-${plain.slice(0, 40).replace(/-+$/, '')}.${ending}`;
}

/** What can be saved. */
export interface Keepsake {
  problem: Problem;
  squares: string[];
  /** What the JSON file holds; without it there is none. */
  answer?: unknown;
}

/** A row of downloads. What is saved is asked for when a button is pressed. */
export function downloads(keepsake: () => Keepsake | undefined): HTMLElement {
  let style: Style = 'line';
  const note = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });

  function complain(text: string): void {
    fill(note, text);
    note.hidden = text === '';
  }

  async function picture(format: (typeof FORMATS)[number], pressed: HTMLButtonElement): Promise<void> {
    const kept = keepsake();
    if (!kept) {
      return;
    }
    pressed.disabled = true;
    complain('');
    try {
      const theme = document.documentElement.dataset.theme ?? 'light';
      const { problem, squares } = kept;
      save(
        await api.file('draw', { ...problem, squares, format, style, theme }),
        fileNameFor('tour', problem.board, format),
      );
      announce(`The ${format.toUpperCase()} file was saved.`);
    } catch (error) {
      complain(errorText(error));
    } finally {
      pressed.disabled = false;
    }
  }

  const buttons = FORMATS.map((format) => {
    const pressed = button(format.toUpperCase(), () => picture(format, pressed), {
      'aria-label': `Download ${format.toUpperCase()}`,
    });
    return pressed;
  });
  const json = button(
    'JSON',
    () => {
      const kept = keepsake();
      if (kept?.answer !== undefined) {
        saveJson(kept.answer, fileNameFor('tour', kept.problem.board, 'json'));
      }
    },
    { 'aria-label': 'Download JSON' },
  );
  return h(
    'div',
    { class: 'downloads' },
    h(
      'div',
      { class: 'row tight' },
      labelled(
        'Style of the picture',
        choice(STYLES, style, (value) => {
          style = value;
        }),
      ),
    ),
    h('div', { class: 'row tight', role: 'group', 'aria-label': 'Download' }, ...buttons, json),
    note,
  );
}
