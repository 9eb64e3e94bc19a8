// Numbers, times and sentences for people. Large numbers are decimal digits of any length.

import type { Progress } from './api.ts';

/** The separators of a language. */
export interface Separators {
  group: string;
  decimal: string;
}

/** Groups digits by three: 9,862. */
export function grouped(digits: string | number, { group }: Separators): string {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, group);
}

/** Formats milliseconds: 0.03 ms, 284 ms, 1.2 s. */
export function elapsed(ms: number, { decimal, group }: Separators): string {
  const point = (text: string) => text.replace('.', decimal);
  if (ms < 10) {
    return `${point(ms.toFixed(ms < 1 ? 2 : 1))} ms`;
  }
  return ms < 1000
    ? `${Math.round(ms)} ms`
    : `${point((ms / 1000).toFixed(1)).replace(/\B(?=(\d{3})+\b)/, group)} s`;
}

/** Formats a duration: 4 s, 2 min 5 s, 1 h 3 min. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats the time of a game: 1:07, 1:02:03. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Shortens a number to fit on a square: 1.2·10¹⁵, rounded down. */
export function compact(digits: string, { decimal }: Separators): string {
  if (digits.length < 7) {
    return digits;
  }
  const power = [...String(digits.length - 1)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${digits[0]}${decimal}${digits[1]}·10${power}`;
}

/** Returns a number as a fraction of the largest one, from 0 to 1. */
export function fraction(digits: string, largest: string): number {
  const [number, whole] = [BigInt(digits), BigInt(largest)];
  return whole === 0n ? 0 : Number((number * 10_000n) / whole) / 10_000;
}

/** Parses a number with or without groups. Returns undefined if it is not valid. */
export function digitsOf(text: string): string | undefined {
  // Only separators between groups of three are removed: 1.5 is not 15.
  const isWhole = /^\d+$|^\d{1,3}([\s,.'’_]\d{3})+$/.test(text.trim());
  return isWhole ? text.replace(/\D/g, '').replace(/^0+(?=\d)/, '') : undefined;
}

/** Removes the name of the board, which is on the screen. The text before the name stays. */
export function withoutBoard(text: string): string {
  return text.replace(/^((?:.*?: )?)(?:(?:cylinder|torus):)?\d+x\d+(?:-\S+)?(?: for the [^:]+)?: /, '$1');
}

/** Makes a sentence of a text of the server. The name of a square keeps its lower case. */
export function sentence(text: string): string {
  const plain = withoutBoard(text);
  const isSquare = /^[a-z]{1,2}[1-9]\d{0,2}\b/.test(plain);
  const whole = isSquare ? plain : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** Estimates the remaining time of a job, or returns undefined if it is too early for that. */
export function timeLeft({ done, elapsed_ms }: Pick<Progress, 'done' | 'elapsed_ms'>): number | undefined {
  return done > 0.02 && done < 1 && elapsed_ms > 1500 ? (elapsed_ms * (1 - done)) / done : undefined;
}
