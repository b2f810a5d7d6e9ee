// Fuzzy search for the command palette: prefix, word, substring, subsequence.
import { cutOptions, type narrow, type PickerGroup, type PickerOption } from '#ui/PickerList.tsx';

/**
 * Every typed word must match. Groups are ordered by their best match, a whole name first; ties by recent use.
 * @param recent values of options, last used first
 */
export function findOptions(
  groups: readonly PickerGroup[],
  query: string,
  recent: readonly string[],
): ReturnType<typeof narrow> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cutOptions([recentGroup(groups, recent), ...groups]);
  const found = groups.flatMap(({ label, options }) => {
    const scored = options
      .map((option) => ({ option, score: scoreOf(option, words, recent) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score);
    return [{ label, options: scored.map(({ option }) => option), best: scored[0]?.score ?? 0 }];
  });
  return cutOptions(found.toSorted((one, other) => other.best - one.best));
}

/** A name on a page of a room means what the room lists: a fine-tune rather than its model. */
export function roomFirst<Group extends { readonly label: string }>(
  groups: readonly Group[],
  pathname: string,
): readonly Group[] {
  const isRoom = ({ label }: Group) => pathname.startsWith(`/${label.toLowerCase()}`);
  return groups.toSorted((one, other) => Number(isRoom(other)) - Number(isRoom(one)));
}

/** Recent options also stay in their own group, where users expect them. */
function recentGroup(groups: readonly PickerGroup[], recent: readonly string[]): PickerGroup {
  const all = groups.flatMap(({ options }) => options);
  const options = recent.flatMap((value) => all.find((option) => option.value === value) ?? []);
  return {
    label: 'Recent',
    options: options.map(({ value, label = value, detail = '' }) => ({
      value: `recent ${value}`,
      label,
      detail,
    })),
  };
}

/** 0 if a word does not match. */
function scoreOf(option: PickerOption, words: readonly string[], recent: readonly string[]): number {
  const label = (option.label ?? option.value).toLowerCase();
  const detail = (option.detail ?? '').toLowerCase();
  const keywords = (option.keywords ?? '').toLowerCase();
  const scores = words.map((word) => {
    // A single one, as the id of a fine-tune, stands for itself before what begins with it, as its checkpoints.
    if (!keywords.includes(' ') && keywords.startsWith(word)) return 4.25;
    return Math.max(scoreWord(label, word), `${detail} ${keywords}`.includes(word) ? 1.5 : 0);
  });
  if (scores.includes(0)) return 0;
  const place = recent.indexOf(option.value);
  const recency = place === -1 ? 0 : 0.5 / (place + 1);
  const typed = words.join(' ');
  // Above any prefix, however recently used.
  const wholeness = label === typed || label === `go to ${typed}` ? 2 : 0;
  return scores.reduce((sum, score) => sum + score, 0) / words.length + recency + wholeness;
}

function scoreWord(text: string, word: string): number {
  if (text.startsWith(word)) return 4;
  if (text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return 3;
  if (text.includes(word)) return 2;
  return closeness(text, word);
}

/**
 * Score of a subsequence match that starts at a word, up to 1: the closer the letters, the higher. 0 if there
 * is none.
 */
function closeness(text: string, word: string): number {
  if (word.length < 3) return 0;
  const spans = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => {
    if (!text.startsWith(word.charAt(0), index)) return Infinity;
    let at = index;
    for (const letter of word) {
      at = text.indexOf(letter, at) + 1;
      if (at === 0) return Infinity;
    }
    return at - index;
  });
  const span = Math.min(...spans);
  return span <= word.length * 3 ? word.length / span : 0;
}
