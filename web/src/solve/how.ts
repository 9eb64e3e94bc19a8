// How the tour is looked for: method, tie rule, order of moves, seed. A form with its own state.

import { choice, fill, h, labelled, set } from '../dom.ts';
import { METHODS, type Method, type Solving } from '../wire.ts';
import { ABOUT, TIES, type Tie } from './words.ts';

interface How {
  method: Method;
  tie: Tie;
  order: string;
  seed: number;
}

const TAKES_ORDER: readonly Method[] = ['brute-force', 'backtracking', 'warnsdorff'];
const FIRST: How = { method: 'auto', tie: 'first', order: '', seed: 0 };

/** The races that can be run: two to four methods. */
export const MOST_RACERS = 4;
export const RACERS: readonly Method[] = METHODS.filter((method) => method !== 'auto');

export interface HowForm {
  readonly element: HTMLElement;
  /** Is it about one method, or about several that race? */
  raceBetween(isRace: boolean): void;
  racers(): Method[];
  /** What the server is asked for; with a method, for that one. */
  solving(method?: Method): Solving;
  read(query: URLSearchParams): void;
  write(query: URLSearchParams): void;
}

export function how(onChange: () => void): HowForm {
  let state: How = { ...FIRST };
  let racers: Method[] = ['warnsdorff', 'backtracking'];
  let isRace = false;

  const method = choice(
    METHODS.map((method) => [method, method] as const),
    state.method,
    (method) => change({ method }),
  );
  const about = h('p', { class: 'note soft' });
  const tie = choice(TIES, state.tie, (tie) => change({ tie }));
  const order = h('input', {
    type: 'text',
    inputmode: 'numeric',
    placeholder: '12345678',
    spellcheck: 'false',
    onchange: () => changeOrder(),
  });
  const wrong = h('p', { class: 'note', 'data-tone': 'bad', hidden: true });
  const seed = h('input', { type: 'number', min: 0, step: 1, onchange: () => changeSeed() });
  const boxes = RACERS.map((racer) => {
    const box = h('input', { type: 'checkbox', onchange: () => toggle(racer, box.checked) });
    return { racer, box, row: h('label', { class: 'tick', title: ABOUT[racer] }, box, racer) };
  });

  const methodField = labelled('Method', method);
  const tieField = labelled('Among equally lonely squares', tie);
  const orderField = labelled('Order of moves', order);
  const racerField = h(
    'fieldset',
    { class: 'racers' },
    h('legend', { class: 'label' }, `Who races (two to ${MOST_RACERS})`),
    ...boxes.map(({ row }) => row),
  );
  const more = h(
    'details',
    {},
    h('summary', {}, 'Order of moves, seed'),
    h('div', { class: 'row' }, orderField, labelled('Seed', seed)),
    wrong,
  );
  const element = h('div', { class: 'setup' }, methodField, about, racerField, tieField, more);
  show();

  function show(): void {
    method.value = state.method;
    tie.value = state.tie;
    order.value = state.order;
    seed.value = String(state.seed);
    fill(about, ABOUT[state.method]);
    methodField.hidden = isRace;
    about.hidden = isRace;
    racerField.hidden = !isRace;
    const methods = isRace ? racers : [state.method];
    tieField.hidden = !methods.includes('warnsdorff');
    orderField.hidden = !methods.some((method) => TAKES_ORDER.includes(method));
    for (const { racer, box } of boxes) {
      box.checked = racers.includes(racer);
      box.disabled = box.checked ? racers.length <= 2 : racers.length >= MOST_RACERS;
    }
  }

  function change(part: Partial<How>): void {
    state = { ...state, ...part };
    show();
    onChange();
  }

  function changeOrder(): void {
    const isRight = order.value === '' || [...order.value].sort().join('') === '12345678';
    fill(wrong, 'an order holds each digit from 1 to 8 once, such as 34261578');
    wrong.hidden = isRight;
    set(order, 'aria-invalid', isRight ? null : 'true');
    if (isRight) {
      change({ order: order.value });
    }
  }

  function changeSeed(): void {
    const number = Math.floor(Number(seed.value));
    change({ seed: Number.isSafeInteger(number) && number >= 0 ? number : 0 });
  }

  function toggle(racer: Method, isIn: boolean): void {
    racers = RACERS.filter((other) => (other === racer ? isIn : racers.includes(other)));
    show();
    onChange();
  }

  return {
    element,
    raceBetween(several) {
      isRace = several;
      show();
    },
    racers: () => racers,
    solving(method = state.method) {
      return {
        method,
        ...(method === 'warnsdorff' && state.tie !== 'first' ? { tie: state.tie } : {}),
        ...(TAKES_ORDER.includes(method) && state.order !== '' ? { order: state.order } : {}),
        ...(state.seed === 0 ? {} : { seed: state.seed }),
      };
    },
    read(query) {
      const named = query.get('methods')?.split(',') ?? [];
      const found = RACERS.filter((racer) => named.includes(racer)).slice(0, MOST_RACERS);
      racers = found.length >= 2 ? found : racers;
      const seed = Number(query.get('seed') ?? 0);
      const order = query.get('order') ?? '';
      state = {
        method: METHODS.find((method) => method === query.get('method')) ?? FIRST.method,
        tie: TIES.find(([tie]) => tie === query.get('tie'))?.[0] ?? FIRST.tie,
        order: /^[1-8]{8}$/.test(order) ? order : '',
        seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 0,
      };
      more.open = state.order !== '' || state.seed !== 0;
      show();
    },
    write(query) {
      if (isRace) {
        query.set('methods', racers.join(','));
      } else if (state.method !== FIRST.method) {
        query.set('method', state.method);
      }
      for (const name of ['tie', 'order', 'seed'] as const) {
        if (state[name] !== FIRST[name]) {
          query.set(name, String(state[name]));
        }
      }
    },
  };
}
