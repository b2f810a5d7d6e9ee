// Whether the window is as narrow as a phone's, where what opens covers the table.

/** Narrower than the style sheet's `tablet`. */
export function isPhone(): boolean {
  return matchMedia('not all and (min-width: 48rem)').matches;
}
