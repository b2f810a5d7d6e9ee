// Token picker options and search.
import { formatCount } from '#lib/format.ts';
import { narrow, type PickerGroup } from '#ui/PickerList.tsx';
import { toVisibleToken, fromVisible } from '#ui/visible-text.ts';

/** Short texts first. @param tokens texts by id in digits */
export function tokenOptions(tokens: ReadonlyMap<string, string>): readonly PickerGroup[] {
  const options = [...tokens]
    .map(([id, text]) => ({ value: id, label: toVisibleToken(text), detail: `id ${id}` }))
    .sort(
      (one, other) => one.label.length - other.label.length || one.label.localeCompare(other.label, 'en'),
    );
  return [{ label: `${formatCount(options.length)} tokens seen so far`, options }];
}

/** The text itself first, then behind a space, then in this case. Spaces in the query count. */
export function findTokens(groups: readonly PickerGroup[], query: string): ReturnType<typeof narrow> {
  const wanted = toVisibleToken(fromVisible(query));
  const holding = groups.map(({ label, options }) => ({
    label,
    options: options
      .filter(
        (option) =>
          option.value === query.trim() || option.label?.toLowerCase().includes(wanted.toLowerCase()),
      )
      .toSorted((one, other) => distance(one.label ?? '', wanted) - distance(other.label ?? '', wanted)),
  }));
  return narrow(holding, '');
}

function distance(label: string, wanted: string): number {
  if (label === wanted) return 0;
  if (label === `·${wanted}`) return 1;
  return label.includes(wanted) ? 2 : 3;
}
