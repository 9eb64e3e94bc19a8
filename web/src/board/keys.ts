// The keys that move about on a board.

import { fileOf, rankOf, type Shape, type Square, step } from '../squares.ts';

/** Where a key leads to; at the edge of the board no further. Undefined for any other key. */
export function towards(event: KeyboardEvent, shape: Shape, from: Square): Square | undefined {
  const { files, ranks } = shape;
  const [file, rank] = [fileOf(shape, from), rankOf(shape, from)];
  const by = (right: number, up: number) => step({ ...shape, surface: 'flat' }, from, right, up) ?? from;
  switch (event.key) {
    case 'ArrowLeft':
      return by(-1, 0);
    case 'ArrowRight':
      return by(1, 0);
    case 'ArrowUp':
      return by(0, 1);
    case 'ArrowDown':
      return by(0, -1);
    case 'Home':
      return event.ctrlKey ? (ranks - 1) * files : rank * files;
    case 'End':
      return event.ctrlKey ? files - 1 : rank * files + files - 1;
    case 'PageUp':
      return (ranks - 1) * files + file;
    case 'PageDown':
      return file;
    default:
      return undefined;
  }
}
