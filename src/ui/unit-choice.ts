// Choice of a unit for each service, remembered.
import { create } from 'zustand';
import { stored } from '#lib/stored.ts';

let service = '';
const readers: (() => void)[] = [];

/** Those chosen for this connection hold from now on, on every page. */
export function readUnitsOf(id: string): void {
  service = id;
  for (const read of readers) read();
}

/** Stays in this browser; unknown ids mean the first unit. */
export function createUnitChoice<Unit extends { readonly id: string }>(
  key: string,
  units: readonly [Unit, ...Unit[]],
) {
  const find = (id: unknown): Unit => units.find((unit) => unit.id === id) ?? units[0];
  const entry = stored<Readonly<Record<string, unknown>>>({
    key,
    version: 1,
    // Older builds had one for all services: it counts for the page's own server.
    parse: (value) => (typeof value === 'object' ? { ...value } : { server: value }),
    fallback: {},
    storage: () => localStorage,
  });
  const chosen = () => ({ unit: find(entry.read()[service]) });
  const useUnit = create<{ readonly unit: Unit }>(chosen);
  readers.push(() => useUnit.setState(chosen()));
  const choose = (id: string): void => {
    useUnit.setState({ unit: find(id) });
    entry.write({ ...entry.read(), [service]: id });
  };
  return [find, useUnit, choose] as const;
}
