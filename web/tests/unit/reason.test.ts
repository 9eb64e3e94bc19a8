import './browser.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reason } from '../../src/api.ts';
import { partsWithout, showReason } from '../../src/solve/reason.ts';
import { boardOf, nameOf, squareOf } from '../../src/squares.ts';

function shown(board: string, reason: Partial<Reason> & { kind: string }, isClosed = false) {
  const shape = boardOf(board);
  const picture = showReason({ text: `${board}: the words of the server`, ...reason }, shape, isClosed);
  const mark = (name: string) => picture.marks.get(squareOf(shape, name) ?? -1);
  const lines = picture.lines.map(({ from, to }) => `${nameOf(shape, from)}-${nameOf(shape, to)}`);
  return { ...picture, mark, lines };
}

test('the colour of a1 is striped, and the sentence counts both', () => {
  const { mark, marks, text } = shown('7x7', { kind: 'colours', a1_colour: 25, other_colour: 24 }, true);
  assert.equal(marks.size, 25);
  assert.equal(mark('c1')?.stripes, 1);
  assert.equal(mark('b1'), undefined);
  assert.equal(
    text,
    '25 squares are striped and 24 are plain. The knight alternates, so a closed tour needs equal numbers.',
  );
  // Without a difference of two, the plain sentence would prove nothing.
  assert.equal(
    shown('7x7', { kind: 'colours', a1_colour: 25, other_colour: 24 }).text,
    'The words of the server.',
  );
});

test('two steps on the wrong colours have badges', () => {
  const { mark, text } = shown('8x8', {
    kind: 'step-colours',
    squares: ['a1', 'h8'],
    first_step: 1,
    second_step: 64,
  });
  assert.equal(mark('h8')?.badge, '64');
  assert.equal(text, 'a1 and h8 have the same colour, but 63 moves always end on the other colour.');
});

test('a cut shows its parts by letters, and claims only what is so', () => {
  const { mark, text } = shown('3x3', { kind: 'cut', squares: ['a1', 'c3'] }, true);
  assert.equal(mark('a1')?.sign, 'removed');
  assert.equal(mark('b2')?.badge, 'C');
  assert.equal(partsWithout(boardOf('3x3'), new Set([0, 8])).length, 3);
  assert.match(text, /^Without the 2 crossed squares the board falls into 3 parts\. .* at most 2\.$/);
  assert.equal(shown('8x8', { kind: 'cut', squares: ['a1'] }).text, 'The words of the server.');
});

test('other reasons have marks and lines', () => {
  assert.equal(shown('3x3', { kind: 'no-move', square: ['b2'] }).text, 'The piece cannot leave b2.');
  const forced = shown('5x5', { kind: 'forced-cycle', cycle: ['a1', 'b3', 'c1'] });
  assert.deepEqual(forced.lines, ['a1-b3', 'b3-c1', 'c1-a1']);
  const ends = shown('8x8', { kind: 'ends-not-a-move-apart', ends: ['a1', 'h1'] });
  assert.equal(ends.mark('h1')?.frame, 'bad');
  const shared = shown('5x6', { kind: 'shared-neighbour', end: 'b3', needed_by: ['a1', 'a5'] });
  assert.deepEqual(shared.lines, ['a1-b3', 'a5-b3']);
  assert.equal(shown('4x4', { kind: 'theorem', theorem: 'Chia and Ong 2005' }).text, '');
  assert.equal(shown('4x4', { kind: 'something-new' }).text, 'The words of the server.');
});
