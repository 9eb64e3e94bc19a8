import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Film } from '../../src/solve/film.ts';
import { usualSpeed } from '../../src/solve/player.ts';
import { sceneAt } from '../../src/solve/view.ts';
import { caption, conclusion, elapsed, shortcomings } from '../../src/solve/words.ts';
import { parseBoard, type Shape, squareOf } from '../../src/squares.ts';
import type { FilmAnswer, Outcome, Stats } from '../../src/wire.ts';

const STATS: Stats = { steps: 0, retreats: 0, attempts: 0, cases: 0, elapsed_ms: 1.5 };
const SAID = {
  schema: 'caracole.film/1',
  version: '0',
  problem: { board: '3x4' },
  method: 'test',
  stats: STATS,
};

function shape(text: string): Shape {
  const shape = parseBoard(text);
  assert.ok(typeof shape !== 'string');
  return shape;
}

function film(events: number[], squares: string[] = [], more: Partial<FilmAnswer> = {}): Film {
  const outcome: Outcome =
    squares.length > 0
      ? { ...SAID, outcome: 'found', seed: 0, closed: false, squares }
      : { ...SAID, outcome: 'unknown', stopped_by: 'heuristic', tried: '3x4: nothing worked' };
  const { schema, version } = SAID;
  const rest = { networks: [], trail_moves: [], trails: [], cut: false };
  return new Film({ schema, version, outcome, events, ...rest, ...more }, shape('3x4'));
}

// On 3x4: a1 = 0, b3 = 7, c1 = 2, a2 = 3, c3 = 8.
const WALK = (square: number) => -4 - square;
const BACK = -1;

test('a film runs forwards, backwards and by jumps alike', () => {
  const walked = film([WALK(0), 7, 2, BACK, BACK, 5, WALK(2), 3]);
  const paths = [[], [0], [0, 7], [0, 7, 2], [0, 7], [0], [0, 5], [2], [2, 3]];
  assert.equal(walked.length, 8);
  const orders = [paths.map((_, at) => at), paths.map((_, at) => paths.length - 1 - at), [7, 2, 6, 0, 8, 4]];
  for (const moment of orders.flat()) {
    assert.deepEqual(walked.path(moment), paths[moment], `moment ${moment}`);
  }
  assert.deepEqual(walked.tally(6), { step: 2, moves: 3, retreats: 2, walks: 1 });
  assert.deepEqual(walked.tally(8), { step: 2, moves: 4, retreats: 2, walks: 2 });
  assert.deepEqual(walked.tally(0), { step: 0, moves: 0, retreats: 0, walks: 0 });
});

test('squares that were left fade, and do not when they are visited again', () => {
  const walked = film([WALK(0), 7, 2, BACK, BACK, 7, WALK(8), 3]);
  assert.deepEqual([...walked.left(4, 4)], [[2, 1]]);
  assert.deepEqual(
    [...walked.left(5, 4)].sort(),
    [
      [2, 0.75],
      [7, 1],
    ].sort(),
  );
  assert.deepEqual([...walked.left(6, 4)], [[2, 0.5]]);
  assert.deepEqual([...walked.left(7, 2)].sort(), [
    [0, 1],
    [7, 1],
  ]);
  assert.deepEqual([...walked.left(8, 1)], []);
});

test('a film says what happens', () => {
  const walked = film([WALK(0), 7, BACK, BACK, -2, -3], [], {
    networks: [{ attempt: 2, sweep: 17, moves: [0, 7, 7, 2, 2, 3] }],
    trail_moves: [0, 7, 7, 0],
    trails: [{ cycle: 40, strengths: [99, 10] }],
  });
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((moment) => caption(walked, moment)),
    [
      'Before the first move',
      'Walk 1 begins on a1',
      'Visit b3, step 2',
      'Going back to a1, step 1',
      'Going back to the empty board',
      'Attempt 2, sweep 17: 3 moves on, 2 squares with two',
    ],
  );
  assert.equal(
    conclusion(walked.answer.outcome),
    'No answer, which proves nothing. The rule failed. Nothing worked.',
  );
});

test('networks and trails are lines', () => {
  const options = { hasNumbers: false, window: 4 };
  const network = film([-2, -2], [], {
    networks: [
      { attempt: 1, sweep: 1, moves: [0, 7] },
      { attempt: 1, sweep: 2, moves: [7, 2, 2, 3] },
    ],
  });
  const ends = (moment: number) => sceneAt(network, moment, options).lines?.map(({ from, to }) => [from, to]);
  assert.deepEqual(ends(0), []);
  assert.deepEqual(ends(1), [[0, 7]]);
  assert.deepEqual(ends(2), [
    [7, 2],
    [2, 3],
  ]);
  assert.deepEqual(ends(1), [[0, 7]]);
  const ants = film([-3], [], {
    trail_moves: [0, 7, 7, 0, 7, 2],
    trails: [{ cycle: 1, strengths: [33, 99, 0] }],
  });
  assert.deepEqual(sceneAt(ants, 1, options).lines, [{ from: 7, to: 0, tone: 'bad', strength: 1 }]);
});

// A tour of 3x4 from a1.
const TOUR = 'a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4'.split(' ');

test('every film of a tour ends with the tour', () => {
  const whole = TOUR.map((name) => squareOf(shape('3x4'), name) ?? -1);
  const [told, retold, cut] = [film(whole, TOUR), film([], TOUR), film([0, 7], TOUR, { cut: true })];
  assert.equal(told.length, 12);
  assert.equal(retold.length, 12);
  assert.equal(cut.length, 3);
  for (const ended of [told, retold, cut]) {
    assert.deepEqual(ended.path(ended.length), whole);
    assert.ok(ended.isEnd(ended.length));
    const { path, spots, knight } = sceneAt(ended, ended.length, { hasNumbers: true, window: 4 });
    assert.equal(path.length, 12);
    assert.equal(spots.get(squareOf(shape('3x4'), 'c4') ?? -1)?.text, '12');
    assert.equal(knight, undefined);
  }
  assert.equal(shortcomings(told), '');
  assert.match(shortcomings(retold), /follows the finished tour/);
  assert.match(shortcomings(cut), /cut/);
});

test('a jump in a long film costs no more than its path', () => {
  const events: number[] = [WALK(0)];
  for (let round = 0; round < 100_000; round += 1) {
    events.push(round % 2 === 0 ? 7 : BACK);
  }
  const long = film(events);
  assert.equal(long.length, 100_001);
  assert.deepEqual(long.path(50_000), [0, 7]);
  assert.deepEqual(long.path(50_001), [0]);
  assert.equal(long.tally(100_001).retreats, 50_000);
});

test('times are written as people read them', () => {
  assert.deepEqual([0.034, 12.4, 12_340].map(elapsed), ['0.03 ms', '12 ms', '12.3 s']);
});

test('films of very unequal lengths each have their time', () => {
  const lengths = [100_064, 64, 64];
  assert.equal(usualSpeed(lengths, 0), 8);
  assert.equal(usualSpeed(lengths, 63), 8);
  // The short ones are over: the long one need not crawl.
  assert.equal(usualSpeed(lengths, 64), 12_500);
  assert.equal(usualSpeed(lengths, 100_064), 12_500);
  assert.equal(usualSpeed([800], 0), 100);
  assert.equal(usualSpeed([], 0), 8);
});
