// How surprising a token is, as one of the ember ramp's stops.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/**
 * Probabilities that border the stops: above the first nothing is painted, at or below the last the strongest stop is.
 * In between each stop covers an equal step of surprise.
 */
const calm = 0.9;
const startling = 0.01;

/** Stops of the ramp (`--ember-1` to `--ember-6`). */
export const stopCount = 6;

/**
 * The stop of a token, from 0 (not painted) to `stopCount`.
 * @param logprob natural logarithm; NaN, above zero (a fault of some services) and −Infinity are not part of the scale: 0
 */
export function heatStop(logprob: number): number {
  if (!(logprob <= 0) || logprob === Number.NEGATIVE_INFINITY) return 0;
  const first = -Math.log(calm);
  const last = -Math.log(startling);
  if (-logprob < first) return 0;
  return Math.min(stopCount, 1 + Math.floor(((-logprob - first) / (last - first)) * (stopCount - 1) + 1e-9));
}

/** The probabilities that separate the stops, for a legend: `stopBorders[i]` is the highest of stop i + 1. */
export const stopBorders: readonly number[] = Array.from({ length: stopCount }, (_, stop) =>
  Math.exp(Math.log(calm) + (stop / (stopCount - 1)) * (Math.log(startling) - Math.log(calm))),
);

/** Which marks are painted. */
export interface Marks {
  readonly heat: boolean;
  readonly stalls: boolean;
}

const entry = stored<Marks>({
  key: 'inferdeck.marks',
  version: 1,
  parse: (value) => {
    if (typeof value !== 'object' || value === null) return null;
    if (!('heat' in value) || !('stalls' in value)) return null;
    const { heat, stalls } = value;
    return typeof heat === 'boolean' && typeof stalls === 'boolean' ? { heat, stalls } : null;
  },
  fallback: { heat: true, stalls: true },
  storage: () => localStorage,
});

/** The marks that are on. */
export const useMarks = create<Marks>(() => entry.read());

/** Switches one of them. */
export function toggleMark(name: keyof Marks): void {
  useMarks.setState((marks) => ({ ...marks, [name]: !marks[name] }));
  const { heat, stalls } = useMarks.getState();
  entry.write({ heat, stalls });
}

let colours: { readonly stops: readonly string[]; readonly ink: string; readonly isForced: boolean } | null =
  null;
const listeners = new Set<() => void>();

/** CSS colours of the stops, index 0 for stop 1. Read from the stylesheet once a theme. */
export function emberColours(): readonly string[] {
  colours ??= readColours();
  return colours.stops;
}

/** The colour of the text, for marks that are not heat. */
export function inkColour(): string {
  colours ??= readColours();
  return colours.ink;
}

/**
 * Whether colours are forced: then heat is a line under the text, as thick as a token surprises, because no ground is sure
 * to carry the text that the reader chose.
 */
export function isHeatUnderlined(): boolean {
  colours ??= readColours();
  return colours.isForced;
}

/** Calls back when what was painted must be painted again: the theme changed, or the points of the screen. @returns the way to end it */
export function watchEmberColours(listener: () => void): () => void {
  observeTheme();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readColours(): NonNullable<typeof colours> {
  const probe = document.createElement('i');
  // Where colours are forced, every computed one would be that of the text.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const stops = Array.from({ length: stopCount }, (_, stop) => read(`ember-${stop + 1}`));
  const { matches: isForced } = matchMedia('(forced-colors: active)');
  const ink = read('text');
  probe.remove();
  return { stops, ink, isForced };
}

let isObserved = false;

function observeTheme(): void {
  if (isObserved) return;
  isObserved = true;
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', forget);
  new MutationObserver(forget).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  observeDensity();
}

let density: MediaQueryList | null = null;

// Of another zoom, or of a window on another screen: a text of a fixed width has the same size there, and other points.
function observeDensity(): void {
  density?.removeEventListener('change', handleDensity);
  // A range: the exact number, rounded on its way into the query, may not even match now.
  const [least, most] = [devicePixelRatio - 0.005, devicePixelRatio + 0.005];
  density = matchMedia(`(min-resolution: ${least}dppx) and (max-resolution: ${most}dppx)`);
  density.addEventListener('change', handleDensity);
}

function handleDensity(): void {
  forget();
  // A query that is made while queries are told of a change may not be told of the next one.
  setTimeout(observeDensity);
}

function forget(): void {
  colours = null;
  for (const listener of listeners) listener();
}
