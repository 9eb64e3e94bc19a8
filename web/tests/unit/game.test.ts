import './browser.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock } from '../../src/play/clock.ts';
import { dailyTask, isDay, today } from '../../src/play/daily.ts';
import {
  backTo,
  type Game,
  gameStatus,
  legalMoves,
  moveError,
  newGame,
  numberedMove,
  play,
  playUpTo,
  redo,
  undo,
} from '../../src/play/game.ts';
import { LEVELS, levelTask } from '../../src/play/levels.ts';
import { starsOf } from '../../src/play/progress.ts';
import {
  type Task,
  taskFromProblem,
  taskFromQuery,
  taskToProblem,
  taskToQuery,
} from '../../src/play/task.ts';
import { boardText, nameOf, type Shape, squareOf, squaresNamed } from '../../src/squares.ts';

function task(query: string): Task {
  return taskFromQuery(new URLSearchParams(query)) ?? assert.fail(query);
}

function at({ shape }: { shape: Shape }, name: string): number {
  // Holes have names too.
  return squareOf({ ...shape, holes: new Set() }, name) ?? assert.fail(name);
}

function played(query: string, squares: string): Game {
  const begun = newGame(task(query));
  return squares.split(' ').reduce((game, name) => play(game, at(game.task, name)), begun);
}

test('a square that cannot be played is answered with the reason, and nothing happens', () => {
  const game = played('board=5x5-c3&clues=e5=9', 'a1 b3');
  const error = (name: string) => moveError(game, at(game.task, name));
  assert.deepEqual(error('c3'), { kind: 'hole' });
  assert.deepEqual(error('b3'), { kind: 'here' });
  assert.deepEqual(error('a1'), { kind: 'visited', step: 1 });
  assert.deepEqual(error('a2'), { kind: 'not-a-move' });
  assert.equal(error('d4'), undefined);
  assert.deepEqual(moveError(played('board=5x5&clues=c2=9', 'a1'), at(game.task, 'c2')), {
    kind: 'fixed',
    step: 9,
  });
  assert.deepEqual(moveError(played('board=5x5&clues=c2=2', 'a1'), at(game.task, 'b3')), {
    kind: 'due',
    step: 2,
    square: 7,
  });
  assert.equal(play(game, at(game.task, 'a2')), game);
});

test('undo, redo and jumps keep all moves, and a fixed start', () => {
  const game = played('board=5x5&from=a1', 'b3 d4 e2');
  assert.equal(game.played.length, 4);
  const back = backTo(game, 1);
  assert.equal(back.undoCount, 3);
  assert.deepEqual(redo(redo(redo(back))).played, game.played);
  assert.equal(undo(backTo(game, 0)).played.length, 1);
  // Another move than the undone one clears redo.
  assert.equal(play(back, at(back.task, 'c2')).undone.length, 0);
});

test('moves by number, and a list of moves up to the first wrong one', () => {
  const game = played('board=8x8', 'd4');
  const names = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
    nameOf(game.task.shape, numberedMove(game, number) ?? assert.fail()),
  );
  assert.deepEqual(names, ['e6', 'f5', 'f3', 'e2', 'c2', 'b3', 'b5', 'c6']);
  const small = newGame(task('board=3x4'));
  const some = playUpTo(small, squaresNamed(small.task.shape, ['a1', 'b3', 'a2', 'c1']));
  assert.equal(some.played.length, 2);
});

test('a game ends with a tour of its kind, or without moves', () => {
  const around = 'a1 b3 c1 a2 c3 b1 a3 c2';
  assert.deepEqual(gameStatus(played('board=3x3-b2', around)), { kind: 'won', isClosed: true });
  assert.deepEqual(gameStatus(played('board=3x3-b2&kind=open', around)), {
    kind: 'stuck',
    missed: 0,
    cause: 'not-open',
  });
  const dead = played('board=3x4', 'b1 a3 c4');
  assert.equal(gameStatus(dead).kind, 'playing');
  assert.deepEqual(legalMoves(played('board=3x3', 'b2')), []);
  assert.deepEqual(gameStatus(newGame(task('board=5x5&from=a1'))), { kind: 'ready' });
});

test('a task is the same after its address and its problem', () => {
  for (const query of [
    'board=6x6&kind=closed&clues=a1=1,c4=17',
    'board=torus:4x4&piece=camel',
    'board=5x5-c3',
  ]) {
    const read = task(query);
    assert.equal(decodeURIComponent(taskToQuery(read).toString()), query);
    assert.deepEqual(taskFromProblem(taskToProblem(read), read.shape.leapers), read);
  }
  assert.equal(taskFromQuery(new URLSearchParams('board=zz')), undefined);
});

test('every level can be read, and its steps are on its board', () => {
  assert.equal(LEVELS.length, 24);
  for (const level of LEVELS) {
    const { shape, clues } = levelTask(level);
    assert.equal(boardText(shape), level.board);
    const fixed = (level.from ? 1 : 0) + (level.to ? 1 : 0) + (level.clues?.length ?? 0);
    assert.equal(clues.size, fixed, level.board);
  }
});

test('help and undone moves cost stars, and finishing keeps one', () => {
  const none = { hints: 0, isCoached: false };
  assert.equal(starsOf(none, 4, 4), 3);
  assert.equal(starsOf(none, 5, 4), 2);
  assert.equal(starsOf({ hints: 3, isCoached: false }, 0, 4), 2);
  assert.equal(starsOf({ hints: 1, isCoached: true }, 99, 4), 1);
});

test("today's board is the same for everyone, and another one the next day", () => {
  assert.deepEqual(dailyTask('2026-11-02'), dailyTask('2026-11-02'));
  const boards = ['02', '03', '04', '05', '06', '07', '08'].map((day) => {
    const { shape, kind } = dailyTask(`2026-11-${day}`);
    return `${boardText({ ...shape, holes: new Set() })} ${kind} ${shape.holes.size}`;
  });
  assert.deepEqual(boards.slice(0, 4), ['4x5 any 0', '5x5 any 0', '5x6 any 2', '6x6 any 0']);
  assert.match(boards[4] ?? '', /^cylinder:/);
  assert.deepEqual(boards.slice(5), ['6x6 closed 2', '8x8 any 0']);
  assert.equal(today(new Date(2026, 0, 5)), '2026-01-05');
  assert.ok(isDay('2026-11-02'));
  assert.ok(!isDay('2026-13-02') && !isDay('today'));
});

test('the clock runs from the first move and pauses while the page is hidden', () => {
  let now = 0;
  const clock = new Clock(() => now);
  now = 50;
  assert.equal(clock.ms, 0);
  clock.start();
  now = 80;
  clock.away(true);
  now = 500;
  clock.away(false);
  now = 510;
  assert.equal(clock.ms, 40);
  clock.stop();
  now = 900;
  assert.equal(clock.ms, 40);
});
