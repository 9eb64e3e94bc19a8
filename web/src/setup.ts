// Which tour is wanted: a board, a kind, and a start and an end that are chosen on the board. A form that
// several rooms use; it keeps its own state and tells of every change.

import { chosen, KINDS, type Kind, moved, onBoard, problemOf, type Setup, type Tool } from './asked.ts';
import type { Spot } from './board/scene.ts';
import { button, choice, fill, freshId, h, labelled, set } from './dom.ts';
import { announce } from './room.ts';
import { boardText, nameOf, parseBoard, rectangle, type Square, squareOf } from './squares.ts';
import type { Problem } from './wire.ts';

export { KINDS, type Kind, problemOf, type Setup, type Tool } from './asked.ts';

const TOOLS: Record<Tool, { text: string; key: string; about: string }> = {
  start: { text: 'Start', key: 's', about: 'A click on the board sets the start, or takes it away.' },
  end: { text: 'End', key: 'e', about: 'A click on the board sets the end, or takes it away.' },
  hole: { text: 'Holes', key: 'h', about: 'A click on the board makes a hole, or fills it.' },
};

const SIZES = ['5x5', '6x6', '8x8', '10x10', '20x20'];

export interface SetupOptions {
  /** The board at first. */
  board?: string;
  /** The kinds that can be chosen; none, and the kind is not asked for. */
  kinds?: readonly Kind[];
  /** The tools that can be chosen, the first at first. */
  tools?: readonly Tool[];
  /** Boards that one button chooses. */
  sizes?: readonly string[];
  /** Something was changed by the user. */
  onChange: (setup: Setup) => void;
}

export interface SetupForm {
  readonly element: HTMLElement;
  state(): Setup;
  /** Changes the state from outside; `onChange` is not called. */
  assign(change: Partial<Setup>): void;
  /** The problem, as the server reads it. */
  problem(): Problem;
  /** A square of the board was chosen: does what the tool says. */
  choose(square: Square): void;
  /** A key was pressed on the board: s, e and h choose the tool. True if it was one of them. */
  press(key: string): boolean;
  /** What the board shows of it: the start and the end. */
  spots(): Map<Square, Spot>;
  /** Takes what an address holds; true if there was a board in it. */
  read(query: URLSearchParams): boolean;
  /** Writes it into an address. */
  write(query: URLSearchParams): void;
}

export function setup(options: SetupOptions): SetupForm {
  const tools = options.tools ?? ['start', 'end', 'hole'];
  const kinds = KINDS.filter(([kind]) => (options.kinds ?? ['any', 'closed', 'open']).includes(kind));
  const first = parseBoard(options.board ?? '8x8');
  let state: Setup = {
    shape: typeof first === 'string' ? rectangle(8, 8) : first,
    kind: kinds[0]?.[0] ?? 'any',
    tool: tools[0] ?? 'start',
  };

  const wrong = h('p', { class: 'note', 'data-tone': 'bad', id: freshId(), hidden: true });
  const text = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': wrong.id,
    onchange: () => typed(text.value),
  });
  const kind = choice(kinds, state.kind, (value) => change({ ...state, kind: value }));
  const toolButtons = tools.map((tool) => ({
    tool,
    element: button(TOOLS[tool].text, () => take(tool), {
      title: `${TOOLS[tool].about} Key ${TOOLS[tool].key}`,
    }),
  }));
  const about = h('p', { class: 'note soft' });

  const sizes = (options.sizes ?? SIZES).map((size) =>
    button(size, () => typed(size), { class: 'small', 'aria-label': `Board ${size}` }),
  );
  const element = h(
    'div',
    { class: 'setup' },
    labelled('Board', text),
    wrong,
    h('div', { class: 'row tight', role: 'group', 'aria-label': 'Quick sizes' }, ...sizes),
    kinds.length > 1 && labelled('Kind', kind),
    tools.length > 0 &&
      h(
        'div',
        { class: 'field' },
        h('span', { class: 'label' }, 'On the board, a click chooses'),
        h(
          'div',
          { class: 'row tight', role: 'group', 'aria-label': 'A click on the board' },
          ...toolButtons.map((one) => one.element),
        ),
        about,
      ),
  );
  show();

  function show(): void {
    text.value = boardText(state.shape);
    kind.value = state.kind;
    complain('');
    for (const { tool, element } of toolButtons) {
      set(element, 'aria-pressed', String(tool === state.tool));
    }
    fill(about, ends());
  }

  function ends(): string {
    const { shape, from, to, tool } = state;
    const said = [
      from === undefined ? '' : `from ${nameOf(shape, from)}`,
      to === undefined ? '' : `to ${nameOf(shape, to)}`,
      shape.holes.size === 0 ? '' : `${shape.holes.size} ${shape.holes.size === 1 ? 'hole' : 'holes'}`,
    ].filter((part) => part !== '');
    return said.length > 0 ? `Chosen: ${said.join(', ')}.` : TOOLS[tool].about;
  }

  function complain(what: string): void {
    fill(wrong, what);
    wrong.hidden = what === '';
    set(text, 'aria-invalid', what === '' ? null : 'true');
  }

  function change(next: Setup): void {
    state = next;
    show();
    options.onChange(state);
  }

  function typed(board: string): void {
    const shape = parseBoard(board);
    if (typeof shape === 'string') {
      complain(shape);
      announce(shape);
    } else {
      change(moved(state, shape));
    }
  }

  function take(tool: Tool): void {
    state = { ...state, tool };
    show();
    announce(TOOLS[tool].about);
  }

  return {
    element,
    state: () => state,
    assign(change) {
      state = onBoard({ ...state, ...change });
      show();
    },
    problem: () => problemOf(state),
    choose(square) {
      const next = chosen(state, square);
      if (next !== state) {
        change(next);
        announce(ends());
      }
    },
    press(key) {
      const tool = tools.find((tool) => TOOLS[tool].key === key.toLowerCase());
      if (tool) {
        take(tool);
      }
      return tool !== undefined;
    },
    spots() {
      const spots = new Map<Square, Spot>();
      if (state.from !== undefined) {
        spots.set(state.from, { tone: 'start', label: 'start' });
      }
      if (state.to !== undefined) {
        spots.set(state.to, { tone: 'end', label: 'end' });
      }
      return spots;
    },
    read(query) {
      const shape = parseBoard(query.get('board') ?? '');
      if (typeof shape === 'string') {
        if (query.has('board')) {
          text.value = query.get('board') ?? '';
          complain(shape);
        }
        return false;
      }
      state = {
        ...state,
        shape,
        kind: kinds.find(([kind]) => kind === query.get('kind'))?.[0] ?? kinds[0]?.[0] ?? 'any',
        from: squareOf(shape, query.get('from') ?? ''),
        to: squareOf(shape, query.get('to') ?? ''),
      };
      show();
      return true;
    },
    write(query) {
      const { shape, kind, from, to } = state;
      query.set('board', boardText(shape));
      if (kind !== kinds[0]?.[0]) {
        query.set('kind', kind);
      }
      if (from !== undefined) {
        query.set('from', nameOf(shape, from));
      }
      if (to !== undefined) {
        query.set('to', nameOf(shape, to));
      }
    },
  };
}
