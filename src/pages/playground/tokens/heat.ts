// Heat scale of token surprise, and theme colour cache.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/**
 * Probabilities: nothing is painted above `calm`, the strongest stop at or below `startling`; equal steps of
 * surprise between.
 */
const calm = 0.9;
const startling = 0.01;

/** `--ember-1` to `--ember-6`. */
export const stopCount = 6;

/** 0 is not painted. @param logprob natural; 0 for NaN, −Infinity and above zero */
export function heatStop(logprob: number): number {
  if (!(logprob <= 0) || logprob === Number.NEGATIVE_INFINITY) return 0;
  const first = -Math.log(calm);
  const last = -Math.log(startling);
  if (-logprob < first) return 0;
  return Math.min(stopCount, 1 + Math.floor(((-logprob - first) / (last - first)) * (stopCount - 1) + 1e-9));
}

/** Highest probability of stop i + 1. */
export const stopBorders: readonly number[] = Array.from({ length: stopCount }, (_, stop) =>
  Math.exp(Math.log(calm) + (stop / (stopCount - 1)) * (Math.log(startling) - Math.log(calm))),
);

export interface Marks {
  readonly heat: boolean;
  readonly stalls: boolean;
}

/** A reading of tokens other than their probability: without card, never pinned. */
export interface TokenReading {
  readonly paint: (token: number) => TokenPaint;
  readonly describe: (token: number) => string;
}

export interface TokenPaint {
  /** Heat stop; 0 is not painted. */
  readonly stop: number;
  /** Thickness of a line instead of heat, CSS pixels. */
  readonly line: number | null;
}

export interface TextMarks extends Marks {
  /** Instead of the probability's. */
  readonly paint?: TokenReading['paint'] | undefined;
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

export const useMarks = create<Marks>(() => entry.read());

export function toggleMark(name: keyof Marks): void {
  useMarks.setState((marks) => ({ ...marks, [name]: !marks[name] }));
  const { heat, stalls } = useMarks.getState();
  entry.write({ heat, stalls });
}

let colours: { readonly stops: readonly string[]; readonly ink: string; readonly isForced: boolean } | null =
  null;
const listeners = new Set<() => void>();

/** Index 0 is stop 1. Cached per theme. */
export function emberColours(): readonly string[] {
  colours ??= readColours();
  return colours.stops;
}

export function inkColour(): string {
  colours ??= readColours();
  return colours.ink;
}

/** No background is sure to contrast with forced text colours. */
export function isHeatUnderlined(): boolean {
  colours ??= readColours();
  return colours.isForced;
}

/** On a changed theme or pixel density. @returns unsubscribe */
export function watchEmberColours(listener: () => void): () => void {
  observeTheme();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readColours(): NonNullable<typeof colours> {
  const probe = document.createElement('i');
  // Else forced colours would replace them all.
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

// Text of a fixed CSS width reports no resize on zoom.
function observeDensity(): void {
  density?.removeEventListener('change', handleDensity);
  // The query rounds the ratio.
  const [least, most] = [devicePixelRatio - 0.005, devicePixelRatio + 0.005];
  density = matchMedia(`(min-resolution: ${least}dppx) and (max-resolution: ${most}dppx)`);
  density.addEventListener('change', handleDensity);
}

function handleDensity(): void {
  forget();
  // A query created during dispatch may miss the next change.
  setTimeout(observeDensity);
}

function forget(): void {
  colours = null;
  for (const listener of listeners) listener();
}
