// The board on the page: a canvas that shows a scene, and what can be done with it by mouse, touch, keyboard
// and screen reader. Above the canvas lies a grid of cells without colour; they have names and can be focused.

import { fill, h } from '../dom.ts';
import { nameOf, type Square, step } from '../squares.ts';
import { type Point, squareAt } from './geometry.ts';
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
}

export class Board {
  readonly element: HTMLElement;
  readonly #canvas = h('canvas', { 'aria-hidden': 'true' });
  readonly #cells = h('div', { class: 'cells', role: 'grid' });
  readonly #options: BoardOptions;
  #scene: Scene | undefined;
  #cursor: Square = 0;
  #frame = 0;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#cells.setAttribute('aria-label', options.label);
    this.element = h('div', { class: 'board' }, this.#canvas, this.#cells);
    this.element.addEventListener('click', (event) => this.#clicked(event));
    this.#cells.addEventListener('keydown', (event) => this.#pressed(event));
    new ResizeObserver(() => this.#draw()).observe(this.element);
    document.addEventListener('themechange', () => this.#draw());
  }

  /** Shows a scene. Drawing waits for the next frame, so this may be called as often as one likes. */
  show(scene: Scene): void {
    const before = this.#scene?.shape;
    this.#scene = scene;
    this.element.style.aspectRatio = `${scene.shape.files} / ${scene.shape.ranks}`;
    this.element.style.setProperty('--files', String(scene.shape.files));
    this.element.style.setProperty('--ranks', String(scene.shape.ranks));
    if (!before || before.files !== scene.shape.files || before.ranks !== scene.shape.ranks) {
      this.#makeCells();
    }
    this.#nameCells();
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

  #draw(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#paint();
      });
    }
  }

  #paint(): void {
    const scene = this.#scene ?? emptyScene({ files: 8, ranks: 8, surface: 'flat', holes: new Set() });
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) {
      return;
    }
    const ratio = devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const context = this.#canvas.getContext('2d');
    if (context) {
      const { files, ranks } = scene.shape;
      context.scale(this.#canvas.width / files, this.#canvas.height / ranks);
      const style = getComputedStyle(this.element);
      const palette: Palette = (name) => style.getPropertyValue(`--${name}`);
      paint(context, scene, palette, width / files);
    }
  }

  #makeCells(): void {
    const { files, ranks } = this.#scene?.shape ?? { files: 0, ranks: 0 };
    this.#cursor = 0;
    fill(this.#cells);
    if (files * ranks > MOST_CELLS) {
      this.#cells.tabIndex = 0;
      return;
    }
    this.#cells.removeAttribute('tabindex');
    for (let rank = ranks - 1; rank >= 0; rank -= 1) {
      const row = h('div', { role: 'row' });
      for (let file = 0; file < files; file += 1) {
        row.append(h('div', { role: 'gridcell', tabindex: -1, 'data-square': rank * files + file }));
      }
      this.#cells.append(row);
    }
    this.#cell(0)?.setAttribute('tabindex', '0');
  }

  #nameCells(): void {
    const scene = this.#scene;
    if (!scene) {
      return;
    }
    for (const cell of this.#cells.querySelectorAll<HTMLElement>('[data-square]')) {
      const square = Number(cell.dataset.square);
      const label = this.#label(scene, square);
      if (cell.getAttribute('aria-label') !== label) {
        cell.setAttribute('aria-label', label);
      }
    }
  }

  #label(scene: Scene, square: Square): string {
    const name = nameOf(scene.shape, square);
    const spot = scene.spots.get(square);
    const words = [
      name,
      scene.shape.holes.has(square) ? 'hole' : undefined,
      scene.knight === square ? 'knight' : undefined,
      spot?.label ?? spot?.text,
    ];
    return words.filter((word) => word).join(', ');
  }

  #cell(square: Square): HTMLElement | null {
    return this.#cells.querySelector(`[data-square="${square}"]`);
  }

  #clicked(event: MouseEvent): void {
    const scene = this.#scene;
    const cell =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-square]') : null;
    const square = cell ? Number(cell.dataset.square) : scene && squareAt(scene.shape, this.#point(event));
    if (square !== undefined) {
      this.#moveTo(square);
      this.#options.onChoose?.(square);
    }
  }

  #point(event: MouseEvent): Point {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const { files, ranks } = this.#scene?.shape ?? { files: 1, ranks: 1 };
    return { x: ((event.clientX - left) / width) * files, y: ((event.clientY - top) / height) * ranks };
  }

  #pressed(event: KeyboardEvent): void {
    const shape = this.#scene?.shape;
    if (!shape || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const arrow = arrows[event.key];
    if (arrow) {
      const square = step({ ...shape, surface: 'flat' }, this.#cursor, ...arrow);
      if (square !== undefined) {
        this.#moveTo(square);
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#options.onChoose?.(this.#cursor);
    } else if (!this.#options.onKey?.(event.key, this.#cursor)) {
      return;
    }
    event.preventDefault();
  }

  #moveTo(square: Square): void {
    this.#cell(this.#cursor)?.setAttribute('tabindex', '-1');
    this.#cursor = square;
    const cell = this.#cell(square);
    cell?.setAttribute('tabindex', '0');
    cell?.focus();
  }
}
