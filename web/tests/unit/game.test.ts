import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBetter } from '../../src/play/best.ts';
import { Clock, timeText } from '../../src/play/clock.ts';
import {
  backTo,
  type Game,
  legalMoves,
  moveNumber,
  newGame,
  numberedMove,
  play,
  redo,
  refusal,
  standing,
  undo,
} from '../../src/play/game.ts';
import { problemOf, queryOf, type Task, taskIn } from '../../src/play/task.ts';
import { sentence } from '../../src/sentence.ts';
import { nameOf, type Shape, squareOf } from '../../src/squares.ts';

function task(query: string): Task {
  const read = taskIn(new URLSearchParams(query));
  assert.ok(typeof read !== 'string', String(read));
  return read;
}

function at({ shape }: { shape: Shape }, name: string): number {
  // Holes have names too.
  return squareOf({ ...shape, holes: new Set() }, name) ?? assert.fail(name);
}

function played(query: string, squares: string): Game {
  const begun = newGame(task(query));
  return squares.split(' ').reduce((game, name) => play(game, at(game.task, name)), begun);
}

test('a square that cannot be played is answered with why, and nothing happens', () => {
  const game = played('board=5x5-c3', 'a1 b3');
  assert.equal(game.played.length, 2);
  const why = (name: string) => refusal(game, at(game.task, name));
  assert.match(why('c3') ?? '', /hole/);
  assert.match(why('a1') ?? '', /visited at step 1/);
  assert.match(why('e5') ?? '', /e5 is not a knight's move from b3/);
  assert.equal(why('d4'), undefined);
  assert.equal(play(game, at(game.task, 'e5')), game);
});

test('clues are met at their step, and only there', () => {
  const game = played('board=5x5&clues=a1=1,d4=3,c5=9', 'a1 b3');
  const why = (name: string) => refusal(game, at(game.task, name));
  assert.match(why('c5') ?? '', /c5 is step 9, and this is step 3/);
  assert.match(why('a5') ?? '', /step 3 is d4/);
  assert.deepEqual(legalMoves(game), [at(game.task, 'd4')]);
  assert.deepEqual(legalMoves(newGame(game.task)), [at(game.task, 'a1')], 'the start is fixed');
});

test('what is taken back can be played again, until another way is taken', () => {
  const game = played('board=5x5', 'a1 b3 d4');
  const back = undo(undo(game));
  assert.deepEqual([back.played.length, back.takenBack], [1, 2]);
  assert.deepEqual(redo(redo(back)).played, game.played);
  assert.deepEqual(redo(play(back, at(game.task, 'b3'))).played, game.played, 'the same way by hand');
  assert.equal(redo(play(back, at(game.task, 'c2'))).played.length, 2, 'another way');
  assert.deepEqual(redo(redo(redo(backTo(game, 0)))).played, game.played);
  assert.equal(undo(newGame(game.task)).takenBack, 0);
});

test('the moves are numbered clockwise from one right, two up', () => {
  const game = played('board=8x8', 'd4');
  const names = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
    nameOf(game.task.shape, numberedMove(game, number) ?? 0),
  );
  assert.deepEqual(names, ['e6', 'f5', 'f3', 'e2', 'c2', 'b3', 'b5', 'c6']);
  assert.equal(moveNumber(game, at(game.task, 'b5')), 7);
  assert.equal(numberedMove(played('board=8x8', 'a1'), 5), undefined, 'off the board');
});

test('a game is won when every square is visited, and the kind is kept', () => {
  assert.equal(standing(newGame(task('board=3x4'))).kind, 'fresh');
  assert.equal(standing(played('board=5x5', 'a1 b3')).kind, 'going');
  // The ring of 3x3: closed, so that it is no open tour.
  const ring = 'a1 b3 c1 a2 c3 b1 a3 c2';
  assert.deepEqual(standing(played('board=3x3-b2', ring)), { kind: 'won', closed: true });
  assert.equal(standing(played('board=3x3-b2&kind=closed', ring)).kind, 'won');
  assert.equal(standing(played('board=3x3-b2&kind=open', ring)).kind, 'stuck');
  // Without c2 the same way is open.
  const path = 'a1 b3 c1 a2 c3 b1 a3';
  assert.deepEqual(standing(played('board=3x3-b2,c2', path)), { kind: 'won', closed: false });
  assert.equal(standing(played('board=3x3-b2,c2&kind=closed', path)).kind, 'stuck');
  assert.equal(standing(played('board=3x3', 'b2')).kind, 'stuck', 'no move from the middle');
});

test('a task goes into an address and comes back', () => {
  const query = 'board=6x6-c3&kind=closed&clues=a1%3D1%2Cf6%3D35';
  const read = task(query);
  assert.equal(queryOf(read).toString(), query);
  assert.deepEqual(problemOf(read, [at(read, 'a1'), at(read, 'b3')]), {
    board: '6x6-c3',
    closed: true,
    clues: { a1: 1, f6: 35, b3: 2 },
  });
  for (const bad of ['clues=a1=1', 'board=6x6&clues=g7=1', 'board=6x6&clues=a1=0', 'board=6x6&clues=a1=37']) {
    assert.equal(typeof taskIn(new URLSearchParams(bad)), 'string', bad);
  }
  for (const bad of ['a1=1,a1=2', 'a1=5,b3=5', 'a1', 'a1=x', 'c3=4']) {
    const query = new URLSearchParams({ board: '6x6-c3', clues: bad });
    assert.equal(typeof taskIn(query), 'string', bad);
  }
});

test('the clock runs from the first move to the last, and not while nobody is there', () => {
  let now = 0;
  const clock = new Clock(() => now);
  now = 1000;
  clock.start();
  now = 3000;
  clock.away(true);
  now = 9000;
  assert.equal(clock.ms, 2000);
  clock.away(false);
  now = 10_500;
  clock.stop();
  now = 20_000;
  clock.away(false);
  assert.equal(clock.ms, 3500);
  clock.reset();
  assert.deepEqual([clock.ms, clock.isRunning], [0, false]);
  assert.deepEqual([0, 67_900, 3_723_000].map(timeText), ['0:00', '1:07', '1:02:03']);
});

test('a time without help is better than any with it', () => {
  assert.ok(isBetter({ ms: 9, isHelped: true }, undefined));
  assert.ok(isBetter({ ms: 90, isHelped: false }, { ms: 9, isHelped: true }));
  assert.ok(!isBetter({ ms: 9, isHelped: true }, { ms: 90, isHelped: false }));
  assert.ok(!isBetter({ ms: 9, isHelped: false }, { ms: 9, isHelped: false }));
});

test('a reason is a sentence without the name of the board', () => {
  const text = '5x5-c3: the forced moves make f1 and a4 ends, b2 is none';
  assert.equal(sentence(text), 'The forced moves make f1 and a4 ends, b2 is none.');
  assert.equal(sentence('coach: torus:6x6: so it is'), 'Coach: so it is.');
});
