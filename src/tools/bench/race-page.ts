// Page driver of the benches.
import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page, JSHandle } from '@playwright/test';
import * as z from 'zod';
import type { SentAnswer } from './upstreams.ts';

export interface RaceRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly n: number;
}

/** With logprobs; heat is on by default. */
export async function ask(page: Page, { model, maxTokens, n }: RaceRequest): Promise<void> {
  await page.evaluate((draft) => localStorage.setItem('inferdeck.draft', JSON.stringify(draft)), {
    version: 1,
    value: draftOf({ model, maxTokens, n }),
  });
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  // Loads the chunk that shows outputs.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.waitForLoadState('networkidle');
}

function draftOf({ model, maxTokens, n }: RaceRequest): object {
  const numbers = { max_tokens: String(maxTokens), ...(n > 1 && { n: String(n) }) };
  return { model, prompt: 'The race', stop: [], numbers, logprobs: true };
}

interface Press {
  readonly shownMs: number;
  readonly pressedAt: number;
}

/** Resolves once the state's frame is drawn. */
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

/** Missing, repeated or out of order. */
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

/** JS heap, embedder heap, array buffers; collected. */
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

interface Seen {
  frames: number;
  seconds: number;
  /** Over 50 ms, the shortest reported. */
  readonly tasks: number[];
  isOver: boolean;
}

export interface Watched extends Seen {
  readonly processorMs: number;
}

/** The trace takes processor time from drawing. */
export async function watchPage(page: Page): Promise<{ end: () => Promise<Watched> }> {
  const trace = await traceTasks(page);
  const frames = await watchFrames(page);
  return { end: async () => ({ ...(await frames.end()), processorMs: await trace.end() }) };
}

/** Frames and seconds stop at `end`. */
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
      // Two frames are enough for late observers.
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

/** Of this machine now. */
export async function idleFrames(browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  const watch = await watchFrames(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const { frames, seconds } = await watch.end();
  await page.close();
  return frames / seconds;
}

export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}

const Span = z.object({
  name: z.enum(['RunTask', 'ResponseBodyLoader::DidFinishLoadingBody']),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number(),
  tdur: z.number(),
});
const ThreadName = z.object({
  name: z.literal('thread_name'),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.literal('CrRendererMain') }),
});

function threadOf({ pid, tid }: { readonly pid: number; readonly tid: number }): string {
  return `${pid} ${tid}`;
}

/** Microseconds. The clocks of threads run ahead on some virtual machines: no task spends more than passes. */
function spentOf({ dur, tdur }: z.infer<typeof Span>): number {
  return Math.min(dur, tdur);
}

/**
 * `end` returns the most expensive task, processor milliseconds; 0 if unknown. Without the end of a body: there the
 * driver of the browser, which visitors do not have, reads each large one once more.
 */
export async function traceTasks(page: Page): Promise<{ end: () => Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  const pages = new Set<string>();
  const spans: z.infer<typeof Span>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const thread = ThreadName.safeParse(event).data;
      if (thread) pages.add(threadOf(thread));
      const span = Span.safeParse(event).data;
      if (span !== undefined && span.tdur > 1_000) spans.push(span);
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
      const own = spans.filter((span) => pages.has(threadOf(span)));
      const bodies = own.filter(({ name }) => name !== 'RunTask');
      const costs = own
        .filter(({ name }) => name === 'RunTask')
        .map((task) => {
          const inside = bodies.filter(
            (body) =>
              threadOf(body) === threadOf(task) && body.ts >= task.ts && body.ts <= task.ts + task.dur,
          );
          return spentOf(task) - inside.reduce((sum, body) => sum + spentOf(body), 0);
        });
      return Math.max(0, ...costs) / 1_000;
    },
  };
}
