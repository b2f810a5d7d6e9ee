// Table state synchronized with the URL, debounced.
import { useEffect, useEffectEvent, useState } from 'react';
import type { TableParams } from './address-params.ts';
import { readAddress, writeAddress, type AddressScope } from './address.ts';
import type { ChangeTable, TableState } from './table-state.ts';

const pauseMs = 250;

/**
 * @param params from the URL; if they change elsewhere (back, a link), the table follows
 * @param onParams all parameters of the table, called when typing pauses. The first ones are a history entry,
 * so that Back leads to the plain table; later ones replace it.
 */
export function useAddressedState(
  params: TableParams,
  onParams: (params: TableParams, how: 'push' | 'replace') => void,
  scope: AddressScope,
): readonly [TableState, ChangeTable] {
  const address = textOf(params);
  const [kept, setKept] = useState(() => ({ state: readAddress(params, scope), address, told: address }));
  let { state } = kept;
  if (kept.address !== address) {
    // Our own last written value comes back; only a foreign one replaces the state.
    if (address !== kept.told) state = readAddress(params, scope);
    setKept({ state, address, told: address });
  }

  // While the next page loads this one is still mounted: writing then would navigate back.
  const [path] = useState(() => location.pathname);
  const tell = useEffectEvent((settled: TableState) => {
    if (location.pathname !== path) return;
    const next = writeAddress(settled, scope);
    const told = textOf(next);
    if (told === address) return;
    setKept((now) => ({ ...now, told }));
    onParams(next, Object.keys(params).length === 0 ? 'push' : 'replace');
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(state), pauseMs);
    return () => clearTimeout(timer);
  }, [state]);

  return [state, (change) => setKept((now) => ({ ...now, state: change(now.state) }))];
}

function textOf(params: TableParams): string {
  return JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
