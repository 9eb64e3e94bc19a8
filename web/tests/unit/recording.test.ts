import './browser.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, RecordingAnswer } from '../../src/api.ts';
import { gradient, toOklab } from '../../src/board/colours.ts';
import { pointAt } from '../../src/board/ribbon.ts';
import { tourScene } from '../../src/board/scene.ts';
import { median, ranked } from '../../src/solve/compare.ts';
import { eased, replaySeconds, timeOf } from '../../src/solve/player.ts';
import { Recording } from '../../src/solve/recording.ts';
import { boardOf, squaresNamed } from '../../src/squares.ts';

const STATS: Outcome['stats'] = { steps: 0, backtracks: 0, attempts: 0, decisions: 0, elapsed_ms: 1.5 };
const SAID = { schema: '', version: '0', problem: { board: '3x4' }, method: 'test', seed: 0, stats: STATS };

function recording(events: number[], squares: string[] = []): Recording {
  const outcome: Outcome =
    squares.length > 0
      ? { ...SAID, outcome: 'found', closed: false, squares }
      : { ...SAID, outcome: 'unknown', stopped_by: 'heuristic', tried: '' };
  const answer: RecordingAnswer = {
    schema: '',
    version: '0',
    outcome,
    events,
    networks: [],
    trail_moves: [],
    trails: [],
    cut: false,
  };
  return new Recording(answer, boardOf('3x4'));
}

// On 3x4: a1 = 0, b3 = 7, c1 = 2, a2 = 3, c3 = 8.
const WALK = (square: number) => -4 - square;
const BACK = -1;

test('a recording is the same forwards, backwards and by jumps', () => {
  const walked = recording([WALK(0), 7, 2, BACK, BACK, 5, WALK(2), 3]);
  const paths = [[], [0], [0, 7], [0, 7, 2], [0, 7], [0], [0, 5], [2], [2, 3]];
  assert.equal(walked.length, 8);
  const orders = [paths.map((_, at) => at), paths.map((_, at) => paths.length - 1 - at), [7, 2, 6, 0, 8, 4]];
  for (const position of orders.flat()) {
    assert.deepEqual(walked.path(position), paths[position], `position ${position}`);
  }
});

test('squares that were left fade, unless they are visited again', () => {
  const walked = recording([WALK(0), 7, 2, BACK, BACK, 7, WALK(8), 3]);
  assert.deepEqual([...walked.left(4, 4)], [[2, 1]]);
  assert.deepEqual([...walked.left(6, 4)].sort(), [[2, 0.5]]);
});

test('a method without events replays its tour', () => {
  const squares = ['a1', 'b3', 'c1'];
  const walked = recording([], squares);
  assert.ok(walked.isTour);
  assert.deepEqual(walked.path(walked.length), squaresNamed(boardOf('3x4'), squares));
  // A search that ends without its tour shows it after its last event.
  assert.equal(recording([WALK(0), 7], squares).length, 3);
});

test('a replay is slow at both ends, and its time can be found', () => {
  assert.deepEqual([1, 64, 400].map(replaySeconds), [1.5, 6, 12]);
  assert.equal(eased(0), 0);
  assert.ok(Math.abs(eased(1) - 1) < 1e-9);
  assert.ok(eased(0.1) < 0.05 && eased(0.6) - eased(0.5) > 0.14);
  for (const part of [0.1, 0.5, 0.93]) {
    assert.ok(Math.abs(eased(timeOf(part)) - part) < 1e-6);
  }
});

test('the knight leads the ribbon, also over joined edges', () => {
  const scene = tourScene(boardOf('3x4'), squaresNamed(boardOf('3x4'), ['a1', 'b3', 'c1']), false);
  assert.deepEqual(pointAt(scene, 0), { x: 0.5, y: 3.5 });
  assert.deepEqual(pointAt(scene, 0.5), { x: 1, y: 2.5 });
  assert.deepEqual(pointAt(scene, 2), { x: 2.5, y: 3.5 });
});

test('the lightness of the ribbon rises from its start to its end, in both themes', () => {
  const light = ['#1c2a7a', '#7a2f8f', '#ad335c', '#b8500f'];
  const dark = ['#6f9cff', '#b59df8', '#f4a3c0', '#ffd27a'];
  assert.equal(gradient(light, 0), '#1c2a7a');
  assert.equal(gradient(light, 1), '#b8500f');
  // The eighths of the design.
  assert.equal(gradient(light, 4 / 8), '#933577');
  for (const stops of [light, dark]) {
    const values = Array.from({ length: 9 }, (_, at) => toOklab(gradient(stops, at / 8))[0]);
    assert.ok(
      values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0)),
      values.join(' '),
    );
  }
});

test('methods are ranked by answer, then by the median of their times', () => {
  assert.equal(median([5, 1, 9]), 5);
  const entry = (method: 'exact' | 'ants' | 'neural', ms: number, isFound: boolean) => ({
    method,
    ms,
    recording: undefined,
    error: undefined,
    outcome: recording([], isFound ? ['a1', 'b3'] : []).answer.outcome,
  });
  const order = ranked([entry('neural', 0.1, false), entry('ants', 3, true), entry('exact', 1, true)]);
  assert.deepEqual(
    order.map(({ method }) => method),
    ['exact', 'ants', 'neural'],
  );
});
