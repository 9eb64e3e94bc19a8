import './browser.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as format from '../../src/format.ts';
import { storedTour } from '../../src/home/page.ts';
import { TOURS } from '../../src/home/tours.ts';
import { forecastText, imagesOf, knownCount } from '../../src/numbers/page.ts';
import { LEVELS, LEVELS_PER_GROUP } from '../../src/play/levels.ts';
import { boardOf, movesFrom, size, squaresNamed, squaresOf } from '../../src/squares.ts';
import { german } from '../../src/texts/de.ts';
import { en } from '../../src/texts/en.ts';

const de = german(format);

/** Returns all texts without arguments by their names. */
function texts(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') {
    return [[name, value]];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => texts(part, `${name}.${key}`))
    : [];
}

test('both languages have all texts, and levels have names and tips', () => {
  assert.deepEqual(
    texts(de).map(([name]) => name),
    texts(en).map(([name]) => name),
  );
  for (const language of [en, de]) {
    assert.ok(texts(language).every(([, text]) => text.trim() !== ''));
    assert.equal(language.play.levels.length, LEVELS.length);
    assert.equal(language.play.groups.length * LEVELS_PER_GROUP, LEVELS.length);
  }
});

test('no text has a word that the project does not use', () => {
  for (const file of ['src/texts/en.ts', 'src/texts/de.ts']) {
    const words = readFileSync(file, 'utf8').match(/\b(rooms?|films?|retreats?|moments?|lonel\w+|shall)\b/gi);
    assert.equal(words, null, `${file}: ${words}`);
  }
});

test('counted nouns agree with their numbers, in both languages', () => {
  assert.equal(en.play.movesPossible(1), '1 move possible.');
  assert.equal(en.play.movesPossible(3), '3 moves possible.');
  assert.equal(de.play.movesPossible(1), '1 Zug möglich.');
  assert.equal(en.play.deadEndText(1), 'No move is left and 1 square is unvisited.');
  assert.equal(de.solve.found(64, 1.2), '64 Felder in 1,2 ms. Der Verifizierer hat jeden Zug geprüft.');
});

test('the stored tours are tours', () => {
  assert.equal(TOURS.length, 12);
  for (const [at, [board]] of TOURS.entries()) {
    const { shape, path, isClosed } = storedTour(at);
    assert.equal(path.length, size(shape), board);
    assert.equal(new Set(path).size, size(shape), board);
    assert.ok(
      path.every((square, at) => at === 0 || movesFrom(shape, path[at - 1] ?? 0).includes(square)),
      board,
    );
    assert.equal(isClosed, at < 8, board);
  }
});

test('known numbers have their sources, also for a turned board', () => {
  const closed = { shape: boardOf('8x8'), kind: 'closed' } as const;
  assert.equal(knownCount(closed)?.count, '13267364410532');
  assert.match(knownCount(closed)?.source ?? '', /OEIS A193055/);
  assert.equal(knownCount(closed, true)?.count, '1658420855433');
  assert.equal(knownCount({ shape: boardOf('5x3'), kind: 'any' })?.count, '0');
  assert.equal(knownCount({ shape: boardOf('8x8-a1'), kind: 'any' }), undefined);
});

test('the forecast of a count names a timed count, of this board or of one that contains it', () => {
  const text = (board: string, kind: 'any' | 'closed' = 'any') =>
    forecastText({ shape: boardOf(board), kind });
  assert.match(text('8x8'), /^A count of 8×8 took about 1 h 23 min on two cores\.$/);
  assert.match(text('8x7', 'closed'), /^A count of 7×8 took about 1 s/);
  assert.match(text('5x5'), /^A count of 5×5 takes a second or less\.$/);
  assert.match(text('7x8-a1,a2'), /One of 7×8, which contains it, took about 22 s/);
  assert.match(text('9x9'), /No count of a board this large was timed\. One of 8×8/);
  assert.match(text('torus:5x5'), /^No count of such a board was timed/);
});

test('a tour has eight images on a square board, four on a rectangle, and fewer if it is symmetric', () => {
  // All squares rank by rank, the first one last.
  const path = (board: string) => {
    const [first = 0, ...others] = squaresOf(boardOf(board));
    return [...others, first];
  };
  assert.equal(imagesOf(boardOf('5x5'), path('5x5')).length, 8);
  assert.equal(imagesOf(boardOf('4x3'), path('4x3')).length, 4);
  assert.equal(imagesOf(boardOf('5x5-a1'), path('5x5')).length, 2);
  // The tour around the middle is its own image under every symmetry.
  const ring = ['a1', 'b3', 'c1', 'a2', 'c3', 'b1', 'a3', 'c2'];
  assert.equal(imagesOf(boardOf('3x3-b2'), squaresNamed(boardOf('3x3-b2'), ring), true).length, 1);
});
