// Cell checks; regular expressions run in a worker.
import { startOwnWorker } from '#lib/own-worker.ts';
import type { CellResult } from './cell.ts';
import { canonicalJson, checkText, type Check, type CheckOutcome, type PatternTask } from './check.ts';
import type { DataRun } from './data-run.ts';
// oxlint-disable-next-line import/default -- Vite makes this default export.
import workerUrl from './pattern-worker.ts?worker&url';

const longestMs = 1_000;
const noticeMs = 200;

export const patternChecks = createPatternChecks<CellResult>((onMessage, onFailure) => {
  const worker = startOwnWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<ThreadMessage>) => onMessage(data));
  worker.addEventListener('error', onFailure);
  return {
    post: (task: PatternTask) => worker.postMessage(task, []),
    end: () => worker.terminate(),
  };
});

export function isChecked({ column, isJson }: Check): boolean {
  return column !== null || isJson;
}

/** Null for incomplete, unchecked or pending cells. */
export function checkCell(run: DataRun, check: Check, cell: number): CheckOutcome | null {
  const result = run.results[cell];
  if (result?.state !== 'complete' || !isChecked(check)) return null;
  const { kind, isCaseSensitive } = check;
  const json = check.isJson ? jsonOf(result) : null;
  if (check.isJson && json === null) return 'fail';
  const expected = expectedOf(run, check, cell);
  if (expected === null) return 'pass';
  if (kind === 'regex')
    return patternChecks.outcomeOf(result, { pattern: expected, isCaseSensitive, text: result.text });
  return json !== null && kind === 'exact'
    ? checkText({ kind, isCaseSensitive }, json, canonicalJson(expected) ?? '')
    : checkText({ kind, isCaseSensitive }, result.text, expected);
}

const jsons = new WeakMap<CellResult, string | null>();

function jsonOf(result: CellResult): string | null {
  const known = jsons.get(result);
  const json = known === undefined ? canonicalJson(result.text) : known;
  if (known === undefined) jsons.set(result, json);
  return json;
}

export function askChecks(run: DataRun, check: Check): void {
  if (check.kind !== 'regex') return;
  for (const [cell, result] of run.results.entries()) {
    const pattern = expectedOf(run, check, cell);
    if (pattern === null || result?.state !== 'complete') continue;
    patternChecks.ask(result, { pattern, isCaseSensitive: check.isCaseSensitive, text: result.text });
  }
}

/** Null without a column of expected answers. */
export function expectedOf({ read }: DataRun, { column }: Check, cell: number): string | null {
  if (column === null) return null;
  const { columns, rows, outputs } = read.plan;
  return rows[Math.floor(cell / outputs.length)]?.[columns.indexOf(column)] ?? '';
}

/** Answers tasks in order. */
interface PatternThread {
  readonly post: (task: PatternTask) => void;
  readonly end: () => void;
}

/** `ready` once, then an outcome per task. */
export type ThreadMessage = 'ready' | CheckOutcome;

export type StartThread = (
  onMessage: (message: ThreadMessage) => void,
  onFailure: () => void,
) => PatternThread;

/** `Checked` identifies a text. */
interface PatternChecks<Checked extends object> {
  readonly outcomeOf: (checked: Checked, task: PatternTask) => CheckOutcome | null;
  readonly ask: (checked: Checked, task: PatternTask) => void;
  readonly settled: () => Promise<void>;
  /** Throttled. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly version: () => number;
}

/** @param limitMs per text; a slower expression is given up for all texts */
export function createPatternChecks<Checked extends object>(
  start: StartThread,
  limitMs = longestMs,
): PatternChecks<Checked> {
  const known = new WeakMap<Checked, { readonly key: string; readonly outcome: CheckOutcome }>();
  const waiting = new Map<Checked, { readonly key: string; readonly task: PatternTask }>();
  const slow = new Set<string>();
  const listeners = new Set<() => void>();
  const settling: (() => void)[] = [];
  let thread: (PatternThread & { isReady: boolean }) | null = null;
  let settle: ((outcome: CheckOutcome) => void) | null = null;
  let notice: ReturnType<typeof setTimeout> | undefined;
  let version = 0;

  function notify(): void {
    notice = undefined;
    version += 1;
    for (const listener of listeners) listener();
  }

  function work(): void {
    if (settle !== null) return;
    const [next] = waiting;
    if (next === undefined) {
      for (const resolve of settling.splice(0)) resolve();
      return;
    }
    const [checked, { key, task }] = next;
    if (slow.has(key)) return note(checked, key, 'too slow');
    try {
      thread ??= begin();
    } catch {
      return note(checked, key, 'not comparable');
    }
    // Loading does not count towards the limit.
    if (!thread.isReady) return;
    const limit = setTimeout(() => {
      thread?.end();
      thread = null;
      slow.add(key);
      settle?.('too slow');
    }, limitMs);
    settle = (outcome) => {
      clearTimeout(limit);
      settle = null;
      note(checked, key, outcome);
    };
    thread.post(task);
  }

  function note(checked: Checked, key: string, outcome: CheckOutcome): void {
    known.set(checked, { key, outcome });
    if (waiting.get(checked)?.key === key) waiting.delete(checked);
    notice ??= setTimeout(notify, noticeMs);
    queueMicrotask(work);
  }

  function begin(): PatternThread & { isReady: boolean } {
    const own = {
      isReady: false,
      ...start(
        (message) => {
          if (own !== thread) return;
          if (message !== 'ready') settle?.(message);
          else {
            own.isReady = true;
            work();
          }
        },
        () => {
          if (own !== thread) return;
          thread = null;
          if (settle !== null) settle('not comparable');
          else for (const [checked, { key }] of waiting) note(checked, key, 'not comparable');
        },
      ),
    };
    return own;
  }

  return {
    outcomeOf(checked, task) {
      const found = known.get(checked);
      return found?.key === keyOf(task) ? found.outcome : null;
    },
    ask(checked, task) {
      const key = keyOf(task);
      if (known.get(checked)?.key === key || waiting.get(checked)?.key === key) return;
      waiting.set(checked, { key, task });
      work();
    },
    settled: () => (waiting.size > 0 ? new Promise((resolve) => settling.push(resolve)) : Promise.resolve()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

function keyOf({ pattern, isCaseSensitive }: PatternTask): string {
  return `${isCaseSensitive ? 'c' : 'i'}${pattern}`;
}
