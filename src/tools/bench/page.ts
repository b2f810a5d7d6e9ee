// Pages of the browser benches: opened, driven, watched.
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod';
import { at } from '#lib/at.ts';

/** An empty one without an address. */
export async function openPage(browser: Browser, url?: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  if (url !== undefined) await page.goto(url);
  return page;
}

export interface RaceRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly n?: number;
}

/** With logprobs; heat is on by default. */
export async function ask(page: Page, { model, maxTokens, n = 1 }: RaceRequest): Promise<void> {
  const numbers = { max_tokens: String(maxTokens), ...(n > 1 && { n: String(n) }) };
  await page.evaluate((draft) => sessionStorage.setItem('inferdeck.draft', JSON.stringify(draft)), {
    version: 1,
    value: { model, prompt: 'The race', stop: [], numbers, logprobs: true },
  });
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  // Loads the chunk that shows outputs.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.waitForLoadState('networkidle');
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

export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Until it is drawn and idle. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}

/** JS heap, embedder heap, array buffers; collected. */
export async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const usage = z
    .object({
      usedSize: z.number(),
      embedderHeapUsedSize: z.number().default(0),
      backingStorageSize: z.number().default(0),
    })
    .parse(await session.send('Runtime.getHeapUsage'));
  await session.detach();
  return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
}

interface Seen {
  readonly framesPerSecond: number;
  /** Over 50 ms, the shortest reported. */
  readonly tasks: readonly number[];
}

export interface Watched extends Seen {
  readonly processorMs: number;
}

/** The trace takes processor time from drawing. */
export async function watchPage(page: Page, act: () => Promise<unknown>): Promise<Watched> {
  const seen: Seen[] = [];
  const processorMs = await longestTask(page, async () => seen.push(await watchFrames(page, act)));
  return { ...at(seen, 0), processorMs };
}

export async function watchFrames(page: Page, act: () => Promise<unknown>): Promise<Seen> {
  const handle = await page.evaluateHandle(() => {
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
  await act();
  // Enough for late observers.
  await drawn(page);
  const { frames, seconds, tasks } = await handle.evaluate((seen) => {
    seen.isOver = true;
    return seen;
  });
  return { framesPerSecond: frames / seconds, tasks };
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
 * The most expensive task of an act, processor milliseconds; 0 if unknown.
 * @param readsBodies Leaves out the end of a body: there the driver of the browser, which visitors do not have,
 * reads each large one once more. It doubles the trace.
 */
export async function longestTask(
  page: Page,
  act: () => Promise<unknown>,
  readsBodies = false,
): Promise<number> {
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
    traceConfig: {
      // Without it every default category is on: 16 MB a second, which doubled the tasks it measured.
      excludedCategories: ['*'],
      includedCategories: ['disabled-by-default-devtools.timeline', ...(readsBodies ? ['blink'] : [])],
    },
  });
  await act();
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
        (body) => threadOf(body) === threadOf(task) && body.ts >= task.ts && body.ts <= task.ts + task.dur,
      );
      return spentOf(task) - inside.reduce((sum, body) => sum + spentOf(body), 0);
    });
  return Math.max(0, ...costs) / 1_000;
}
