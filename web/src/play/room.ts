// Play: a tour of one's own, level by level or on any board.

import { button, choice, fill, h, labelled, set } from '../dom.ts';
import { downloads } from '../download.ts';
import { announce, type Room, remember } from '../room.ts';
import { setup } from '../setup.ts';
import { nameOf, type Square, size, squareOf, toggleHole } from '../squares.ts';
import { bestOf, keepBest } from './best.ts';
import { Clock, timeText } from './clock.ts';
import { playUpTo, standing } from './game.ts';
import { type Kept, keepGame, keptGame } from './kept.ts';
import { press } from './keys.ts';
import { goalText, LEVELS, type Level, levelTask } from './levels.ts';
import { Table } from './table.ts';
import { problemOf, queryOf, type Task, taskIn } from './task.ts';
import { bestText, number as count, praise } from './words.ts';

const FREE = 'free';

export function playRoom(): Room {
  // The number of the level in the list; undefined in a free game.
  let at: number | undefined = 0;
  let isTold = false;
  /** Does a click on the board make a hole? */
  let isDigging = false;
  const clock = new Clock();
  let ticking = 0;

  const status = h('p', { class: 'status', role: 'timer', 'aria-live': 'off' });
  const goal = h('p', { class: 'note' });
  const best = h('p', { class: 'note soft' });
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });
  const won = h('section', { class: 'card won', 'aria-label': 'Won', hidden: true });
  const form = setup({
    board: '6x6',
    tools: [],
    sizes: ['5x5', '6x6', '7x7', '8x8', '10x10'],
    onChange: () => begin(freeTask(), undefined),
  });
  const levels = choice(
    [
      ...LEVELS.map((level, at) => [String(at), `${at + 1}. ${level.name}`] as const),
      [FREE, 'A board of your own'] as const,
    ],
    '0',
    (value) => (value === FREE ? begin(freeTask(), undefined) : beginLevel(Number(value))),
  );
  const table = new Table(levelTask(LEVELS[0] as Level), {
    label: 'The board you play on',
    onChange: changed,
    onChoose: (square) => isDigging && dug(square),
  });
  const picture = downloads(() => ({
    problem: problemOf(table.game.task),
    squares: table.game.played.map((square) => nameOf(table.game.task.shape, square)),
  }));
  table.controls.prepend(status);
  const digging = button('Make holes', () => dig(!isDigging), {
    title: 'A click on the board then makes a hole, or fills it, and begins a new game',
  });
  const own = h('div', { class: 'own' }, form.element, digging);
  const element = h(
    'div',
    { class: 'room' },
    h('div', { class: 'stage' }, table.board.element),
    h(
      'div',
      { class: 'panel' },
      won,
      h(
        'section',
        { class: 'card', 'aria-label': 'Level' },
        labelled('Level', levels),
        own,
        wrong,
        goal,
        best,
      ),
      table.controls,
    ),
  );

  function freeTask(): Task {
    const { shape, kind, from } = form.state();
    return { shape, kind, clues: new Map(from === undefined ? [] : [[from, 1]]) };
  }

  function dig(isOn: boolean): void {
    isDigging = isOn;
    set(digging, 'aria-pressed', String(isOn));
    table.say(isOn ? 'A click on the board makes a hole, or fills it.' : 'A click plays again.', 'plain');
  }

  function dug(square: Square): boolean {
    form.assign({ shape: toggleHole(form.state().shape, square) });
    begin(freeTask(), undefined);
    const { shape } = form.state();
    table.say(`${nameOf(shape, square)} is ${shape.holes.has(square) ? 'a hole' : 'a square'} now.`, 'plain');
    return true;
  }

  function beginLevel(number: number): void {
    if (isDigging) {
      dig(false);
    }
    const level = LEVELS[number];
    if (level) {
      table.help.isOn = level.isCoached ?? false;
      begin(levelTask(level), number);
    }
  }

  function begin(task: Task, number: number | undefined): void {
    at = number;
    table.start(task);
    showLevel();
    address();
  }

  /** What the address says of the game. */
  function query(): URLSearchParams {
    return at === undefined ? queryOf(table.game.task) : new URLSearchParams({ level: String(at + 1) });
  }

  function address(): void {
    remember('play', query());
  }

  function keep(): void {
    keepGame('play', { game: table.game, ms: clock.ms, aid: table.help });
  }

  /** Goes on with the game that was under way when the page was left. */
  function resume(kept: Kept | undefined): void {
    if (kept) {
      clock.reset(kept.ms);
      table.resume(kept);
    }
  }

  function showLevel(): void {
    const level = at === undefined ? undefined : LEVELS[at];
    levels.value = at === undefined ? FREE : String(at);
    own.hidden = level !== undefined;
    wrong.hidden = true;
    fill(goal, goalText(table.game.task));
    fill(best, level ? bestText(bestOf(level.name)) : '');
  }

  function changed(): void {
    const stands = standing(table.game);
    if (stands.kind === 'fresh') {
      clock.reset();
    } else if (stands.kind === 'won') {
      clock.stop();
    } else if (!clock.isRunning) {
      clock.start();
    }
    if (stands.kind === 'won' && !isTold) {
      tellWon(stands.closed);
    }
    isTold = stands.kind === 'won';
    won.hidden = !isTold;
    showStatus();
    keep();
  }

  function tellWon(closed: boolean): void {
    const { ms } = clock;
    const level = at === undefined ? undefined : LEVELS[at];
    const isBest =
      level !== undefined &&
      !table.help.isFinishedFor &&
      keepBest(level.name, { ms, isHelped: table.help.isHelped });
    const text = praise({
      squares: size(table.game.task.shape),
      closed,
      ms,
      takenBack: table.game.takenBack,
      hints: table.help.hints,
      isHelped: table.help.isHelped,
      isFinishedFor: table.help.isFinishedFor,
      isBest,
    });
    const next = at === undefined || at + 1 >= LEVELS.length ? undefined : at + 1;
    fill(
      won,
      h('h2', {}, table.help.isFinishedFor ? 'A tour' : 'Won!'),
      h('p', { class: 'note' }, text),
      h(
        'div',
        { class: 'row' },
        next !== undefined && button('Next level', () => beginLevel(next), { class: 'main' }),
        button('Play it again', () => table.restart()),
      ),
      h('details', {}, h('summary', {}, 'Keep a picture'), picture),
    );
    fill(best, level ? bestText(bestOf(level.name)) : '');
    // After whatever the last move says of itself.
    setTimeout(() => announce(text));
  }

  function showStatus(): void {
    const { played, takenBack, task } = table.game;
    fill(
      status,
      h('strong', {}, `${played.length} of ${size(task.shape)} squares`),
      h('span', {}, timeText(clock.ms)),
      takenBack > 0 && h('span', {}, `${takenBack} taken back`),
    );
  }

  const onKey = (event: KeyboardEvent) => {
    if (press(table, event)) {
      event.preventDefault();
    }
  };
  const onHidden = () => {
    clock.away(document.hidden);
    keep();
  };

  /** What an address asks for. */
  function read(query: URLSearchParams): void {
    const number = Number(query.get('level') ?? '0') - 1;
    const level = query.has('level') ? LEVELS[number] : undefined;
    if (level) {
      const kept = keptGame('play', levelTask(level));
      beginLevel(number);
      resume(kept);
      return;
    }
    if (query.has('board')) {
      const task = taskIn(query);
      if (typeof task === 'string') {
        complain(task);
        return;
      }
      const from = [...task.clues].find(([, step]) => step === 1)?.[0];
      form.assign({ shape: task.shape, kind: task.kind, from });
      const kept = keptGame('play', task);
      begin(task, undefined);
      const given = (query.get('played') ?? '').split(',').map((name) => squareOf(task.shape, name));
      if (query.has('played')) {
        const game = playUpTo(
          table.game,
          given.filter((square) => square !== undefined),
        );
        table.become(game, `${count(game.played.length, 'square was', 'squares were')} played for you.`);
      } else {
        resume(kept);
      }
      return;
    }
    if (query.has('level')) {
      complain(`there are levels 1 to ${LEVELS.length}`);
    }
  }

  function complain(text: string): void {
    fill(wrong, `The address asks for something else: ${text}.`);
    wrong.hidden = false;
  }

  beginLevelQuietly();
  function beginLevelQuietly(): void {
    table.help.isOn = LEVELS[0]?.isCoached ?? false;
    table.help.isHelped = table.help.isOn;
    showLevel();
    showStatus();
  }

  return {
    element,
    enter(asked) {
      addEventListener('keydown', onKey);
      document.addEventListener('visibilitychange', onHidden);
      clock.away(document.hidden);
      ticking = window.setInterval(showStatus, 500);
      const isShown = asked.toString() === query().toString() && table.game.played.length > 0;
      if (asked.toString() !== '' && !isShown) {
        read(asked);
      } else {
        address();
      }
      table.wake();
    },
    leave() {
      removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', onHidden);
      clearInterval(ticking);
      clock.away(true);
      table.rest();
    },
  };
}
