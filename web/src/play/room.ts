// To come.

import { h } from '../dom.ts';
import type { Room } from '../room.ts';

export function playRoom(): Room {
  return { element: h('div', { class: 'room' }), enter() {}, leave() {} };
}
