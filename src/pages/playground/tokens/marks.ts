// What is painted behind the text: heat and stalls, each switched on or off by a person, and remembered.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

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
