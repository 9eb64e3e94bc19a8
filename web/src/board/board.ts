// The board on the page: a canvas that shows a scene, and its input by mouse, touch, keyboard and screen
// reader. Above the canvas lies a grid of transparent cells with names, which can be focused. On larger boards
// the grid itself is focused, and a painted frame shows the square that the keyboard is on.

import { fill, h, set } from '../dom.ts';
import { announce } from '../page.ts';
import { isPrinting, isStill, settings } from '../settings.ts';
import { fileOf, nameOf, rankOf, rectangle, type Shape, type Square, step } from '../squares.ts';
import { t } from '../texts.ts';
import { currentPalette } from './colours.ts';
import { centre, Layout, type Point, squareAt } from './layout.ts';
import { type Overlay, paint, paintGround } from './paint.ts';
import { moveCount, plainScene, type Scene } from './scene.ts';

/** Returns the square that a navigation key leads to, within the board, or undefined for any other key. */
export function squareForKey(event: KeyboardEvent, shape: Shape, from: Square): Square | undefined {
  const { files, ranks } = shape;
  const [file, rank] = [fileOf(shape, from), rankOf(shape, from)];
  const by = (right: number, up: number) => step({ ...shape, surface: 'flat' }, from, right, up) ?? from;
  switch (event.key) {
    case 'ArrowLeft':
      return by(-1, 0);
    case 'ArrowRight':
      return by(1, 0);
    case 'ArrowUp':
      return by(0, 1);
    case 'ArrowDown':
      return by(0, -1);
    case 'Home':
      return event.ctrlKey ? (ranks - 1) * files : rank * files;
    case 'End':
      return event.ctrlKey ? files - 1 : rank * files + files - 1;
    case 'PageUp':
      return (ranks - 1) * files + file;
    case 'PageDown':
      return file;
    default:
      return undefined;
  }
}

/** The maximum number of squares with cells. Larger boards are only drawn. */
const MAX_CELLS = 900;
/** The duration of a knight's move in milliseconds. */
const MOVE_MS = 180;
const SHAKE_MS = 240;
const LIGHT_MS = 900;
/** A pointer that is held for this time is a long press. */
const HOLD_MS = 500;
/** A tap counts for a target within this distance of its centre, in squares. */
const SNAP = 0.7;

export interface BoardOptions {
  /** The name of the board for a screen reader. */
  label: string;
  /** A board without coordinates and cells, which cannot be focused. */
  isSmall?: boolean;
  /** Called when a square or a hole is clicked, touched, or chosen with Enter or Space. */
  onChoose?: (square: Square) => void;
  /** The squares that attract taps beside them. */
  targets?: () => readonly Square[];
  /** True if a drag can start on the square. */
  isDraggable?: (square: Square) => boolean;
  /** Called when the pointer is pressed on one square and released on another one. */
  onDrag?: (from: Square, to: Square) => void;
  /** Called when the pointer enters another square while it is pressed. */
  onPaint?: (square: Square) => void;
  onHold?: (square: Square) => void;
  onTwoFingerTap?: () => void;
  /** Called for a key that is not a navigation key. Returns true if it handles the key. */
  onKey?: (key: string, square: Square) => boolean;
}

