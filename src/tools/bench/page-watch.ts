// What the page's own clock sees while something runs: frames, and tasks that held the page for more than 50 ms.
import type { JSHandle, Page } from '@playwright/test';
import { traceTasks } from './task-times.ts';

/** Filled in as it happens, until `isOver`. */
interface Seen {
  frames: number;
  seconds: number;
  /** Milliseconds of each task over 50 ms, the shortest that a browser reports. */
  readonly tasks: number[];
  isOver: boolean;
}

/** What was seen in the end. */
export interface Watched extends Seen {
  /** Milliseconds of processor time that the longest task took. */
  readonly processorMs: number;
}

/** Begins to watch, with a trace, which takes some time of the processors that draw. */
export async function watchPage(page: Page): Promise<{ end: () => Promise<Watched> }> {
  const trace = await traceTasks(page);
  const frames = await watchFrames(page);
  return { end: async () => ({ ...(await frames.end()), processorMs: await trace.end() }) };
}

/** Begins to watch without a trace. The frames and seconds stand still once `end` was called. */
export async function watchFrames(page: Page): Promise<{ end: () => Promise<Seen> }> {
  const handle: JSHandle<Seen> = await page.evaluateHandle(() => {
    const seen = { frames: 0, seconds: 0, tasks: Array<number>(), isOver: false };
    const startedAt = performance.now();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!seen.isOver) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const clock = {
      tick() {
        if (seen.isOver) return;
        seen.frames += 1;
        seen.seconds = (performance.now() - startedAt) / 1000;
        requestAnimationFrame(() => clock.tick());
      },
    };
    clock.tick();
    return seen;
  });
  return {
    async end() {
      // An observer hears of a task a little after it: two frames are enough for the last one.
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      );
      const last = await handle.jsonValue();
      await handle.evaluate((each) => {
        each.isOver = true;
      });
      return last;
    },
  };
}
