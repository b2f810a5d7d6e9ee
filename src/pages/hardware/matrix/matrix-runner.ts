// The matrix run of this tab: it goes on while another page is open, and what it learned is written into the diary.
import { useStore } from 'zustand';
import type { Hardware } from '#api/schema/hardware.ts';
import { diaryPage } from '#pages/hardware/diary/diary-page.ts';
import { diary } from '#pages/hardware/diary/use-diary.ts';
import { createMatrixRunner, type MatrixRun } from './matrix-run.ts';

/** All configurations of the connection, for the pages of the diary; set by the view that starts a run. */
let configurations: readonly Hardware[] = [];
let whenWritten: (() => void) | undefined;

/** The one runner of this tab. */
export const matrixRunner = createMatrixRunner({
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  onEnd: (run) => void writeDown(run),
});

/** The run as it is now. */
export function useMatrixRun(): MatrixRun {
  return useStore(matrixRunner.store);
}

/** What the next run needs to write its page, and what is called when it is written. */
export function prepareDiary(all: readonly Hardware[], onWritten: () => void): void {
  configurations = all;
  whenWritten = onWritten;
}

async function writeDown({ connectionId, answers }: MatrixRun): Promise<void> {
  const listed = [...answers].flatMap(([model, answer]) =>
    answer.kind === 'listed' ? [[model, answer.items] as const] : [],
  );
  if (listed.length === 0) return;
  const page = { connectionId, all: configurations, offered: new Map(listed), atMs: Date.now() };
  await diary.write(diaryPage(page));
  whenWritten?.();
}
