// The state of a cell in words and tone, and its text while it grows.
import type { Tone } from '#ui/Status.tsx';
import type { DataRun } from './data-run.ts';

/** A state as a person reads it. */
export interface CellState {
  readonly label: string;
  readonly tone: Tone;
}

const ends = {
  complete: { label: 'complete', tone: 'ok' },
  failed: { label: 'failed', tone: 'bad' },
  stopped: { label: 'stopped', tone: 'none' },
  lost: { label: 'lost', tone: 'warn' },
} as const satisfies Record<string, CellState>;

const phases = {
  queued: { label: 'in line', tone: 'none' },
  waiting: { label: 'waiting', tone: 'live' },
  streaming: { label: 'streaming', tone: 'live' },
} as const satisfies Record<string, CellState>;

const notSent: CellState = { label: 'queued', tone: 'none' };

/** Where a cell stands. */
export function cellState(run: DataRun, cell: number): CellState {
  const result = run.results[cell];
  if (result !== undefined) return ends[result.state];
  const phase = run.runOf(cell)?.state.phase;
  return phase === undefined || phase === 'ended' ? notSent : phases[phase];
}

/** The text of a cell so far; null before its first. */
export function cellText(run: DataRun, cell: number): string | null {
  const result = run.results[cell];
  if (result !== undefined) return result.text === '' ? result.error : result.text;
  const growing = run.runOf(cell);
  return growing === undefined || growing.state.phase === 'ended'
    ? null
    : (growing.recording.lanes.get(0)?.text.toString() ?? null);
}
