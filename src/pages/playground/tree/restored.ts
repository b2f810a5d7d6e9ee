// Which recordings came out of history: they are shown as the runs that they were, not as files that were opened.
import type { RecordedRun } from '#pages/playground/recorded-run.ts';
import type { Run } from '#pages/playground/run.ts';

const restored = new WeakSet<RecordedRun>();

/** Marks a recording that history shows again. */
export function noteRestored(recorded: RecordedRun): void {
  restored.add(recorded);
}

/** Whether history shows it again. */
export function isRestored(recorded: RecordedRun): boolean {
  return restored.has(recorded);
}

/** Whether a run is only played, from a file or at a pace: nothing goes on from it. What history shows whole again is the run itself. */
export function isPlayed({ replay }: Run): boolean {
  return replay !== null && !(replay.pace === Number.POSITIVE_INFINITY && restored.has(replay.recorded));
}
