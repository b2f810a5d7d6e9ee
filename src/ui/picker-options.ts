// What can be picked from a list, and what is left of it while a person types.

/** One thing to pick. */
export interface PickerOption {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string;
  /** Muted words at the right, as `256 ctx · free`. */
  readonly detail?: string;
}

/** Options under one heading. */
export interface PickerGroup {
  readonly label: string;
  readonly options: readonly PickerOption[];
}

/** No list shows more than this many at once; typing narrows it. */
const shownAtMost = 200;

/** Groups with the options that contain every typed word, and how many matched beyond the ones shown. */
export function narrow(
  groups: readonly PickerGroup[],
  query: string,
): { groups: PickerGroup[]; hidden: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let room = shownAtMost;
  let hidden = 0;
  const left = groups.flatMap((group) => {
    const matching = group.options.filter((option) => matches(option, words));
    const options = matching.slice(0, room);
    room -= options.length;
    hidden += matching.length - options.length;
    return options.length > 0 ? [{ label: group.label, options }] : [];
  });
  return { groups: left, hidden };
}

/** Whether some option has exactly this value. */
export function isListed(groups: readonly PickerGroup[], value: string): boolean {
  return groups.some((group) => group.options.some((option) => option.value === value));
}

function matches({ value, label = '', detail = '' }: PickerOption, words: readonly string[]): boolean {
  const text = `${value} ${label} ${detail}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
