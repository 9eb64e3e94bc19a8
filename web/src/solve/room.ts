// Solve and watch: a board, a method, and the film of its work.

import { errorText, isAborted } from '../api.ts';
import { Board } from '../board/board.ts';
import type { Scene } from '../board/scene.ts';
import { button, fill, h, set, tick, unlessDouble } from '../dom.ts';
import { downloads } from '../download.ts';
import { announce, isOpen, type Room, remember } from '../room.ts';
import { setup } from '../setup.ts';
import { nameOf } from '../squares.ts';
import type { Film } from './film.ts';
import { how } from './how.ts';
import { sceneOf, shoot } from './lane.ts';
import { Player } from './player.ts';
import { Race } from './race.ts';
import { Told } from './told.ts';
import type { ViewOptions } from './view.ts';
import { caption, conclusion } from './words.ts';

/** Squares that were left fade for so many moments: more on a fast film, within bounds. */
const FADING = [16, 80] as const;

/** Up to so many squares, the names along the edges are enough. */
const NAMED = 400;

interface State {
  isRace: boolean;
  film: Film | undefined;
  isFilmed: boolean;
  hasNumbers: boolean;
  /** Ends the work that is under way. */
  work: AbortController | undefined;
  trouble: string;
}

export function solveRoom(): Room {
  const state: State = {
    isRace: false,
    film: undefined,
    isFilmed: false,
    hasNumbers: true,
    work: undefined,
    trouble: '',
  };

  const form = setup({ onChange: () => forget() });
  const method = how(() => forget());
  const hands = {
    onChoose: (square: number) => form.choose(square),
    onKey: (key: string) => pressed(key),
    onHover: (square: number | undefined) => hover(square),
  };
  const board = new Board({ label: 'Board', ...hands });
  const race = new Race(hands);
  const player = new Player((moment) => show(moment));

  const readout = h('span', { class: 'readout', 'aria-hidden': 'true', hidden: true });
  const go = button(
    'Solve',
    unlessDouble(() => (state.work ? forget() : solve())),
    { class: 'main' },
  );
  const modes = (['one', 'race'] as const).map((mode) =>
    button(mode === 'one' ? 'One method' : 'Race', () => choose(mode === 'race')),
  );
  const trouble = h('p', { class: 'note', 'data-tone': 'bad', role: 'alert', hidden: true });
  const decide = () => {
    method.read(new URLSearchParams());
    forget();
    solve();
  };
  const told = new Told([race.table, player.element], decide);
  const numbers = tick('Numbers on the tour', state.hasNumbers, (isOn) => {
    state.hasNumbers = isOn;
    render();
  });
  const files = downloads(() => {
    const outcome = state.film?.answer.outcome;
    return outcome?.outcome === 'found'
      ? { problem: outcome.problem, squares: outcome.squares, answer: outcome }
      : undefined;
  });
  const filesCard = h('div', { class: 'card', hidden: true }, numbers, files);
  const stage = h('div', { class: 'stage' });
  const element = h(
    'div',
    { class: 'room' },
    stage,
    h(
      'div',
      { class: 'panel' },
      h(
        'div',
        { class: 'card' },
        h('div', { class: 'row tight', role: 'group', 'aria-label': 'How many methods' }, ...modes),
        go,
        trouble,
        told.element,
      ),
      filesCard,
      h('div', { class: 'card' }, form.element),
      h('div', { class: 'card' }, method.element),
    ),
  );
  choose(false);

  /** The board as it is set up. */
  function ground(): Scene {
    const { shape, from } = form.state();
    return { shape, spots: form.spots(), path: [], knight: from };
  }

  /** Something else is asked for: what was answered goes. */
  function forget(): void {
    stop();
    player.pause();
    state.film = undefined;
    state.isFilmed = false;
    state.trouble = '';
    if (state.isRace) {
      race.between(method.racers(), ground());
    }
    render();
    keep();
  }

  function keep(): void {
    const query = new URLSearchParams();
    form.write(query);
    method.write(query);
    if (state.isFilmed || state.work) {
      query.set('go', '1');
    }
    remember('solve', query);
  }

  function choose(isRace: boolean): void {
    state.isRace = isRace;
    method.raceBetween(isRace);
    fill(stage, isRace ? race.element : board.element, readout);
    for (const [at, mode] of modes.entries()) {
      set(mode, 'aria-pressed', String((at === 1) === isRace));
    }
    if (element.isConnected) {
      forget();
    } else {
      race.between(method.racers(), ground());
      render();
    }
  }

  function stop(): void {
    state.work?.abort();
    state.work = undefined;
  }

  async function solve(): Promise<void> {
    forget();
    const work = new AbortController();
    state.work = work;
    keep();
    render();
    const { shape } = form.state();
    try {
      if (state.isRace) {
        await race.shoot(form.problem(), (racer) => method.solving(racer), shape, work.signal);
      } else {
        state.film = await shoot(form.problem(), method.solving(), shape, work.signal);
      }
      if (work.signal.aborted) {
        return;
      }
      state.isFilmed = true;
      state.work = undefined;
      keep();
      player.load(state.isRace ? race.lengths : [state.film?.length ?? 0]);
      if (!isOpen('solve')) {
        player.pause();
      }
    } catch (error) {
      if (!isAborted(error) && !work.signal.aborted) {
        state.trouble = errorText(error);
      }
    } finally {
      if (state.work === work) {
        state.work = undefined;
      }
      render();
    }
  }

  /** Shows a moment, and says what it is. */
  function show(moment: number): string {
    render();
    const { film } = state;
    const isEnd = moment >= (state.isRace ? race.length : (film?.length ?? 0));
    if (isEnd && state.isFilmed && isOpen('solve')) {
      announce(state.isRace ? race.result() : film ? conclusion(film.answer.outcome) : '');
    }
    return film ? caption(film, moment) : `moment ${moment}`;
  }

  function render(): void {
    const { film, isFilmed, isRace } = state;
    fill(go, state.work ? 'Stop' : isRace ? 'Start the race' : 'Solve');
    fill(trouble, state.trouble);
    trouble.hidden = state.trouble === '';
    told.element.hidden = !isFilmed;
    filesCard.hidden = film?.answer.outcome.outcome !== 'found';
    if (!isFilmed) {
      if (!isRace) {
        board.show(ground());
      }
      return;
    }
    const { moment } = player;
    const window = Math.round(Math.min(FADING[1], Math.max(FADING[0], player.speed / 3)));
    const view: ViewOptions = { hasNumbers: state.hasNumbers, window };
    if (isRace) {
      race.show(moment, view);
    } else if (film) {
      board.show(sceneOf(film, moment, view));
    }
    told.show(film, moment);
    // A reason that needs no search has no film.
    player.element.hidden = isRace ? race.length === 0 : film?.length === 0;
  }

  /** On large boards the names do not fit on the squares. */
  function hover(square: number | undefined): void {
    const { shape } = form.state();
    readout.hidden = square === undefined || shape.files * shape.ranks <= NAMED;
    fill(readout, square === undefined ? '' : nameOf(shape, square));
  }

  function pressed(key: string): boolean {
    const keys: Record<string, () => void> = {
      p: () => player.toggle(),
      ',': () => player.step(-1),
      '.': () => player.step(1),
    };
    const does = state.isFilmed ? keys[key] : undefined;
    does?.();
    return does !== undefined || form.press(key);
  }

  return {
    element,
    enter(query) {
      if (query.size > 0) {
        const isRace = query.has('methods');
        const isRead = form.read(query);
        method.read(query);
        choose(isRace);
        if (query.has('go') && (isRead || !query.has('board'))) {
          solve();
        }
      } else {
        render();
        keep();
      }
    },
    leave() {
      player.pause();
    },
  };
}
