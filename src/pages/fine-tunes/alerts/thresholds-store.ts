// Alert thresholds store, for all jobs, in localStorage.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { defaultThresholds, Thresholds } from './thresholds.ts';

const entry = stored<Thresholds>({
  key: 'inferdeck.alert-thresholds',
  version: 1,
  parse: (value) => Thresholds.safeParse(value).data ?? null,
  fallback: defaultThresholds,
  storage: () => localStorage,
});

interface State {
  readonly thresholds: Thresholds;
  /** False once the browser has refused the last change. */
  readonly isStored: boolean;
}

export const useThresholds = create<State>(() => ({ thresholds: entry.read(), isStored: true }));

entry.follow((thresholds) => useThresholds.setState({ thresholds }));

/** An invalid value changes nothing. */
export function changeThresholds(change: Partial<Thresholds>): void {
  const next = Thresholds.safeParse({ ...useThresholds.getState().thresholds, ...change });
  if (!next.success) return;
  useThresholds.setState({ thresholds: next.data, isStored: entry.write(next.data) });
}
