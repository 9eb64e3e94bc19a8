import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../src/sentence.ts';
import { partsWithout } from '../../src/solve/parts.ts';
import { showReason } from '../../src/solve/reason.ts';
import { nameOf, parseBoard, type Shape, squareOf } from '../../src/squares.ts';
import type { Reason } from '../../src/wire.ts';

function board(text: string): Shape {
  const shape = parseBoard(text);
  assert.ok(typeof shape !== 'string');
  return shape;
}

function shown(text: string, reason: Partial<Reason> & { kind: string }) {
  const shape = board(text);
  const picture = showReason({ text: '', ...reason }, shape);
  const spot = (name: string) => picture.spots.get(squareOf(shape, name) ?? -1);
  const lines = picture.lines.map(({ from, to }) => `${nameOf(shape, from)}-${nameOf(shape, to)}`);
  const legend = picture.legend.map(({ text }) => text).join('; ');
  return { ...picture, spot, lines, legend, shape };
}

test('colours fill the board, and the legend counts them', () => {
  const { spot, spots, legend } = shown('8x8-a1,h8', { kind: 'colours', a1_colour: 30, other_colour: 32 });
  assert.equal(spots.size, 62);
  const tones = [...spots.values()].map(({ tone }) => tone);
  assert.equal(tones.filter((tone) => tone === 'one').length, 30);
  assert.equal(spot('b1')?.tone, 'other');
  assert.ok((spot('b1')?.hatch ?? 0) > 0, 'the other colour can be told without colour');
  assert.equal(spot('c1')?.tone, 'one');
  assert.match(legend, /30 squares have the colour of a1; 32 squares have the other/);
});

test('a start on the wrong colour is crossed out', () => {
  const { spot, legend } = shown('5x5', {
    kind: 'step-colour',
    square: ['b1'],
    step: 1,
    a1_colour: 13,
    other_colour: 12,
  });
  assert.equal(spot('b1')?.dot, 'bad');
  assert.equal(spot('a1')?.dot, undefined);
  assert.match(legend, /step 1 cannot be here/);
});

test('a cut shows the parts that are left', () => {
  // The middle of 3x3 is a part of its own, and without a2 and c2 the ring falls into two.
  const { spot, legend, shape } = shown('3x3', { kind: 'cut', squares: ['a2', 'c2'] });
  const cut = ['a2', 'c2'].map((name) => squareOf(shape, name) ?? -1);
  const parts = partsWithout(shape, new Set(cut));
  const named = parts.map((part) =>
    part
      .map((square) => nameOf(shape, square))
      .sort()
      .join(' '),
  );
  assert.deepEqual(named.sort(), ['a1 b3 c1', 'a3 b1 c3', 'b2']);
  assert.equal(spot('a2')?.dot, 'bad');
  assert.equal(spot('b2')?.text, spot('b2')?.label?.replace('part ', ''));
  assert.notEqual(spot('a1')?.text, spot('a3')?.text);
  assert.match(legend, /2 squares that are taken out; 3 parts/);
});

test('dead ends, rings and starving squares have their lines', () => {
  assert.deepEqual(shown('8x8-b3', { kind: 'dead-ends', squares: ['a1'] }).lines, ['a1-c2']);
  const ring = ['a1', 'b3', 'd4', 'c2'];
  assert.deepEqual(shown('4x4', { kind: 'forced-ring', ring }).lines, ['a1-b3', 'b3-d4', 'd4-c2', 'c2-a1']);
  assert.deepEqual(shown('4x4', { kind: 'forced-path', path: ring }).lines, ['a1-b3', 'b3-d4', 'd4-c2']);
  const { legend, lines } = shown('4x4', { kind: 'starved', squares: ['a1', 'd4'] });
  assert.equal(lines.length, 4);
  assert.match(legend, /2 squares that need .*; 2 squares around them/);
});

test('outer lines are the short way across a board of four', () => {
  assert.equal(shown('3x4', { kind: 'outer-lines' }).spot('b4')?.tone, 'one');
  assert.equal(shown('3x4', { kind: 'outer-lines' }).spot('b3')?.tone, 'other');
  assert.equal(shown('4x7', { kind: 'outer-lines', end: ['b3'] }).spot('b3')?.dot, 'bad');
  assert.equal(shown('4x7', { kind: 'outer-lines' }).spot('d3')?.tone, 'one');
});

test('a chain of thought marks the squares that its text names, and no holes', () => {
  const text = '5x5-c3: the forced moves make f1 and a4 ends, b2 is none';
  const { spots, legend, shape } = shown('5x5-c3', { kind: 'cases', text });
  assert.deepEqual(
    [...spots.keys()].map((square) => nameOf(shape, square)),
    ['a4', 'b2'],
  );
  assert.equal(legend, 'the squares that the reason names');
});

test('what cannot be shown is left to its text', () => {
  for (const kind of ['theorem', 'searched', 'cases', 'exhausted', 'something new']) {
    const { spots, legend } = shown('4x4', { kind, cases: 'many' });
    assert.equal(spots.size, 0);
    assert.equal(legend, '');
  }
  assert.equal(sentence('torus:6x6-a1,b2: b2 has no move'), 'b2 has no move.');
});
