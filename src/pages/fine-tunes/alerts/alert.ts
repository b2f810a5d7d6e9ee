// An alert: something in a training that a person should look at, with what was seen and when it would have been said.

/** What an alert is about. */
const alertKinds = [
  'not a number',
  'divergence',
  'spike',
  'plateau',
  'overfitting',
  'stall',
  'queue',
  'contradiction',
] as const;

/** What an alert is about. */
export type AlertKind = (typeof alertKinds)[number];

/** One alert. It is a function of the data alone: the same data say it at the same step again. */
export interface Alert {
  /** The same as long as it is the same alert: kind and place. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly tone: 'bad' | 'warn' | 'note';
  /** The step at which it fired; null where it is about no step. */
  readonly step: number | null;
  /** When it fired, in Unix milliseconds; null where the time is not known. */
  readonly timeMs: number | null;
  /** What was seen, as a sentence with its numbers. */
  readonly saw: string;
}

/** Whether a person should look at once: what is over, or only worth knowing, can wait. */
export function needsLook({ tone }: Alert): boolean {
  return tone !== 'note';
}

/** The one that is shown where there is room for one: the worst, of these the newest; null where none needs a look. */
export function worstAlert(newestFirst: readonly Alert[]): Alert | null {
  const all = newestFirst.filter(needsLook);
  return (
    all.find(({ tone }) => tone === 'bad') ?? all.find(({ timeMs }) => timeMs !== null) ?? all[0] ?? null
  );
}
