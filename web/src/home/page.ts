// The page Home: one sentence, one tour that draws itself, two buttons, four cards.

import { Board } from '../board/board.ts';
import { type Scene, tourScene } from '../board/scene.ts';
import { button, fill, h } from '../dom.ts';
import type { Page } from '../page.ts';
import { dailyTask, today } from '../play/daily.ts';
import { nextLevel, totalStars } from '../play/grid.ts';
import { boardName } from '../question-form.ts';
import { isStill } from '../settings.ts';
import { eased, replaySeconds } from '../solve/player.ts';
import { boardOf, directions, movesFrom, squaresNamed, step } from '../squares.ts';
import { t } from '../texts.ts';
import { TOURS } from './tours.ts';

/** Returns a stored tour as a scene. */
export function storedTour(at: number): Scene {
  const [board, start, moves] = TOURS[at % TOURS.length] ?? ['1x1', 'a1', ''];
  const shape = boardOf(board);
  const path = squaresNamed(shape, [start]);
  for (const number of moves) {
    const move = directions(shape)[Number(number) - 1];
    const next = move && step(shape, path.at(-1) ?? 0, ...move);
    if (next !== undefined) {
      path.push(next);
    }
  }
  return tourScene(shape, path, movesFrom(shape, path.at(-1) ?? 0).includes(path[0] ?? 0));
}

export function homePage(): Page {
  let at = 0;
  let frame = 0;
  let isShown = false;
  const board = new Board({ label: t.home.board, onChoose: skip, onKey });
  const play = h('a', { class: 'button main large' }, t.home.play);
  const watch = h(
    'a',
    { class: 'button large', href: '#solve?board=8x8&from=a1&method=warnsdorff&replay=1' },
    t.home.watch,
  );
  const line = h('p', { class: 'soft after' });
  const cards = h('ul', { class: 'cards' });
  const element = h(
    'div',
    { class: 'home' },
    h('h2', { class: 'sentence' }, t.home.sentence),
    h('div', { class: 'stage' }, board.element),
    h('div', { class: 'invite' }, h('div', { class: 'row' }, play, watch), line),
    cards,
  );

  function onKey(key: string): boolean {
    if (key === ' ' || key === 'Escape') {
      skip();
      return true;
    }
    return false;
  }

  /** Draws the tour, or shows it at once with reduced motion. */
  function draw(): void {
    cancelAnimationFrame(frame);
    isShown = false;
    const scene = storedTour(at);
    const moves = scene.path.length - (scene.isClosed ? 0 : 1);
    if (isStill()) {
      finish();
      return;
    }
    fill(line, button(t.home.skip, skip, { class: 'link' }));
    const seconds = replaySeconds(moves);
    let time = 0;
    let before = performance.now();
    const go = (now: number) => {
      time += Math.min(100, Math.max(0, now - before)) / 1000 / seconds;
      before = now;
      if (time >= 1) {
        finish();
        return;
      }
      const head = eased(time) * moves;
      const knight = scene.path[Math.ceil(head) % scene.path.length];
      board.show({ ...scene, head, knight });
      frame = requestAnimationFrame(go);
    };
    board.show({ ...scene, head: 0, knight: scene.path[0] });
    frame = requestAnimationFrame(go);
  }

  /** Shows the end at once. */
  function skip(): void {
    if (!isShown) {
      finish();
    }
  }

  function finish(): void {
    cancelAnimationFrame(frame);
    isShown = true;
    const scene = storedTour(at);
    board.show(scene);
    fill(
      line,
      `${t.home.about} ${scene.isClosed ? t.home.closed : t.home.open} `,
      button(
        t.home.another,
        () => {
          at = (at + 1) % TOURS.length;
          draw();
        },
        { class: 'link' },
      ),
    );
  }

  function showCards(): void {
    const next = nextLevel();
    const isNew = totalStars() === 0;
    fill(play, isNew || next === undefined ? t.home.play : t.home.continue(next));
    play.setAttribute('href', next === undefined ? '#play' : `#play?level=${next}`);
    const task = dailyTask(today());
    const card = (href: string, name: string, text: string) =>
      h('li', {}, h('a', { class: 'card', href }, h('b', {}, name), h('span', { class: 'fine soft' }, text)));
    const texts = t.home.cards;
    const kind = t.compare.kinds[task.kind];
    const board = boardName({ ...task.shape, holes: new Set() });
    fill(
      cards,
      card(`#play?day=${today()}`, t.play.today, texts.today(board, kind)),
      card('#puzzles', t.shell.puzzles, texts.puzzles),
      card('#numbers', t.shell.numbers, texts.numbers),
      card('#check', t.shell.check, texts.check),
    );
  }

  return {
    element,
    enter() {
      showCards();
      draw();
    },
    leave() {
      cancelAnimationFrame(frame);
    },
    onKey(event) {
      const isControl = event.target instanceof Element && event.target.closest('a, button, input, select');
      if (isShown || isControl || !['Escape', ' '].includes(event.key)) {
        return false;
      }
      skip();
      return true;
    },
  };
}
