// The part of an address behind `?` before a page has read it: pages that are not loaded yet know their own parameters best.

/** Texts and numbers of an address, as they are; everything else is left out. Never throws. */
export function shortParams(
  raw: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}
