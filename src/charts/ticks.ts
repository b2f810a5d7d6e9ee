// Axis ticks: round numbers, powers, round times.
import { scaleTime } from 'd3-scale';
import type { Span } from './plot-scale.ts';

// By hand but for the calendar: d3-scale gives up to twice as many as asked for, and labels then touch.

/** 1, 2 or 5 times powers of ten; about `count`. A single one gives no scale: then half as far apart. */
export function linearTicks({ from, to }: Span, count: number): number[] {
  const step = roundUp((to - from) / Math.max(1, count));
  const ticks = multiples({ from, to }, step);
  return ticks.length > 1 ? ticks : multiples({ from, to }, step / 2);
}

/** Powers of ten, with 2 and 5 if there is room or only one would be left; linear within a decade. */
export function logTicks(span: Span, count: number): number[] {
  const decades = Math.log10(span.to / span.from);
  if (!(decades >= 1)) return linearTicks(span, count);
  const every = Math.max(1, Math.ceil(decades / count));
  const parts = decades * 2 <= count ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(span.from)); power <= Math.log10(span.to); power += 1) {
    if (power % every !== 0) continue;
    // A quotient, because 10 ** -5 differs from 0.00001.
    for (const part of parts) ticks.push(power < 0 ? part / 10 ** -power : part * 10 ** power);
  }
  const shown = ticks.filter((tick) => tick >= span.from && tick <= span.to);
  return shown.length > 1 ? shown : logTicks(span, count * 2);
}

/** Milliseconds, by whole seconds, minutes, hours or days. */
export function timeTicks(span: Span, count: number): number[] {
  const step = roundTime(span, count);
  return step < second ? linearTicks(span, count) : multiples(span, step);
}

/** Unix milliseconds, on the local clock, whose days may have 23 or 25 hours. Labels have whole seconds. */
export function clockTicks({ from, to }: Span, count: number): number[] {
  const all = scaleTime().domain([from, to]).ticks(count).map(Number);
  const ticks = all.filter((tick) => tick % second === 0);
  // By their places on the local clock: counted from the first in view, labels would hop while it moves.
  const places = ticks.map((tick) => tick - new Date(tick).getTimezoneOffset() * minute);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? place));
  // None where the clock is set back.
  const step = Math.min(...gaps.filter((gap) => gap > 0));
  const every = Math.max(1, Math.round((to - from) / step / count));
  return ticks.filter((_, index) => Math.floor((places[index] ?? 0) / step) % every === 0);
}

function roundTime({ from, to }: Span, count: number): number {
  const least = (to - from) / Math.max(1, count);
  if (least < second) return least;
  return roundTimes.find((time) => time >= least) ?? roundUp(least / day) * day;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const roundTimes = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14].map((count) => count * day),
];

function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const part = least / power;
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
}

// Sums of 0.1 would drift; the quotient avoids 0.30000000000000004.
function multiples({ from, to }: Span, step: number): number[] {
  if (!(step > 0) || !Number.isFinite(step)) return [];
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const inverse = Math.round(1 / step);
  return Array.from({ length: Math.max(0, Math.min(100, last - first + 1)) }, (_, index) =>
    step < 1 ? (first + index) / inverse : (first + index) * step,
  );
}
