import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clock,
  compact,
  digitsOf,
  duration,
  elapsed,
  fraction,
  grouped,
  sentence,
  timeLeft,
} from '../../src/format.ts';

const EN = { group: ',', decimal: '.' };
const DE = { group: '.', decimal: ',' };

test('digits are grouped from the right', () => {
  const digits = ['0', '862', '9862', '13267364410532'];
  assert.deepEqual(
    digits.map((text) => grouped(text, EN)),
    ['0', '862', '9,862', '13,267,364,410,532'],
  );
  assert.equal(grouped(9862, DE), '9.862');
});

test('long numbers get short on a square, and never larger', () => {
  const digits = ['0', '524486', '1299999', '19591828170979904'];
  assert.deepEqual(
    digits.map((text) => compact(text, EN)),
    ['0', '524486', '1.2·10⁶', '1.9·10¹⁶'],
  );
});

test('parts of numbers that no double holds', () => {
  assert.equal(fraction('5000000000000000000000', '10000000000000000000000'), 0.5);
  assert.equal(fraction('0', '0'), 0);
});

test('numbers are read with their groups, and nothing else is', () => {
  assert.equal(digitsOf(' 13,267,364,410,532 '), '13267364410532');
  assert.equal(digitsOf('007'), '7');
  for (const text of ['', '-3', '1e5', 'seven', '12x', '1.5', '1,00', '1,000,5']) {
    assert.equal(digitsOf(text), undefined, text);
  }
});

test('times', () => {
  assert.deepEqual(
    [0.03, 4.44, 284, 1234, 12_000].map((ms) => elapsed(ms, EN)),
    ['0.03 ms', '4.4 ms', '284 ms', '1.2 s', '12.0 s'],
  );
  assert.equal(elapsed(1234, DE), '1,2 s');
  assert.deepEqual([400, 59_400, 125_000, 3_780_000].map(duration), [
    '0 s',
    '59 s',
    '2 min 5 s',
    '1 h 3 min',
  ]);
  assert.deepEqual([9_000, 67_000, 3_723_000].map(clock), ['0:09', '1:07', '1:02:03']);
  assert.equal(timeLeft({ done: 0.25, elapsed_ms: 3000 }), 9000);
  assert.equal(timeLeft({ done: 0.01, elapsed_ms: 3000 }), undefined);
});

test('texts of the server are sentences without the name of the board', () => {
  assert.equal(sentence('8x8-a1,h8: the board has 30 squares'), 'The board has 30 squares.');
  assert.equal(sentence('6x6 for the 1,3-leaper: no moves lead from a1'), 'No moves lead from a1.');
  assert.equal(sentence('a1 has no move'), 'a1 has no move.');
});
