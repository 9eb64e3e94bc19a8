// The grid of levels: pictures, stars and best times.

import { starText } from '../answer.ts';
import { thumbnail } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { h } from '../dom.ts';
import { squaresNamed } from '../squares.ts';
import { t } from '../texts.ts';
import { isLoop } from './game.ts';
import { LEVELS, LEVELS_PER_GROUP, levelTask } from './levels.ts';
import { levelKey, type Result, resultOf } from './progress.ts';
import { squareAtStep, type Task } from './task.ts';

/** Returns the picture of a task: the player's own last tour, or the board with its fixed start. */
export function taskScene(task: Task, result: Result | undefined): Scene {
  const { shape } = task;
  const path = squaresNamed(shape, result?.squares.split(' ') ?? []);
  const start = squareAtStep(task, 1);
  const isClosed = task.kind !== 'open' && isLoop({ task, played: path });
  return path.length > 0
    ? { shape, marks: new Map(), path, isClosed }
    : { shape, marks: new Map(), path: start === undefined ? [] : [start] };
}

/** Returns the number of the first level without stars, or undefined if all are solved. */
export function nextLevel(): number | undefined {
  const at = LEVELS.findIndex((_, at) => resultOf(levelKey(at + 1)) === undefined);
  return at < 0 ? undefined : at + 1;
}

export function totalStars(): number {
  return LEVELS.reduce((sum, _, at) => sum + (resultOf(levelKey(at + 1))?.stars ?? 0), 0);
}

/** Creates the grid. */
export function levelGrid(): HTMLElement {
  const next = nextLevel();
  const groups: HTMLElement[] = [];
  for (let first = 0; first < LEVELS.length; first += LEVELS_PER_GROUP) {
    const cards = LEVELS.slice(first, first + LEVELS_PER_GROUP).map((_, at) => card(first + at + 1, next));
    const title = t.play.groups[first / LEVELS_PER_GROUP] ?? '';
    groups.push(h('section', {}, h('h2', {}, title), h('ul', { class: 'levels' }, ...cards)));
  }
  return h('div', { class: 'panel' }, ...groups);
}

function card(number: number, next: number | undefined): HTMLElement {
  const level = LEVELS[number - 1];
  const result = resultOf(levelKey(number));
  const name = t.play.levels[number - 1]?.[0] ?? '';
  const stars = result?.stars ?? 0;
  const picture = level ? thumbnail(taskScene(levelTask(level), result), '') : '';
  if (picture) {
    picture.setAttribute('aria-hidden', 'true');
  }
  return h(
    'li',
    {},
    h(
      'a',
      { class: number === next ? 'level next' : 'level', href: `#play?level=${number}` },
      picture,
      h('span', { class: 'level-name' }, h('span', { class: 'soft' }, String(number)), ` ${name}`),
      h(
        'span',
        { class: 'level-stars' },
        h('span', { class: 'stars', 'aria-hidden': 'true' }, starText(stars)),
        h('span', { class: 'voice' }, t.play.starsOf(stars)),
        h('span', { class: 'soft' }, result ? t.clock(result.ms) : ''),
      ),
    ),
  );
}
