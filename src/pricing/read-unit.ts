// Unit in which a page with an address of its own reads token prices.
import { useEffect } from 'react';
import { tokenUnits, useTokenUnit, type TokenUnit } from './units.ts';

/** From a URL parameter. */
export function readTokenUnit(raw: unknown): TokenUnit | null {
  return tokenUnits.find((unit) => unit.id === raw) ?? null;
}

/** Of the last link, until the user chooses another or the tab is closed: what it costs is carried to other pages. */
let sent: { readonly unit: TokenUnit; readonly own: TokenUnit } | null = null;

/** The sender's in a link, else the user's own. */
export function useReadUnit(fromLink: TokenUnit | null): TokenUnit {
  const { unit: own } = useTokenUnit();
  useEffect(() => {
    if (fromLink !== null) sent = { unit: fromLink, own };
  }, [fromLink, own]);
  return fromLink ?? (sent?.own === own ? sent.unit : own);
}
