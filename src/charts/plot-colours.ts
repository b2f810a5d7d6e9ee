// The colours of a plot as a canvas needs them: computed from the stylesheet, read anew when the theme changes.
import { useSyncExternalStore } from 'react';
import type { LineColour } from './dense-line.ts';

/** Every colour that a plot or an exported figure uses. */
export type PlotColour = LineColour | 'text' | 'faint' | 'line' | 'edge' | 'bad' | 'warn' | 'panel';

/** Computed CSS colours by name. */
export type PlotColours = Readonly<Record<PlotColour, string>>;

/** The colours of the theme that acts; another object when it changes. */
export function usePlotColours(): PlotColours {
  return useSyncExternalStore(subscribe, () => (colours ??= readColours()));
}

let colours: PlotColours | null = null;
const listeners = new Set<() => void>();

function readColours(): PlotColours {
  const probe = document.createElement('i');
  // Where colours are forced, every computed one would be that of the text.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const read = (name: PlotColour) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
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
