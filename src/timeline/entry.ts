// Timeline entry of any source, and durations of phases.
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
