// Unit in which a page with an address of its own reads token prices.
import { tokenUnits, useTokenUnit, type TokenUnit } from './units.ts';

/** From a URL parameter. */
export function readTokenUnit(raw: unknown): TokenUnit | null {
  return tokenUnits.find((unit) => unit.id === raw) ?? null;
}

/** The sender's in a link, else the user's own. */
export function useReadUnit(fromLink: TokenUnit | null): TokenUnit {
  const { unit } = useTokenUnit();
  return fromLink ?? unit;
}
