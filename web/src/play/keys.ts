// The keys of a game, wherever the focus is, as long as nothing is being typed and no dialog is open.

import type { Table } from './table.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement
    ? target.type !== 'checkbox'
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Does what a key means; false if it means nothing. */
export function press(table: Table, event: KeyboardEvent): boolean {
  const isAsked = document.querySelector('dialog[open]') !== null;
  if (isAsked || isTyping(event.target) || event.altKey || event.defaultPrevented) {
    return false;
  }
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) {
      table.undo();
    } else if (key === 'y' || key === 'z') {
      table.redo();
    } else {
      return false;
    }
    return true;
  }
  if (key >= '1' && key <= '8' && key.length === 1) {
    table.chooseNumbered(Number(key));
    return true;
  }
  const deeds: Record<string, () => void> = {
    u: () => table.undo(),
    backspace: () => table.undo(),
    r: () => table.redo(),
    h: () => table.help.want('hint'),
  };
  deeds[key]?.();
  return key in deeds;
}
