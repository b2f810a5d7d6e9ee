// Render budget of a key, a token and a run: components rendered, layouts, elements, writes.
import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod';
import { ask } from '#tools/bench/page.ts';
import { raceModels, startRace } from '#tools/bench/upstreams.ts';
import { expect, test } from './fixtures.ts';

/** Must be called before the page is opened. */
async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      readonly tag: number;
      readonly flags: number;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
      readonly alternate: Fiber | null;
    }
    /** Rendered components and commits of React, records written for token names, changes of the strip. */
    const counted = { components: 0, commits: 0, records: 0, strips: 0 };
    Reflect.set(globalThis, 'counted', counted);
    new MutationObserver((changes) => {
      const strip = document.querySelector('[aria-label="Run figures"]');
      if (changes.some(({ target }) => strip?.contains(target))) counted.strips += 1;
    }).observe(document, { subtree: true, characterData: true });
    const performedWork = 1;
    // Function, class, forwardRef, memo and simple memo.
    const componentTags = new Set([0, 1, 11, 14, 15]);

    function count(fiber: Fiber): void {
      if (componentTags.has(fiber.tag) && (fiber.flags & performedWork) !== 0) counted.components += 1;
      // React reused the subtree.
      if (fiber.alternate?.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) count(child);
    }

    Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot(_: number, { current }: { current: Fiber }) {
        counted.commits += 1;
        count(current);
      },
      onCommitFiberUnmount: () => undefined,
    });
    for (const method of ['put', 'add'] as const) {
      const original = IDBObjectStore.prototype[method];
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...values) {
        if (this.transaction.db.name === 'inferdeck-vocabulary') counted.records += 1;
        return original.apply(this, values);
      };
    }
  });
}

const Counts = z.object({
  components: z.number(),
  commits: z.number(),
  records: z.number(),
  strips: z.number(),
});

async function read(page: Page): Promise<z.infer<typeof Counts>> {
  return Counts.parse(await page.evaluate((): unknown => Reflect.get(globalThis, 'counted')));
}

/** Layouts of the page so far. */
async function countLayouts(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
}

test('a token renders the end of its text with one layout, and a key in a parameter only its own field', async ({
  page,
}) => {
  // 200 a second for half a minute: the run outlives the count on a busy machine, too.
  await using service = await startRace();
  await watchRenders(page);
  await page.goto(service.url);
  await ask(page, { model: raceModels.steady, maxTokens: 6_000, n: 1 });
  await page.keyboard.press('ControlOrMeta+Enter');
  const output = page.getByRole('textbox', { name: 'Output' });
  await expect(output).toContainText(/(\w+ ){5}/);
  // What is loaded with the first tokens lays the page out, too.
  const first = (await read(page)).commits;
  await expect.poll(async () => (await read(page)).commits - first).toBeGreaterThan(40);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const begin = { ...(await read(page)), layouts: await countLayouts(session) };
  await expect.poll(async () => (await read(page)).commits - begin.commits).toBeGreaterThan(60);
  const end = { ...(await read(page)), layouts: await countLayouts(session) };
  await expect(output).toHaveAttribute('aria-busy', 'true');
  const commits = end.commits - begin.commits;
  // Seven from the output to the end of its text, and the figures of the strip five times a second: on a busy machine
  // they share few commits, each with more text.
  expect((end.components - begin.components) / commits).toBeLessThan(20);
  // The strip is laid out separately from the text, as often as its clock says and not as tokens come.
  const ofStrip = 2 * (end.strips - begin.strips);
  expect((end.layouts - begin.layouts - ofStrip) / commits).toBeLessThan(1.2);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Stopped');
  const field = page.getByRole('textbox', { name: 'temperature' });
  await field.focus();
  await expect(field).toBeFocused();
  await page.waitForLoadState('networkidle');
  const before = await read(page);
  await field.press('1');
  await expect(page.getByRole('button', { name: 'Reset temperature to default' })).toBeVisible();
  const after = await read(page);
  expect(after.components - before.components).toBeLessThan(40);
});

test('10,000 tokens are a few hundred elements, and their names are stored in one record', async ({
  page,
}) => {
  const service = await startRace();
  try {
    await watchRenders(page);
    await page.goto(service.url);
    await ask(page, { model: raceModels.burst, maxTokens: 10_000, n: 1 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
    const output = page.getByRole('textbox', { name: 'Output' });
    const { length } = await output.evaluate((element) => element.textContent);
    expect(length).toBeGreaterThan(50_000);
    // A box and a canvas for each block of about a thousand characters.
    expect(await output.locator('*').count()).toBeLessThan((3 * length) / 1000);
    await expect.poll(async () => (await read(page)).records).toBe(1);
  } finally {
    await service.stop();
  }
});

test('an idle minute renders ages, not tables', async ({ page }) => {
  await watchRenders(page);
  await page.clock.install();
  // A row of the matrix updates the age of its answer each second.
  for (const [path, most] of [
    ['/hardware', 200],
    ['/hardware?view=matrix', 6_000],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('[role="grid"], [role="table"]').first()).toBeVisible();
    if (path.includes('matrix')) {
      await page.getByRole('button', { name: /^Check \d+ models$/ }).click();
      await expect(page.getByText(/^Done: /)).toBeVisible();
    }
    await page.waitForLoadState('networkidle');
    const before = await read(page);
    await page.clock.runFor(60_000);
    const after = await read(page);
    expect(after.commits, path).toBeGreaterThan(before.commits);
    expect(after.components - before.components, path).toBeLessThan(most);
  }
});
