// The board on the page: a canvas that shows a scene, and what can be done with it by mouse, touch, keyboard
// and screen reader. Above the canvas lies a grid of cells without colour; they have names and can be focused.
// On larger boards the grid itself is focused, and a painted frame shows where the keyboard is.

import { fill, h, set } from '../dom.ts';
import { announce } from '../room.ts';
import { nameOf, rectangle, type Shape, type Square } from '../squares.ts';
import { squareAt } from './geometry.ts';
import { Glide } from './glide.ts';
import { paintGround } from './ground.ts';
import { towards } from './keys.ts';
import { Layout } from './layout.ts';
import { type Palette, paint } from './paint.ts';
import { emptyScene, type Scene } from './scene.ts';

/** Up to so many squares each has a cell; larger boards are drawn only. */
const MOST_CELLS = 900;

export interface BoardOptions {
  /** What it is, for a screen reader. */
  label: string;
  /** A square was clicked, touched, or chosen by Enter or Space. Holes are squares too. */
  onChoose?: (square: Square) => void;
  /** A key that is not for moving about; true if it was of use. */
  onKey?: (key: string, square: Square) => boolean;
  /** The mouse is on a square, hole or not; undefined when it leaves the board. */
  onHover?: (square: Square | undefined) => void;
}

export class Board {
  readonly element: HTMLElement;
  readonly #canvas = h('canvas', { 'aria-hidden': 'true' });
  readonly #cells = h('div', { class: 'cells', role: 'grid' });
  readonly #options: BoardOptions;
  readonly #glide = new Glide();
  #scene: Scene = emptyScene(rectangle(8, 8));
  #hasCells = false;
  #cellOf: HTMLElement[] = [];
  #cursor: Square = 0;
  #hovered: Square | undefined;
  #frame = 0;
  #ground: { shape: Shape; layout: Layout; canvas: HTMLCanvasElement } | undefined;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#cells.setAttribute('aria-label', options.label);
    this.element = h('div', { class: 'board' }, this.#canvas, this.#cells);
    this.element.addEventListener('click', (event) => this.#clicked(event));
    this.#cells.addEventListener('keydown', (event) => this.#pressed(event));
    for (const event of ['focus', 'blur'] as const) {
      this.#cells.addEventListener(event, () => this.#draw());
    }
    if (options.onHover) {
      this.element.addEventListener('pointermove', (event) => this.#hover(this.#squareOf(event)));
      this.element.addEventListener('pointerleave', () => this.#hover(undefined));
    }
    new ResizeObserver(() => this.#draw()).observe(this.element);
    document.addEventListener('themechange', () => {
      this.#ground = undefined;
      this.#draw();
    });
    this.#fit();
    this.#makeCells();
  }

  /** Shows a scene. Drawing waits for the next frame, so this may be called as often as one likes. */
  show(scene: Scene): void {
    const before = this.#scene;
    this.#scene = scene;
    if (before.shape.files !== scene.shape.files || before.shape.ranks !== scene.shape.ranks) {
      this.#fit();
      this.#makeCells();
    }
    this.#glide.turn(before, scene);
    this.#draw();
  }

  /** The square that the keyboard is on. */
  get cursor(): Square {
    return this.#cursor;
  }

  /** Moves the keyboard to a square. */
  focus(square: Square): void {
    this.#moveTo(square);
  }

  #fit(): void {
    const { files, ranks } = this.#scene.shape;
    this.element.style.aspectRatio = `${files} / ${ranks}`;
    this.element.style.setProperty('--files', String(files));
    this.element.style.setProperty('--ranks', String(ranks));
  }

  #draw(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#nameCells();
        this.#paint();
      });
    }
  }

  #paint(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const context = this.#canvas.getContext('2d');
    if (width === 0 || height === 0 || !context) {
      return;
    }
    const ratio = devicePixelRatio;
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide || this.#canvas.height !== tall) {
      this.#canvas.width = wide;
      this.#canvas.height = tall;
    } else {
      context.clearRect(0, 0, wide, tall);
    }
    const style = getComputedStyle(this.element);
    const palette: Palette = (name) => style.getPropertyValue(`--${name}`);
    const { canvas, layout } = this.#groundOf(wide, tall, ratio, palette);
    context.drawImage(canvas, 0, 0);
    const isCursor = !this.#hasCells && document.activeElement === this.#cells;
    paint(context, this.#scene, layout, palette, {
      knight: this.#glide.point(this.#scene),
      cursor: isCursor ? this.#cursor : undefined,
    });
    if (this.#glide.isUnderWay) {
      this.#draw();
    }
  }

  #groundOf(wide: number, tall: number, ratio: number, palette: Palette) {
    const { shape } = this.#scene;
    const kept = this.#ground;
    if (kept?.shape === shape && kept.canvas.width === wide && kept.canvas.height === tall) {
      return kept;
    }
    const canvas = h('canvas', { width: wide, height: tall });
    const layout = new Layout(shape, wide, tall, ratio);
    const context = canvas.getContext('2d');
    if (context) {
      paintGround(context, shape, layout, palette);
    }
    this.#ground = { shape, layout, canvas };
    return this.#ground;
  }

  #makeCells(): void {
    const { files, ranks } = this.#scene.shape;
    this.#cursor = 0;
    this.#cellOf = [];
    this.#hasCells = files * ranks <= MOST_CELLS;
    fill(this.#cells);
    set(this.#cells, 'aria-rowcount', ranks);
    set(this.#cells, 'aria-colcount', files);
    set(this.#cells, 'tabindex', this.#hasCells ? null : 0);
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
  }

  #nameCells(): void {
    for (const [square, cell] of this.#cellOf.entries()) {
      const label = this.#label(square);
      if (cell.getAttribute('aria-label') !== label) {
        cell.setAttribute('aria-label', label);
      }
    }
  }

  #label(square: Square): string {
    const { shape, spots, knight } = this.#scene;
    const spot = spots.get(square);
    const words = [
      nameOf(shape, square),
      shape.holes.has(square) ? 'hole' : undefined,
      knight === square ? 'knight' : undefined,
      spot?.label ?? spot?.text,
    ];
    return words.filter((word) => word).join(', ');
  }

  #clicked(event: MouseEvent): void {
    const square = this.#squareOf(event);
    if (square !== undefined) {
      this.#moveTo(square);
      this.#options.onChoose?.(square);
    }
  }

  #squareOf(event: MouseEvent): Square | undefined {
    const cell =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-square]') : null;
    if (cell) {
      return Number(cell.dataset.square);
    }
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const { files, ranks } = this.#scene.shape;
    return squareAt(this.#scene.shape, {
      x: ((event.clientX - left) / width) * files,
      y: ((event.clientY - top) / height) * ranks,
    });
  }

  #hover(square: Square | undefined): void {
    if (square !== this.#hovered) {
      this.#hovered = square;
      this.#options.onHover?.(square);
    }
  }

  #pressed(event: KeyboardEvent): void {
    if (event.metaKey || event.altKey || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) {
      return;
    }
    const square = towards(event, this.#scene.shape, this.#cursor);
    if (square !== undefined) {
      this.#moveTo(square);
      if (!this.#hasCells) {
        announce(this.#label(square));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#options.onChoose?.(this.#cursor);
    } else if (!this.#options.onKey?.(event.key, this.#cursor)) {
      return;
    }
    event.preventDefault();
  }

  #moveTo(square: Square): void {
    this.#cellOf[this.#cursor]?.setAttribute('tabindex', '-1');
    this.#cursor = square;
    const cell = this.#cellOf[square];
    cell?.setAttribute('tabindex', '0');
    (cell ?? this.#cells).focus();
    this.#draw();
  }
}
