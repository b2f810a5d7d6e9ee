// Choice of a unit, remembered.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

/** Stays in this browser and applies to every page; unknown ids mean the first unit. */
export function createUnitChoice<Unit extends { readonly id: string }>(
  key: string,
  units: readonly [Unit, ...Unit[]],
) {
  const find = (id: string | null): Unit => units.find((unit) => unit.id === id) ?? units[0];
  const entry = stored({
    key,
    version: 1,
    parse: (value) => (typeof value === 'string' ? value : null),
    fallback: '',
    storage: () => localStorage,
  });
  const useUnit = create<{ readonly unit: Unit }>(() => ({ unit: find(entry.read()) }));
  const choose = (id: string): void => {
    useUnit.setState({ unit: find(id) });
    entry.write(id);
  };
  return [find, useUnit, choose] as const;
}
