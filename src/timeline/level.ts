// How serious an entry is: the words that services use for it, brought to a few.

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
