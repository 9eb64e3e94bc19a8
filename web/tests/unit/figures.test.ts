import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compact,
  digitsOf,
  duration,
  grouped,
  part,
  progressText,
  timeLeft,
} from '../../src/numbers/figures.ts';

test('digits are grouped from the right', () => {
  assert.deepEqual(['0', '862', '9862', '13267364410532'].map(grouped), [
    '0',
    '862',
    '9,862',
    '13,267,364,410,532',
  ]);
});

test('long numbers get short on a square, and never larger', () => {
  assert.deepEqual(['0', '524486', '1299999', '19591828170979904'].map(compact), [
    '0',
    '524486',
    '1.2·10⁶',
    '1.9·10¹⁶',
  ]);
});

test('parts of numbers that no double holds', () => {
  assert.equal(part('5000000000000000000000', '10000000000000000000000'), 0.5);
  assert.equal(part('0', '0'), 0);
});

test('numbers are read with their groups, and nothing else is', () => {
  assert.equal(digitsOf(' 13,267,364,410,532 '), '13267364410532');
  assert.equal(digitsOf('007'), '7');
  assert.equal(digitsOf('0'), '0');
  for (const text of ['', '-3', '1e5', 'seven', '12x', '1.5', '1,00', '1,000,5']) {
    assert.equal(digitsOf(text), undefined, text);
  }
});

test('times, and what is left of them', () => {
  assert.deepEqual([400, 59_400, 125_000, 3_780_000].map(duration), [
    '0 s',
    '59 s',
    '2 min 5 s',
    '1 h 3 min',
  ]);
  assert.equal(timeLeft(0.25, 10_000), 30_000);
  assert.equal(timeLeft(0, 10_000), undefined);
  assert.equal(timeLeft(0.5, 100), undefined);
});

test('how far a count has come', () => {
  const progress = {
    done: 0.251,
    part: [1, 1],
    layer: [12, 45],
    states: 1234567,
    elapsed_ms: 10_040,
  } as const;
  assert.equal(
    progressText({ ...progress, part: [1, 1], layer: [12, 45] }),
    '25 %, layer 12 of 45, 1,234,567 states, 10 s, about 30 s left',
  );
  assert.match(progressText({ ...progress, part: [2, 3], layer: [0, 0] }), /^25 %, part 2 of 3, 1,234,567/);
});
