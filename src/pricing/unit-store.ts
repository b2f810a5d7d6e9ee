// The unit in which a person reads token prices: kept, and the same on every page.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';
import { tokenUnit, type TokenUnit } from './token-unit.ts';

const entry = stored({
  key: 'inferdeck.token-unit',
  version: 1,
  parse: (value) => (typeof value === 'string' ? value : null),
  fallback: '',
  storage: () => localStorage,
});

/** The chosen unit. */
export const useTokenUnit = create<{ readonly unit: TokenUnit }>(() => ({ unit: tokenUnit(entry.read()) }));

/** The unit that an address says, so that its figures are those of whoever sent it; else the reader's own. */
export function useReadUnit(said: TokenUnit | null): TokenUnit {
  const { unit } = useTokenUnit();
  return said ?? unit;
}

/** Chooses another one, by its id. */
export function chooseTokenUnit(id: string): void {
  const unit = tokenUnit(id);
  useTokenUnit.setState({ unit });
  entry.write(unit.id);
}
