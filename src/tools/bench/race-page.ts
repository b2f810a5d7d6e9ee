// Page driver of the race bench: form, buttons, frames, long tasks, traces.
import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page, JSHandle } from '@playwright/test';
import * as z from 'zod';
import type { SentAnswer } from './upstreams.ts';

export interface RaceRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly n: number;
}

/** Also switches logprobs on; heat is on by default. */
export async function ask(page: Page, { model, maxTokens, n }: RaceRequest): Promise<void> {
  await page.evaluate((draft) => localStorage.setItem('inferdeck.draft', JSON.stringify(draft)), {
    version: 1,
    value: draftOf({ model, maxTokens, n }),
  });
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  // The chunk that shows outputs is loaded when the prompt is focused.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.waitForLoadState('networkidle');
}

function draftOf({ model, maxTokens, n }: RaceRequest): object {
  const numbers = { max_tokens: String(maxTokens), ...(n > 1 && { n: String(n) }) };
  return { model, prompt: 'The race', stop: [], numbers, logprobs: true };
}

/** A button press, on the page's own clock. */
interface Press {
  readonly shownMs: number;
  /** Wall clock, milliseconds since 1970. */
  readonly pressedAt: number;
}

/** Presses Run or Stop, and waits until the strip shows the state and that frame is drawn. */
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

/** The displayed text of each output, by choice index. */
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

/** Tokens that are missing, repeated or out of order in the exported recording. */
export async function lostTokens(page: Page, sent: SentAnswer): Promise<number> {
  await page.getByRole('tab', { name: 'Events' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const { events } = Exported.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')));
  const received = sent.choices.map((): number[] => []);
  for (const [, data] of events) {
    const { token, choices } = Chunk.parse(JSON.parse(data));
    received[choices[0].index]?.push(token.id);
  }
  return sent.choices.reduce((lost, { ids }, index) => {
    const wrong = ids.filter((id, position) => received[index]?.[position] !== id).length;
    return lost + wrong + Math.max(0, (received[index]?.length ?? 0) - ids.length);
  }, 0);
}

/** Bytes held after a garbage collection: JS heap, embedder heap and array buffers. */
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

/** Updated live until `isOver`. */
interface Seen {
  frames: number;
  seconds: number;
  /** Milliseconds of each task over 50 ms, the shortest that a browser reports. */
  readonly tasks: number[];
  isOver: boolean;
}

export interface Watched extends Seen {
  /** Processor time of the longest task, in milliseconds. */
  readonly processorMs: number;
}

/** Watches with a trace, which takes some processor time from drawing. */
export async function watchPage(page: Page): Promise<{ end: () => Promise<Watched> }> {
  const trace = await traceTasks(page);
  const frames = await watchFrames(page);
  return { end: async () => ({ ...(await frames.end()), processorMs: await trace.end() }) };
}

/** Watches without a trace. Frames and seconds stop counting when `end` is called. */
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
      // Observers are notified with a delay: two frames are enough for the last task.
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

/** Frames a second of an empty page: what this machine can draw at the moment. */
export async function idleFrames(browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  const watch = await watchFrames(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const { frames, seconds } = await watch.end();
  await page.close();
  return frames / seconds;
}

/** Waits for the effects of an act: two frames, and an idle callback. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}

const Task = z.object({ name: z.literal('RunTask'), pid: z.number(), tid: z.number(), tdur: z.number() });
const ThreadName = z.object({
  name: z.literal('thread_name'),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.literal('CrRendererMain') }),
});

/** Starts a trace. `end` returns the processor time of the most expensive task in milliseconds; 0 if unknown. */
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
