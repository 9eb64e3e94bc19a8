// Large numbers, and times, as people read them. Numbers come as decimal digits and may have any length.

import type { Progress } from '../wire.ts';

/** Digits in groups of three: 9,862. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A number that fits on a square: as it is, or as 1.2·10¹⁵, cut off and not rounded up. */
export function compact(digits: string): string {
  if (digits.length < 7) {
    return digits;
  }
  const power = [...String(digits.length - 1)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${digits[0]}.${digits[1]}·10${power}`;
}

/** How the digits compare, for the strength of a colour: the part of the largest, from 0 to 1. */
export function part(digits: string, largest: string): number {
  const [number, whole] = [BigInt(digits), BigInt(largest)];
  return whole === 0n ? 0 : Number((number * 10_000n) / whole) / 10_000;
}

/** Reads a number as people type it, with or without its groups; undefined where it is none. */
export function digitsOf(text: string): string | undefined {
  // Only what stands between groups of three can be left out: 1.5 is not fifteen.
  const isWhole = /^\d+$|^\d{1,3}([\s,.'’_]\d{3})+$/.test(text.trim());
  return isWhole ? text.replace(/\D/g, '').replace(/^0+(?=\d)/, '') : undefined;
}

/** A time in words: 4 s, 2 min 5 s, 1 h 3 min. */
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

/** What is left of a time, if the rest goes as fast as what is done; undefined while nobody can say. */
export function timeLeft(done: number, elapsed: number): number | undefined {
  return done > 0.02 && done < 1 && elapsed > 1500 ? (elapsed * (1 - done)) / done : undefined;
}

/** How far a count has come. */
export function progressText({ done, part, layer, states, elapsed_ms }: Progress): string {
  const left = timeLeft(done, elapsed_ms);
  return [
    `${Math.floor(done * 100)} %`,
    part[1] > 1 ? `part ${part[0]} of ${part[1]}` : undefined,
    layer[1] > 0 ? `layer ${layer[0]} of ${layer[1]}` : undefined,
    `${grouped(String(states))} states`,
    duration(elapsed_ms),
    left === undefined ? undefined : `about ${duration(left)} left`,
  ]
    .filter((text) => text)
    .join(', ');
}
