// The page of the race: what is asked there, and what a person then sees.
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page, JSHandle } from '@playwright/test';
import * as z from 'zod';
import type { SentAnswer } from './race-server.ts';

/** What one run is asked. */
export interface RaceRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly n: number;
}

/** Fills the form, and switches logprobs on; the heat is on by itself. */
export async function ask(page: Page, { model, maxTokens, n }: RaceRequest): Promise<void> {
  await page.evaluate((draft) => localStorage.setItem('inferdeck.draft', JSON.stringify(draft)), {
    version: 1,
    value: draftOf({ model, maxTokens, n }),
  });
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  // What shows an output is loaded when a person goes to the prompt.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.waitForLoadState('networkidle');
}

function draftOf({ model, maxTokens, n }: RaceRequest): object {
  const numbers = { max_tokens: String(maxTokens), ...(n > 1 && { n: String(n) }) };
  return { model, prompt: 'The race', stop: [], numbers, logprobs: true };
}

/** A press of a button, as the page's own clock saw it. */
interface Press {
  /** Milliseconds until the frame that shows the state. */
  readonly shownMs: number;
  /** The wall clock of the press, milliseconds since 1970. */
  readonly pressedAt: number;
}

/** Presses Run or Stop, and waits until the strip says the state, with everything that is drawn together with it. */
export function press(page: Page, button: 'Run' | 'Stop', state: string): Promise<Press> {
  return page.evaluate(
    async ({ button: name, state: wanted, limitMs }) => {
      const target = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.startsWith(name),
      );
      const shown = document.querySelector('output[aria-label="Run"]');
      const startedAt = performance.now();
      target?.click();
      for (;;) {
        if (shown?.textContent === wanted) break;
        if (performance.now() - startedAt > limitMs)
          throw new Error(`${name} led to "${shown?.textContent}".`);
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      return { shownMs: performance.now() - startedAt, pressedAt: performance.timeOrigin + startedAt };
    },
    { button, state, limitMs: 150_000 },
  );
}

/** The text of each output on the screen, by the position of its choice. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="textbox"][aria-label^="Output"]')].map((output) =>
      [...output.querySelectorAll('[data-block]')].map((block) => block.textContent).join(''),
    ),
  );
}

const Exported = z.object({ events: z.array(z.tuple([z.number(), z.string()])) });
const Chunk = z.object({
  token: z.object({ id: z.number() }),
  choices: z.tuple([z.object({ index: z.number() })]),
});

/** Tokens that the exported recording lacks, has twice or in another order than they were sent. */
export async function lostTokens(page: Page, sent: SentAnswer): Promise<number> {
  await page.getByRole('tab', { name: 'Events' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const { events } = Exported.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')));
  const received = sent.lanes.map((): number[] => []);
  for (const [, data] of events) {
    const { token, choices } = Chunk.parse(JSON.parse(data));
    received[choices[0].index]?.push(token.id);
  }
  return sent.lanes.reduce((lost, { ids }, lane) => {
    const wrong = ids.filter((id, position) => received[lane]?.[position] !== id).length;
    return lost + wrong + Math.max(0, (received[lane]?.length ?? 0) - ids.length);
  }, 0);
}

/** Bytes that the page holds after a collection: its objects, what they hold outside, and its buffers. */
export async function heldBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const usage = z
    .object({
      usedSize: z.number(),
      embedderHeapUsedSize: z.number().default(0),
      backingStorageSize: z.number().default(0),
    })
    .parse(await session.send('Runtime.getHeapUsage'));
  return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
}

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
