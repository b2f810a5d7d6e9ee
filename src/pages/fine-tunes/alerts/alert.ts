// Alert type: kind, severity, step, time and evidence.

export type AlertKind =
  | 'not a number'
  | 'divergence'
  | 'spike'
  | 'plateau'
  | 'overfitting'
  | 'stall'
  | 'queue'
  | 'contradiction';

/** Depends only on the data. */
export interface Alert {
  /** Stable: kind and place. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly tone: 'bad' | 'warn' | 'note';
  readonly step: number | null;
  /** Unix milliseconds. */
  readonly timeMs: number | null;
  /** The evidence, a sentence. */
  readonly saw: string;
}

export function needsLook({ tone }: Alert): boolean {
  return tone !== 'note';
}

/** The newest of the worst, unless all are notes. */
export function worstAlert(newestFirst: readonly Alert[]): Alert | null {
  const all = newestFirst.filter(needsLook);
  return (
    all.find(({ tone }) => tone === 'bad') ?? all.find(({ timeMs }) => timeMs !== null) ?? all[0] ?? null
  );
}
