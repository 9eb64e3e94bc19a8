import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boardOf,
  boardText,
  directions,
  leapersText,
  movesFrom,
  nameOf,
  PIECES,
  parseBoard,
  parseLeapers,
  pieceOf,
  rectangle,
  squareOf,
} from '../../src/squares.ts';

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
    assert.equal(boardText(boardOf(text)), text);
  }
  assert.equal(boardText(boardOf(' 5 × 6 - b2 ')), '5x6-b2');
  for (const [text, error] of [
    ['9y9', 'form'],
    ['0x5', 'empty'],
    ['1x1-a1', 'empty'],
    ['501x2', 'side'],
    ['3x3-d4', 'hole'],
  ] as const) {
    assert.equal(parseBoard(text), error, text);
  }
});

test('moves: clockwise, around joined edges, and of other pieces', () => {
  const names = (
    text: string,
    from: string,
    leapers = PIECES.knight as readonly (readonly [number, number])[],
  ) => {
    const shape = boardOf(text, leapers);
    return movesFrom(shape, squareOf(shape, from) ?? 0).map((square) => nameOf(shape, square));
  };
  assert.deepEqual(names('5x5', 'c3'), ['d5', 'e4', 'e2', 'd1', 'b1', 'a2', 'a4', 'b5']);
  assert.deepEqual(names('5x5-d5,b1', 'c3'), ['e4', 'e2', 'd1', 'a2', 'a4', 'b5']);
  assert.deepEqual(names('cylinder:5x3', 'a1'), ['b3', 'c2', 'd2', 'e3']);
  assert.equal(names('torus:4x4', 'a1').length, 4);
  assert.deepEqual(names('3x3', 'b2', PIECES.wazir), ['b3', 'c2', 'b1', 'a2']);
  assert.equal(names('3x3', 'b2', PIECES.king).length, 8);
  assert.equal(directions(boardOf('8x8', PIECES.camel)).length, 8);
});

test('pieces have names, and all others leapers', () => {
  assert.equal(pieceOf(boardOf('8x8', PIECES.zebra)), 'zebra');
  assert.equal(pieceOf(boardOf('8x8', [[2, 5]])), undefined);
  assert.deepEqual(parseLeapers(' 0,1; 1,1 '), [
    [0, 1],
    [1, 1],
  ]);
  assert.equal(leapersText(PIECES.king), '0,1;1,1');
  for (const text of ['', '1', '0,0', '1,2;', 'a,b']) {
    assert.equal(parseLeapers(text), undefined, text);
  }
});
