// Timeline entries, and their filter by level, type and text.
import { oldestFirst } from '#lib/read-time.ts';

/** `position` is the index in the answer. */
export interface Entry {
  /** Stable over reloads: the service's hash, or one of the content. Unique in its list. */
  readonly key: string;
  readonly position: number;
  /** Unix milliseconds; null if unreadable. */
  readonly timeMs: number | null;
  /** As sent. */
  readonly timeText: string;
  readonly level: LevelWord;
  readonly type: string;
  readonly message: string;
  /** As sent. */
  readonly raw: unknown;
}

/** `info`, `warning`, `error`, `none`; others as sent, in lower case. */
export type LevelWord = string;

const known: Readonly<Record<string, LevelWord>> = {
  legacy_info: 'info',
  legacy_iwarning: 'warning',
  legacy_ierror: 'error',
  warn: 'warning',
  err: 'error',
  fatal: 'error',
  critical: 'error',
};

export function levelOf(sent: string | null | undefined): LevelWord {
  const word = (sent ?? '').trim().toLowerCase();
  return word === '' ? 'none' : (known[word] ?? word);
}

/** Serious first, unknown last. */
export function levelRank(level: LevelWord): number {
  const place = ['error', 'warning', 'info', 'none'].indexOf(level);
  return place === -1 ? 4 : place;
}

/** Two FNV-1a hashes in base 36. Not for secrets. */
export function contentKey(parts: readonly string[]): string {
  const text = parts.join('\u0000');
  return fnv(text, 0x811c9dc5).toString(36) + fnv(text, 0x01234567).toString(36);
}

function fnv(text: string, basis: number): number {
  let sum = basis;
  for (let index = 0; index < text.length; index += 1) {
    sum ^= text.charCodeAt(index);
    sum = Math.imul(sum, 0x01000193);
  }
  return sum >>> 0;
}

/**
 * Oldest first. Repeated keys get numbers.
 * @param entries as sent
 */
export function orderedEntries(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Map<string, number>();
  const unique = entries.map((entry) => {
    const count = (seen.get(entry.key) ?? 0) + 1;
    seen.set(entry.key, count);
    return count === 1 ? entry : { ...entry, key: `${entry.key}~${count}` };
  });
  return oldestFirst(unique, ({ timeMs }) => timeMs);
}

/** Null ends a phase. */
export interface PhaseMark {
  readonly timeMs: number;
  readonly name: string | null;
}

/** `isOpen`: `endMs` is now. */
export interface Phase {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isOpen: boolean;
}

/**
 * In the order entered; a repeated mark changes nothing.
 * @param marks oldest first
 * @param untilMs end of the last phase; null if still open
 */
export function phasesOf(
  marks: readonly PhaseMark[],
  untilMs: number | null,
  nowMs: number,
): readonly Phase[] {
  const phases: Phase[] = [];
  let current: PhaseMark | null = null;
  for (const mark of marks) {
    if (current !== null && mark.name === current.name) continue;
    if (current?.name) phases.push(closed(current.name, current.timeMs, mark.timeMs));
    current = mark;
  }
  if (current?.name) {
    phases.push(
      untilMs === null
        ? { ...closed(current.name, current.timeMs, nowMs), isOpen: true }
        : closed(current.name, current.timeMs, untilMs),
    );
  }
  return phases;
}

function closed(name: string, startMs: number, endMs: number): Phase {
  return { name, startMs, endMs: Math.max(startMs, endMs), isOpen: false };
}

/** Empty lists let all pass; `text` may be in message, type or level. */
export interface Filter {
  readonly levels: readonly string[];
  readonly types: readonly string[];
  readonly text: string;
}

export const noFilter: Filter = { levels: [], types: [], text: '' };

export function isFiltering({ levels, types, text }: Filter): boolean {
  return levels.length > 0 || types.length > 0 || text.trim() !== '';
}

export function filtered(entries: readonly Entry[], filter: Filter): readonly Entry[] {
  if (!isFiltering(filter)) return entries;
  const hasText = textTest(filter.text);
  return entries.filter(
    (entry) => allows(filter.levels, entry.level) && allows(filter.types, entry.type) && hasText(entry),
  );
}

/** Entries per value with all other choices kept; 0 is listed, too. */
export function facetCounts(
  entries: readonly Entry[],
  filter: Filter,
  facet: 'level' | 'type',
): ReadonlyMap<string, number> {
  const chosen = facet === 'level' ? filter.levels : filter.types;
  const others = facet === 'level' ? { ...filter, levels: [] } : { ...filter, types: [] };
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry[facet], 0);
  for (const value of chosen) counts.set(value, 0);
  for (const entry of filtered(entries, others))
    counts.set(entry[facet], (counts.get(entry[facet]) ?? 0) + 1);
  return counts;
}

/** "level error, type warning and “loss”" */
export function filterWords({ levels, types, text }: Filter): string {
  const parts = [
    levels.length > 0 && `level ${levels.join(' or ')}`,
    types.length > 0 && `type ${types.join(' or ')}`,
    text.trim() !== '' && `“${text.trim()}”`,
  ].filter((part) => part !== false);
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function allows(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

function textTest(text: string): (entry: Entry) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  return ({ message, type, level }) => `${message}\n${type}\n${level}`.toLowerCase().includes(wanted);
}
