// What a watch has found, in few words.

/** The first, and how many more: `1x_card and 2 more`. */
export function firstOf(found: readonly string[]): string {
  const [first = 'nothing', ...others] = found;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
