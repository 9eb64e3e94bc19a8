// The colours of a board. `style/colours.css` defines them for light and dark; the ribbon is interpolated here.

/** Returns a colour of the page by its name in `style/colours.css`. */
export interface Palette {
  (name: string): string;
  /** Returns the colour of the ribbon at a position from 0, its start, to 1, its end. */
  ribbon(position: number): string;
}

type Triple = readonly [number, number, number];

function linear(part: number): number {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(part: number): number {
  const value = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

/** Converts #rrggbb to OKLab. */
export function toOklab(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16))) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Converts OKLab to #rrggbb. */
export function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${parts.map((part) => encoded(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Interpolates between stops at equal distances. */
export function gradient(stops: readonly string[], position: number): string {
  const at = Math.min(1, Math.max(0, position)) * (stops.length - 1);
  const first = Math.min(stops.length - 2, Math.floor(at));
  const [from, to] = [toOklab(stops[first] ?? '#000000'), toOklab(stops[first + 1] ?? '#000000')];
  const mix = (which: 0 | 1 | 2) => from[which] + (to[which] - from[which]) * (at - first);
  return fromOklab([mix(0), mix(1), mix(2)]);
}

const TABLE_SIZE = 128;
const palettes = new Map<string, Palette>();

/** Returns the colours of the theme of an element, by default those of the page. */
export function currentPalette(element: Element = document.documentElement): Palette {
  const themed = element.closest<HTMLElement>('[data-theme]') ?? document.documentElement;
  const theme = themed.dataset.theme ?? 'light';
  let palette = palettes.get(theme);
  if (!palette) {
    const style = getComputedStyle(themed);
    const known = new Map<string, string>();
    const colour = (name: string) => {
      let value = known.get(name);
      if (value === undefined) {
        value = style.getPropertyValue(`--${name}`).trim();
        known.set(name, value);
      }
      return value;
    };
    const stops = [1, 2, 3, 4].map((at) => colour(`ribbon-${at}`));
    // A style sheet that is not loaded yet has no colours, which must not be kept.
    if (stops.some((stop) => !/^#[0-9a-f]{6}$/i.test(stop))) {
      return Object.assign(colour, { ribbon: () => '#1c2a7a' });
    }
    const table = Array.from({ length: TABLE_SIZE }, (_, at) => gradient(stops, (at + 0.5) / TABLE_SIZE));
    palette = Object.assign(colour, {
      ribbon: (position: number) =>
        table[Math.min(TABLE_SIZE - 1, Math.max(0, Math.floor(position * TABLE_SIZE)))] ?? '#000000',
    });
    palettes.set(theme, palette);
  }
  return palette;
}
