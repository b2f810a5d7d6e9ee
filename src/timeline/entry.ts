// Timeline entry of any source, and durations of phases.
import { oldestFirst } from '#lib/read-time.ts';

/** What happened. `position` is its place in the answer of the service, from 0. */
export interface Entry {
  /** Stable over reloads: the service's own hash, or one of the content. Unique in its list. */
  readonly key: string;
  readonly position: number;
  /** Unix milliseconds; null where the time could not be read. */
  readonly timeMs: number | null;
  /** The time as it was sent. */
  readonly timeText: string;
  readonly level: LevelWord;
  readonly type: string;
  readonly message: string;
  /** What the service sent. */
  readonly raw: unknown;
}

/** `info`, `warning`, `error`, `none` where nothing was said; anything else as it came, in lower case. */
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

/** The level of an event, from what the service sent as one. */
export function levelOf(sent: string | null | undefined): LevelWord {
  const word = (sent ?? '').trim().toLowerCase();
  return word === '' ? 'none' : (known[word] ?? word);
}

/** The more serious, the smaller; unknown levels come after the known ones. */
export function levelRank(level: LevelWord): number {
  const place = ['error', 'warning', 'info', 'none'].indexOf(level);
  return place === -1 ? 4 : place;
}

/** A short key of the content: two 32-bit FNV-1a sums in base 36. Not for secrets. */
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
 * Oldest first, as `oldestFirst` does it. Equal keys get numbers, so that each is unique; the first keeps its own.
 * @param entries as they were sent
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

/** From here on this phase lasts; null: none does. */
export interface PhaseMark {
  readonly timeMs: number;
  readonly name: string | null;
}

/** A part of a life. `isOpen`: it still lasts, and `endMs` is now. */
export interface Phase {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isOpen: boolean;
}

/**
 * The phases in the order in which they were entered; one that is entered again is there again. A mark of the phase that
 * lasts already changes nothing.
 * @param marks oldest first
 * @param untilMs the end of the last phase, where it is known that nothing lasts any more; null where it goes on until now
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
