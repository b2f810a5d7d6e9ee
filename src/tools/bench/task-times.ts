// How long the tasks of a page's main thread kept a processor: on a busy machine that says more than the clock.
import type { Page } from '@playwright/test';
import * as z from 'zod';

const Task = z.object({ name: z.literal('RunTask'), pid: z.number(), tid: z.number(), tdur: z.number() });
const ThreadName = z.object({
  name: z.literal('thread_name'),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.literal('CrRendererMain') }),
});

/** Begins to trace. `end` gives the milliseconds of processor time of the task that took most; 0 where none is known. */
export async function traceTasks(page: Page): Promise<{ end: () => Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  const pages = new Set<string>();
  const longest = new Map<string, number>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const thread = ThreadName.safeParse(event).data;
      if (thread) pages.add(`${thread.pid} ${thread.tid}`);
      const task = Task.safeParse(event).data;
      if (task === undefined) continue;
      const key = `${task.pid} ${task.tid}`;
      longest.set(key, Math.max(longest.get(key) ?? 0, task.tdur / 1000));
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  });
  return {
    async end() {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await complete;
      await session.detach();
      return Math.max(0, ...[...longest].filter(([key]) => pages.has(key)).map(([, ms]) => ms));
    },
  };
}
