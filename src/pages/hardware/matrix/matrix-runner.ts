// The matrix run of this tab: it goes on while another page is open, and each answer is written into the diary as it comes.
import { useStore } from 'zustand';
import { liveConnectionIds } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import { offerPage } from '#pages/hardware/diary/diary-page.ts';
import { diary } from '#pages/hardware/diary/use-diary.ts';
import { createMatrixRunner, type ListedAnswer, type MatrixRun } from './matrix-run.ts';

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
  onAnswer: (serviceKey, model, answer) => void writeDown(serviceKey, model, answer),
});

useConnections.subscribe((state) => matrixRunner.keepOnly(liveConnectionIds(state)));

/** The run as it is now. */
export function useMatrixRun(): MatrixRun {
  return useStore(matrixRunner.store);
}

/** What the next run needs to write its pages, and what is called when one is written. */
export function prepareDiary(all: readonly Hardware[], onWritten: () => void): void {
  configurations = all;
  whenWritten = onWritten;
}

// At once and not at the end: what was answered outlives a tab that is closed in the middle.
async function writeDown(serviceKey: string, model: string, { items, atMs }: ListedAnswer): Promise<void> {
  await diary.write(
    offerPage({ connectionId: serviceKey, model, all: configurations, offered: items, atMs }),
  );
  whenWritten?.();
}
