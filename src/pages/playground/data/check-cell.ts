// Cell checks; regular expressions run in a worker.
import { startOwnWorker } from '#lib/own-worker.ts';
import type { CellResult } from './cell.ts';
import { checkText, type Check, type CheckOutcome, type PatternTask } from './check.ts';
import type { DataRun } from './data-run.ts';
import { createPatternChecks, type ThreadSays } from './pattern-checks.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './pattern-worker.ts?worker&url';

export const patternChecks = createPatternChecks<CellResult>((onSays, onFailure) => {
  const worker = startOwnWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<ThreadSays>) => onSays(data));
  worker.addEventListener('error', onFailure);
  return {
    post: (task: PatternTask) => worker.postMessage(task, []),
    end: () => worker.terminate(),
  };
});

/** Null for incomplete, unchecked or pending cells. */
export function checkCell(run: DataRun, check: Check, cell: number): CheckOutcome | null {
  const result = run.results[cell];
  const expected = expectedOf(run, check, cell);
  if (expected === null || result?.state !== 'complete') return null;
  const { kind, isCaseSensitive } = check;
  return kind === 'regex'
    ? patternChecks.outcomeOf(result, { pattern: expected, isCaseSensitive, text: result.text })
    : checkText({ kind, isCaseSensitive }, result.text, expected);
}

export function askChecks(run: DataRun, check: Check): void {
  if (check.kind !== 'regex') return;
  for (const [cell, result] of run.results.entries()) {
    const pattern = expectedOf(run, check, cell);
    if (pattern === null || result?.state !== 'complete') continue;
    patternChecks.ask(result, { pattern, isCaseSensitive: check.isCaseSensitive, text: result.text });
  }
}

function expectedOf({ read }: DataRun, { column }: Check, cell: number): string | null {
  if (column === null) return null;
  const { columns, rows, outputs } = read.plan;
  return rows[Math.floor(cell / outputs.length)]?.[columns.indexOf(column)] ?? '';
}
