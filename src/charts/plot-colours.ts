// Plot colours for the canvas, computed from the stylesheet per theme.
import { useSyncExternalStore } from 'react';
import type { LineColour } from './dense-line.ts';

export type PlotColour =
  | LineColour
  | 'text'
  | 'faint'
  | 'line'
  | 'edge'
  | 'bad'
  | 'warn'
  | 'panel'
  | 'raised';

export type PlotColours = Readonly<Record<PlotColour, string>>;

/** A new object when the theme changes. */
export function usePlotColours(): PlotColours {
  return useSyncExternalStore(subscribe, () => (colours ??= readColours()));
}

let colours: PlotColours | null = null;
const listeners = new Set<() => void>();

/**
 * Colours that any program reads, unlike `oklch()`.
 * @param scheme null for the page's own
 */
export function fileColours(scheme: 'light' | 'dark' | null): PlotColours {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  // Nothing is painted in between.
  if (scheme !== null) dataset['theme'] = scheme;
  const found = readColours((colour) => {
    if (context === null) return colour;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  });
  if (theme === undefined) delete dataset['theme'];
  else dataset['theme'] = theme;
  return found;
}

function readColours(change = (colour: string) => colour): PlotColours {
  const probe = document.createElement('i');
  // Forced colours would make all of them the text's.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const read = (name: PlotColour) => {
    probe.style.color = `var(--${name})`;
    return change(getComputedStyle(probe).color);
  };
  const found: PlotColours = {
    'series-1': read('series-1'),
    'series-2': read('series-2'),
    'series-3': read('series-3'),
    'series-4': read('series-4'),
    'series-5': read('series-5'),
    'series-6': read('series-6'),
    muted: read('muted'),
    text: read('text'),
    faint: read('faint'),
    line: read('line'),
    edge: read('edge'),
    bad: read('bad'),
    warn: read('warn'),
    panel: read('panel'),
    raised: read('raised'),
  };
  probe.remove();
  return found;
}

function subscribe(listener: () => void): () => void {
  observeTheme();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let isObserved = false;

function observeTheme() {
  if (isObserved) return;
  isObserved = true;
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', forget);
  }
  new MutationObserver(forget).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
}

function forget() {
  colours = null;
  for (const listener of listeners) listener();
}