export class Board {
  readonly element: HTMLElement;
  readonly #canvas = h('canvas', { 'aria-hidden': 'true' });
  readonly #ghost = h('canvas', { 'aria-hidden': 'true', class: 'ghost' });
  readonly #cells = h('div', { class: 'cells', role: 'grid' });
  readonly #options: BoardOptions;
  #scene: Scene = plainScene(rectangle(8, 8));
  #shownPath: readonly Square[] = [];
  #hasCells = false;
  #cellOf: HTMLElement[] = [];
  #cursor: Square = 0;
  #frame = 0;
  #ground: { key: string; shape: Shape; layout: Layout; canvas: HTMLCanvasElement } | undefined;
  /** The move under way: the longer of the two paths, and the number of its moves before and after. */
  #move: { path: readonly Square[]; from: number; to: number; since: number } | undefined;
  #shakeSince: number | undefined;
  #lightSince: number | undefined;
  #pressed: { square: Square; at: number; isMoved: boolean; isDrag: boolean } | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #isClickIgnored = false;
  #touches: { at: number; count: number } | undefined;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.element = h('div', { class: options.isSmall ? 'board small' : 'board' }, this.#canvas, this.#ghost);
    if (options.isSmall) {
      // A picture without a name is decoration.
      set(this.#canvas, 'aria-hidden', options.label === '' ? 'true' : null);
      set(this.#canvas, 'role', options.label === '' ? null : 'img');
      set(this.#canvas, 'aria-label', options.label || null);
    } else {
      this.#cells.setAttribute('aria-label', options.label);
      this.element.append(this.#cells);
      this.#listen();
      this.#makeCells();
    }
    new ResizeObserver(() => this.#draw()).observe(this.element);
    document.addEventListener('settingschange', () => {
      this.#ground = undefined;
      // A page that is printed has no further frame.
      if (isPrinting()) {
        this.#paint(performance.now());
      } else {
        this.#draw();
      }
    });
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** Shows a scene. The board is painted at most once per frame. */
  show(scene: Scene): void {
    const before = this.#scene;
    this.#scene = scene;
    const isOther = before.shape.files !== scene.shape.files || before.shape.ranks !== scene.shape.ranks;
    if (isOther) {
      this.#makeCells();
    }
    this.#animate(before, scene);
    this.#draw();
  }

  /** Shows a new answer: the previous picture fades. */
  crossFade(scene: Scene): void {
    const canvas = this.#ghost.getContext('2d');
    if (!isStill() && this.#canvas.width > 0 && canvas) {
      this.#ghost.width = this.#canvas.width;
      this.#ghost.height = this.#canvas.height;
      canvas.drawImage(this.#canvas, 0, 0);
      this.#ghost.classList.remove('fading');
      // Reading the layout starts the animation again.
      void this.#ghost.offsetWidth;
      this.#ghost.classList.add('fading');
    }
    this.show(scene);
  }

  /** Shows that the picture is the one before the current question. */
  setWaiting(isWaiting: boolean): void {
    this.element.classList.toggle('waiting', isWaiting);
  }

  /** Shakes the knight. */
  shake(): void {
    if (!isStill()) {
      this.#shakeSince = performance.now();
      this.#draw();
    }
  }

  /** Lets a light run along the ribbon. Returns its duration in milliseconds. */
  light(): number {
    if (isStill()) {
      return 0;
    }
    this.#lightSince = performance.now();
    this.#draw();
    return LIGHT_MS;
  }

  /** The square of the keyboard cursor. */
  get cursor(): Square {
    return this.#cursor;
  }

  /** Moves the keyboard cursor to a square. */
  focus(square: Square = this.#cursor): void {
    this.#moveTo(square, true);
  }

  /** Moves the cursor without the focus, for example to the knight. */
  point(square: Square): void {
    this.#moveTo(square, this.element.contains(document.activeElement));
  }

  /** Starts the animation of a single move or undo. */
  #animate(before: Scene, after: Scene): void {
    const old = this.#shownPath;
    this.#shownPath = after.path;
    this.#move = undefined;
    const [short, long] = old.length < after.path.length ? [old, after.path] : [after.path, old];
    const isStep = long.length === short.length + 1 && short.every((square, at) => long[at] === square);
    const hasKnight = before.knight !== undefined && after.knight !== undefined && after.head === undefined;
    if (isStep && short.length > 0 && hasKnight && before.shape === after.shape && !isStill()) {
      this.#move = {
        path: long,
        from: old.length - 1,
        to: after.path.length - 1,
        since: performance.now(),
      };
    }
  }

  /** Returns the scene of this frame. */
  #now(now: number): Scene {
    const move = this.#move;
    if (!move) {
      return this.#scene;
    }
    const part = Math.min(1, (now - move.since) / MOVE_MS);
    if (part >= 1) {
      this.#move = undefined;
      return this.#scene;
    }
    const eased = 1 - (1 - part) ** 3;
    const moves = this.#scene.moves ?? moveCount(this.#scene);
    return {
      ...this.#scene,
      path: move.path,
      isClosed: false,
      moves,
      head: move.from + (move.to - move.from) * eased,
    };
  }

  #draw(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame((now) => {
        this.#frame = 0;
        this.#nameCells();
        this.#paint(now);
      });
    }
  }

  #paint(now: number): void {
    const { width, height } = this.element.getBoundingClientRect();
    const context = this.#canvas.getContext('2d');
    if (width === 0 || height === 0 || !context) {
      return;
    }
    const ratio = Math.min(devicePixelRatio, 3);
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide || this.#canvas.height !== tall) {
      this.#canvas.width = wide;
      this.#canvas.height = tall;
    } else {
      context.clearRect(0, 0, wide, tall);
    }
    const { canvas, layout } = this.#groundOf(wide, tall, ratio);
    context.drawImage(canvas, 0, 0);
    const isCursor = !this.#hasCells && document.activeElement === this.#cells;
    const overlay: Overlay = {
      cursor: isCursor ? this.#cursor : undefined,
      shake: this.#shakeAt(now),
      light: this.#lightAt(now),
    };
    paint(context, this.#now(now), layout, currentPalette(this.element), overlay);
    if (this.#move || this.#shakeSince !== undefined || this.#lightSince !== undefined) {
      this.#draw();
    }
  }

  #shakeAt(now: number): number {
    const part = this.#shakeSince === undefined ? 1 : (now - this.#shakeSince) / SHAKE_MS;
    if (part >= 1) {
      this.#shakeSince = undefined;
      return 0;
    }
    return 0.04 * Math.sin(4 * Math.PI * part);
  }

  #lightAt(now: number): number | undefined {
    const part = this.#lightSince === undefined ? 1 : (now - this.#lightSince) / LIGHT_MS;
    if (part >= 1) {
      this.#lightSince = undefined;
      return undefined;
    }
    return Math.max(0, part);
  }

  #groundOf(wide: number, tall: number, ratio: number) {
    const { shape } = this.#scene;
    const hasNames = settings.hasCoordinates && !this.#options.isSmall;
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const gutter = hasNames ? (innerWidth < 600 ? 1 : 1.5) * root : 0;
    const key = `${wide} ${tall} ${gutter} ${document.documentElement.dataset.theme}`;
    if (this.#ground?.shape === shape && this.#ground.key === key) {
      return this.#ground;
    }
    const canvas = h('canvas', { width: wide, height: tall });
    const layout = new Layout(shape, wide, tall, ratio, gutter);
    const context = canvas.getContext('2d');
    if (context) {
      paintGround(context, shape, layout, currentPalette(this.element), hasNames);
    }
    this.#ground = { key, shape, layout, canvas };
    const { style } = this.#cells;
    const { x, y, width, height } = layout.board;
    style.left = `${x / ratio}px`;
    style.top = `${y / ratio}px`;
    style.width = `${width / ratio}px`;
    style.height = `${height / ratio}px`;
    style.setProperty('--files', String(shape.files));
    style.setProperty('--ranks', String(shape.ranks));
    return this.#ground;
  }

  #makeCells(): void {
    if (this.#options.isSmall) {
      return;
    }
    const { files, ranks } = this.#scene.shape;
    const hadFocus = this.#cells.contains(document.activeElement);
    this.#cursor = 0;
    this.#cellOf = [];
    this.#hasCells = files * ranks <= MAX_CELLS;
    fill(this.#cells);
    set(this.#cells, 'aria-rowcount', ranks);
    set(this.#cells, 'aria-colcount', files);
    set(this.#cells, 'tabindex', this.#hasCells ? null : 0);
    set(this.#cells, 'role', this.#hasCells ? 'grid' : 'application');
    for (let rank = this.#hasCells ? ranks - 1 : -1; rank >= 0; rank -= 1) {
      const row = h('div', { role: 'row', 'aria-rowindex': ranks - rank });
      for (let file = 0; file < files; file += 1) {
        const square = rank * files + file;
        const cell = h('div', {
          role: 'gridcell',
          tabindex: square === 0 ? 0 : -1,
          'aria-colindex': file + 1,
          'data-square': square,
        });
        this.#cellOf[square] = cell;
        row.append(cell);
      }
      this.#cells.append(row);
    }
    this.#nameCells();
    if (hadFocus) {
      this.#moveTo(0, true);
    }
  }

  #nameCells(): void {
    if (this.#cellOf.length === 0) {
      return;
    }
    const steps = this.#steps();
    for (const [square, cell] of this.#cellOf.entries()) {
      const label = this.#label(square, steps);
      if (cell.getAttribute('aria-label') !== label) {
        cell.setAttribute('aria-label', label);
      }
    }
  }

  #steps(): Map<Square, number> {
    const { path, head } = this.#scene;
    const last = Math.floor(head ?? path.length);
    return new Map(path.slice(0, last + 1).map((square, at) => [square, at + 1]));
  }

  #label(square: Square, steps: ReadonlyMap<Square, number>): string {
    const { shape, marks, knight, hasPips } = this.#scene;
    const step = steps.get(square);
    const words = [
      nameOf(shape, square),
      shape.holes.has(square) ? t.board.hole : undefined,
      knight === square ? t.board.knight : undefined,
      step !== undefined ? t.board.step(step) : hasPips && !shape.holes.has(square) ? t.board.unvisited : '',
      marks.get(square)?.label,
    ];
    return words.filter((word) => word).join(', ');
  }

  #listen(): void {
    const { element } = this;
    this.#cells.addEventListener('keydown', (event) => this.#keyPressed(event));
    for (const event of ['focus', 'blur'] as const) {
      this.#cells.addEventListener(event, () => this.#draw());
    }
    element.addEventListener('click', (event) => this.#clicked(event));
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#moved(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', () => this.#release());
    element.addEventListener('contextmenu', (event) => {
      if (this.#options.onHold) {
        event.preventDefault();
      }
    });
    // A drag of the knight must not scroll the page; all other touches may.
    element.addEventListener(
      'touchmove',
      (event) => {
        if (this.#pressed?.isDrag) {
          event.preventDefault();
        }
      },
      { passive: false },
    );
    element.addEventListener(
      'touchstart',
      (event) => {
        if (event.touches.length === 2) {
          this.#release();
          this.#touches = { at: performance.now(), count: 2 };
        } else if (event.touches.length > 2) {
          this.#touches = undefined;
        }
      },
      { passive: true },
    );
    element.addEventListener('touchend', (event) => {
      if (this.#touches && event.touches.length === 0) {
        if (performance.now() - this.#touches.at < 350) {
          this.#isClickIgnored = true;
          setTimeout(() => {
            this.#isClickIgnored = false;
          }, 60);
          this.#options.onTwoFingerTap?.();
        }
        this.#touches = undefined;
      }
    });
  }

  #down(event: PointerEvent): void {
    const square = this.#squareOf(event);
    this.#isClickIgnored = false;
    if (square === undefined || !event.isPrimary || event.button !== 0) {
      return;
    }
    const isDrag = Boolean(this.#options.isDraggable?.(square) || this.#options.onPaint);
    this.#pressed = { square, at: performance.now(), isMoved: false, isDrag };
    if (this.#options.onHold) {
      this.#holdTimer = setTimeout(() => {
        this.#isClickIgnored = true;
        this.#release();
        this.#options.onHold?.(square);
      }, HOLD_MS);
    }
  }

  #moved(event: PointerEvent): void {
    const square = this.#pressed ? this.#squareOf(event) : undefined;
    if (this.#pressed && square !== undefined && square !== this.#pressed.square) {
      clearTimeout(this.#holdTimer);
      if (this.#options.onPaint) {
        if (!this.#pressed.isMoved) {
          this.#options.onPaint(this.#pressed.square);
        }
        this.#pressed.square = square;
        this.#options.onPaint(square);
      }
      this.#pressed.isMoved = true;
    }
  }

  #up(event: PointerEvent): void {
    const pressed = this.#pressed;
    const square = this.#squareOf(event);
    this.#release();
    if (pressed?.isMoved) {
      this.#isClickIgnored = true;
      if (pressed.isDrag && square !== undefined && square !== pressed.square) {
        this.#options.onDrag?.(pressed.square, square);
      }
    }
  }

  #release(): void {
    clearTimeout(this.#holdTimer);
    this.#pressed = undefined;
  }

  #clicked(event: MouseEvent): void {
    if (this.#isClickIgnored) {
      this.#isClickIgnored = false;
      return;
    }
    const square = this.#snapped(event);
    if (square !== undefined) {
      this.#moveTo(square, true);
      this.#options.onChoose?.(square);
    }
  }

  /** Returns the square of a click, or the only target near it. */
  #snapped(event: MouseEvent): Square | undefined {
    const square = this.#squareOf(event);
    const targets = this.#options.targets?.() ?? [];
    const point = this.#pointOf(event);
    if (targets.length === 0 || square === undefined || targets.includes(square) || event.detail === 0) {
      return square;
    }
    const near = targets.filter((target) => {
      const { x, y } = centre(this.#scene.shape, target);
      return Math.hypot(x - point.x, y - point.y) < SNAP;
    });
    return near.length === 1 ? near[0] : square;
  }

  #pointOf(event: MouseEvent): Point {
    const { left, top, width, height } = this.#cells.getBoundingClientRect();
    const { files, ranks } = this.#scene.shape;
    return {
      x: ((event.clientX - left) / width) * files,
      y: ((event.clientY - top) / height) * ranks,
    };
  }

  #squareOf(event: MouseEvent): Square | undefined {
    const cell =
      event.target instanceof HTMLElement && event.type === 'click' && event.detail === 0
        ? event.target.closest<HTMLElement>('[data-square]')
        : null;
    // A click without a pointer comes from assistive technology.
    return cell ? Number(cell.dataset.square) : squareAt(this.#scene.shape, this.#pointOf(event));
  }

  #keyPressed(event: KeyboardEvent): void {
    if (event.metaKey || event.altKey || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) {
      return;
    }
    const square = squareForKey(event, this.#scene.shape, this.#cursor);
    if (square !== undefined) {
      this.#moveTo(square, true);
      if (!this.#hasCells) {
        announce(this.#label(square, this.#steps()));
      }
    } else if (this.#options.onKey?.(event.key, this.#cursor)) {
      // The page has handled the key.
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#options.onChoose?.(this.#cursor);
    } else {
      return;
    }
    event.preventDefault();
  }

  #moveTo(square: Square, hasFocus: boolean): void {
    this.#cellOf[this.#cursor]?.setAttribute('tabindex', '-1');
    this.#cursor = square;
    const cell = this.#cellOf[square];
    cell?.setAttribute('tabindex', '0');
    if (hasFocus) {
      (cell ?? this.#cells).focus({ preventScroll: true });
    }
    this.#draw();
  }
}

/** Creates a small picture of a scene, for the cards of levels. */
export function thumbnail(scene: Scene, label: string): HTMLElement {
  const board = new Board({ label, isSmall: true });
  board.show(scene);
  return board.element;
}
