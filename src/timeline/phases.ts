// How long each part of a life took: from marks in time to phases with a beginning and an end.

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
