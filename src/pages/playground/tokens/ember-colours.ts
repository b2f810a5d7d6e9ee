// The ember ramp as the canvas needs it: computed colours, read anew when the theme changes.
import { stopCount } from './heat.ts';

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
