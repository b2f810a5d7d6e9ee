// Alert thresholds store, for all jobs, in localStorage.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { defaultThresholds, Thresholds } from './thresholds.ts';

const storageKey = 'inferdeck.alert-thresholds';
const entry = stored<Thresholds>({
  key: storageKey,
  version: 1,
  parse: (value) => Thresholds.safeParse(value).data ?? null,
  fallback: defaultThresholds,
  storage: () => localStorage,
});

export const useThresholds = create<{ readonly thresholds: Thresholds }>(() => ({
  thresholds: entry.read(),
}));

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) useThresholds.setState({ thresholds: entry.read() });
});

/** An invalid value changes nothing. */
export function changeThresholds(change: Partial<Thresholds>): void {
  const next = Thresholds.safeParse({ ...useThresholds.getState().thresholds, ...change });
  if (!next.success) return;
  useThresholds.setState({ thresholds: next.data });
  entry.write(next.data);
}
