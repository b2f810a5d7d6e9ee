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

/** Calls back when the theme changed and what was painted must be painted anew. @returns the way to end it */
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
}

function forget(): void {
  colours = null;
  for (const listener of listeners) listener();
}
