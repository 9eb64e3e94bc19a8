import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boardText,
  knightMoves,
  nameOf,
  parseBoard,
  rectangle,
  type Shape,
  squareOf,
} from '../../src/squares.ts';

function board(text: string): Shape {
  const shape = parseBoard(text);
  assert.ok(typeof shape !== 'string', String(shape));
  return shape;
}

test('squares have names, and names squares', () => {
  const wide = rectangle(30, 12);
  for (const [name, square] of [
    ['a1', 0],
    ['z1', 25],
    ['aa1', 26],
    ['ad12', 359],
  ] as const) {
    assert.equal(nameOf(wide, square), name);
    assert.equal(squareOf(wide, name.toUpperCase()), square);
  }
  assert.equal(squareOf(wide, '29,11'), 359);
  for (const name of ['ae1', 'a13', 'a0', '', '1a', '30,0']) {
    assert.equal(squareOf(wide, name), undefined, name);
  }
});

test('a board is read as it is written', () => {
  for (const text of ['8x8', '3x10', '8x8-a1,h8', 'torus:6x6', 'cylinder:6x8-c3']) {
    assert.equal(boardText(board(text)), text);
  }
  assert.equal(boardText(board(' 5 × 6 - b2 ')), '5x6-b2');
  for (const wrong of ['', '8', '0x8', '8x8-i9', '1x1-a1', '501x2', 'moebius:4x4']) {
    assert.equal(typeof parseBoard(wrong), 'string', wrong);
  }
});

test('a knight moves as it should, also around edges', () => {
  const names = (text: string, from: string) => {
    const shape = board(text);
    return knightMoves(shape, squareOf(shape, from) ?? -1)
      .map((square) => nameOf(shape, square))
      .sort()
      .join(' ');
  };
  assert.equal(names('8x8', 'a1'), 'b3 c2');
  assert.equal(names('8x8-c2', 'a1'), 'b3');
  assert.equal(names('8x8', 'd4'), 'b3 b5 c2 c6 e2 e6 f3 f5');
  assert.equal(names('torus:6x6', 'a1'), 'b3 b5 c2 c6 e2 e6 f3 f5');
  assert.equal(names('cylinder:6x6', 'a1'), 'b3 c2 e2 f3');
});
