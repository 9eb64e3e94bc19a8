// The sheet “Save or share”: pictures, data and a link.

import { callForFile, errorText, type Problem } from './api.ts';
import { currentPalette } from './board/colours.ts';
import { Layout } from './board/layout.ts';
import { paint, paintGround } from './board/paint.ts';
import type { Scene } from './board/scene.ts';
import { button, fill, h, labelled, select } from './dom.ts';
import { toast } from './page.ts';
import { settings } from './settings.ts';
import { area, nameOf, type Shape } from './squares.ts';
import { t } from './texts.ts';

const STYLES = ['line', 'numbers', 'celtic', 'heat'] as const;
type Style = (typeof STYLES)[number];
const FORMATS = ['svg', 'gif', 'pdf'] as const;

/** What can be saved. */
export interface Shared {
  scene: Scene;
  problem: Problem;
  /** The content of the JSON file. */
  answer: unknown;
  /** The hash of the link. The current address by default. */
  link?: string;
}

/** Saves a file. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name }).click();
  // Some browsers read the file after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  toast(t.share.saved(name));
}

/** Saves a value as JSON. */
export function saveJson(value: unknown, name: string): void {
  save(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);
}

/** Returns a file name: `tour-8x8.svg`. */
export function fileNameFor(what: string, board: string, extension: string): string {
  const plain = board.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${what}-${plain.slice(0, 40).replace(/-+$/, '')}.${extension}`;
}

/** Writes a path as a grid of steps, one rank per line, the last rank first. */
export function gridText(shape: Shape, path: readonly number[]): string {
  const steps = new Map(path.map((square, at) => [square, at + 1]));
  const width = String(path.length).length;
  const lines: string[] = [];
  for (let rank = shape.ranks - 1; rank >= 0; rank -= 1) {
    const row = Array.from({ length: shape.files }, (_, file) => {
      const square = rank * shape.files + file;
      return String(steps.get(square) ?? '.').padStart(width);
    });
    lines.push(row.join(' '));
  }
  return `${lines.join('\n')}\n`;
}

/** Draws a scene as it is on the board. */
function pngOf(scene: Scene): Promise<Blob | null> {
  const side = Math.min(2400, Math.max(600, 120 * Math.max(scene.shape.files, scene.shape.ranks)));
  const gutter = settings.hasCoordinates ? 48 : 4;
  const { files, ranks } = scene.shape;
  const square = (side - gutter) / Math.max(files, ranks);
  const [width, height] = [Math.ceil(square * files + gutter + 4), Math.ceil(square * ranks + gutter + 4)];
  const canvas = h('canvas', { width, height });
  const context = canvas.getContext('2d');
  if (context) {
    const palette = currentPalette();
    context.fillStyle = palette('page');
    context.fillRect(0, 0, width, height);
    const layout = new Layout(scene.shape, width, height, 1, gutter);
    paintGround(context, scene.shape, layout, palette, settings.hasCoordinates);
    paint(context, scene, layout, palette, {});
  }
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Copies a text. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(t.share.noClipboard);
  }
}

/** Opens the sheet. */
export function openShare({ scene, problem, answer, link }: Shared): void {
  let style: Style = 'line';
  const { shape, path } = scene;
  const name = (extension: string) => fileNameFor('tour', problem.board, extension);
  const note = h('p', { class: 'error', role: 'alert' });
  const drawn = async (format: (typeof FORMATS)[number], pressed: HTMLButtonElement) => {
    pressed.disabled = true;
    fill(note);
    try {
      const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
      const squares = path.map((square) => nameOf(shape, square));
      save(await callForFile('draw', { ...problem, squares, format, style, theme }), name(format));
    } catch (error) {
      fill(note, errorText(error));
    } finally {
      pressed.disabled = false;
    }
  };
  const png = button('PNG', async () => {
    const blob = await pngOf(scene);
    if (blob) {
      save(blob, name('png'));
    }
  });
  const formats = FORMATS.map((format) => {
    const pressed = button(format.toUpperCase(), () => drawn(format, pressed));
    return pressed;
  });
  const text = (content: string, extension: string) =>
    save(new Blob([content], { type: 'text/plain' }), name(extension));
  const dialog = h(
    'dialog',
    { 'aria-label': t.share.title },
    h(
      'div',
      { class: 'body' },
      h(
        'div',
        { class: 'head' },
        h('h2', {}, t.share.title),
        button(t.shell.close, () => dialog.close(), { autofocus: true }),
      ),
      h('h3', {}, t.share.picture),
      h('div', { class: 'row' }, png, ...formats),
      h('p', { class: 'fine soft' }, t.share.pictureNote),
      labelled(
        t.share.style,
        select(
          STYLES.map((style) => [style, t.share.styles[style] ?? style] as const),
          style,
          (value) => {
            style = value;
          },
        ),
      ),
      note,
      h('h3', {}, t.share.data),
      h(
        'div',
        { class: 'row' },
        area(shape) <= 250_000 && button(t.share.grid, () => text(gridText(shape, path), 'txt')),
        button(t.share.squares, () =>
          text(`${path.map((square) => nameOf(shape, square)).join(' ')}\n`, 'squares.txt'),
        ),
        button(t.share.json, () => saveJson(answer, name('json'))),
      ),
      h(
        'div',
        { class: 'row' },
        button(t.share.link, () =>
          copy(new URL(link ?? location.hash, location.href).href, t.share.linkCopied),
        ),
        button(t.share.print, () => {
          dialog.close();
          print();
        }),
      ),
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
