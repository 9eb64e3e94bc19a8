// Play: a tour of one's own, level by level or on any board.

import { button, choice, fill, h, labelled } from '../dom.ts';
import { downloads } from '../download.ts';
import { announce, type Room, remember } from '../room.ts';
import { some } from '../sentence.ts';
import { nameOf, size, squareOf } from '../squares.ts';
import { bestOf, keepBest } from './best.ts';
import { Clock, timeText } from './clock.ts';
import { playUpTo, standing } from './game.ts';
import { type Kept, keepGame, keptGame } from './kept.ts';
import { press } from './keys.ts';
import { goalText, LEVELS, type Level, levelTask } from './levels.ts';
import { ownBoard } from './own.ts';
import { Table } from './table.ts';
import { problemOf, queryOf, type Task, taskIn } from './task.ts';
import { bestText, praise } from './words.ts';

const FREE = 'free';

export function playRoom(): Room {
  // The number of the level in the list; undefined in a free game.
  let at: number | undefined = 0;
  let isTold = false;
  const clock = new Clock();
  let ticking = 0;

  const status = h('p', { class: 'status', role: 'timer', 'aria-live': 'off' });
  const goal = h('p', { class: 'note' });
  const best = h('p', { class: 'note soft' });
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });
  const won = h('section', { class: 'card won', 'aria-label': 'Won', hidden: true });
  const own = ownBoard(
    (task) => begin(task, undefined),
    (text) => table.say(text, 'plain'),
  );
  const levels = choice(
    [
      ...LEVELS.map((level, at) => [String(at), `${at + 1}. ${level.name}`] as const),
      [FREE, 'A board of your own'] as const,
    ],
    '0',
    (value) => (value === FREE ? begin(own.task(), undefined) : beginLevel(Number(value))),
  );
  const table = new Table(levelTask(LEVELS[0] as Level), {
    label: 'The board you play on',
    onChange: changed,
    onChoose: (square) => own.choose(square),
  });
  const picture = downloads(() => {
    const problem = problemOf(table.game.task);
    const squares = table.game.played.map((square) => nameOf(table.game.task.shape, square));
    // A game as the command line saves it: it can be loaded, checked and drawn there.
    return { problem, squares, answer: { schema: 'caracole.game/1', problem, squares } };
  });
  table.controls.prepend(status);
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
        own.element,
        wrong,
        goal,
        best,
      ),
      table.controls,
    ),
  );

  function beginLevel(number: number): void {
    own.rest();
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
    own.element.hidden = level !== undefined;
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
      own.assign(task);
      const kept = keptGame('play', task);
      begin(task, undefined);
      const given = (query.get('played') ?? '').split(',').map((name) => squareOf(task.shape, name));
      if (given.some((square) => square !== undefined)) {
        const game = playUpTo(
          table.game,
          given.filter((square) => square !== undefined),
        );
        table.become(game, `${some(game.played.length, 'square was', 'squares were')} played for you.`);
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
