import './browser.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskFromQuery } from '../../src/play/task.ts';
import { boardFor, FILLER, lettersOf, lettersText, readLetters, spelled } from '../../src/puzzles/letters.ts';
import {
  conflicts,
  enter,
  entriesText,
  mark,
  newPuzzle,
  type Puzzle,
  solvedPath,
  withEntries,
} from '../../src/puzzles/puzzle.ts';
import { size, squareOf, squaresNamed } from '../../src/squares.ts';

function puzzle(query: string): Puzzle {
  return newPuzzle(taskFromQuery(new URLSearchParams(query)) ?? assert.fail(query));
}

function filled(start: Puzzle, squares: string): Puzzle {
  return squares
    .split(' ')
    .reduce(
      (now, name, at) => enter(now, squareOf(now.task.shape, name) ?? assert.fail(name), at + 1),
      start,
    );
}

const AROUND = 'a1 b3 c1 a2 c3 b1 a3 c2';

test('numbers are entered in any order, and clues stay', () => {
  const start = puzzle('board=3x3-b2&clues=a1=1,c3=5');
  const a1 = 0;
  assert.equal(enter(start, a1, 7), start);
  const whole = filled(start, AROUND);
  assert.equal(solvedPath(whole)?.length, 8);
  assert.equal(solvedPath(enter(whole, 7, undefined)), undefined);
});

test('a tour of another kind does not solve the puzzle', () => {
  assert.equal(solvedPath(filled(puzzle('board=3x3-b2&kind=open'), AROUND)), undefined);
  assert.equal(solvedPath(filled(puzzle('board=3x3-b2&kind=closed'), AROUND))?.length, 8);
});

test('conflicts are numbers used twice, and neighbours that are not a move apart', () => {
  const start = puzzle('board=3x3-b2&clues=a1=1');
  assert.equal(conflicts(filled(start, AROUND)).size, 0);
  // 2 on c3 is not a move from 1 on a1.
  assert.deepEqual([...conflicts(enter(start, 8, 2))], [8]);
  const twice = enter(enter(start, 7, 5), 3, 5);
  assert.deepEqual([...conflicts(twice)].sort(), [3, 7]);
});

test('pencil marks are toggled and give way to a number', () => {
  const start = puzzle('board=3x3-b2');
  const marked = mark(mark(start, 1, 6), 1, 2);
  assert.deepEqual(marked.pencil.get(1), [2, 6]);
  assert.deepEqual(mark(marked, 1, 6).pencil.get(1), [2]);
  assert.equal(mark(start, 4, 2), start, 'a hole');
});

test('a puzzle under way is the same after it was saved', () => {
  const start = puzzle('board=3x3-b2&clues=a1=1');
  const going = mark(mark(enter(enter(start, 7, 2), 2, 3), 3, 4), 3, 6);
  assert.equal(entriesText(going), 'b3=2 c1=3 a2=4,6?');
  assert.deepEqual(withEntries(going.task, entriesText(going)), going);
  assert.deepEqual(withEntries(going.task, 'b2=4 a1=5 zz=1 c1=99 nonsense'), start);
});

test('a letter puzzle has the letters of its sentence along a path', () => {
  assert.equal(lettersOf('Ein Rößl, 8 mal!'), 'EINRÖSSL8MAL');
  assert.equal(boardFor(0), undefined);
  assert.equal(boardFor(65), undefined);
  const shape = boardFor(11) ?? assert.fail();
  assert.equal(size(shape), 12);
  const path = squaresNamed(shape, ['a1', 'b3', 'c1', 'a2', 'b4', 'c2', 'a3', 'b1', 'c3', 'a4', 'b2', 'c4']);
  const letters = readLetters(shape, lettersText(shape, path, 'Hello, world 1')) ?? assert.fail();
  assert.equal(spelled(letters, path), 'HELLOWORLD1');
  assert.equal(spelled(letters, path.slice(0, 3)), 'HEL');
  assert.equal(letters.get(path[11] ?? -1), FILLER);
  assert.equal(readLetters(shape, 'ABC'), undefined);
});
