// The known tokens as a list to pick from by their text.
import { formatCount } from '#lib/format.ts';
import { toVisibleToken } from '#pages/playground/tokens/visible-text.ts';
import type { PickerGroup } from '#ui/picker-options.ts';

/** One group, short texts first, so that a word comes before the words that hold it. `tokens`: texts by id, in digits. */
export function tokenOptions(tokens: ReadonlyMap<string, string>): readonly PickerGroup[] {
  const options = [...tokens]
    .map(([id, text]) => ({ value: id, label: toVisibleToken(text), detail: `id ${id}` }))
    .sort(
      (one, other) => one.label.length - other.label.length || one.label.localeCompare(other.label, 'en'),
    );
  return [{ label: `Learned from ${formatCount(options.length)} tokens`, options }];
}
