// Keys bench: key to paint (INP), slowed processor.
import type { Browser, Locator, Page } from '@playwright/test';
import { ask, openPage, press, settle } from './page.ts';
import { atMost, type BenchRow } from './row.ts';
import { manyModels, raceModels, startListService, startRace } from './upstreams.ts';

const slowdown = 4;
const models = 1_000;

export async function benchKeys(browser: Browser): Promise<BenchRow[]> {
  return [...(await keysInPlayground(browser)), ...(await keysInLists(browser))];
}

async function keysInPlayground(browser: Browser): Promise<BenchRow[]> {
  await using service = await startRace();
  await using page = await openPage(browser, service.url);
  await ask(page, { model: raceModels.burst, maxTokens: 10_000 });
  await press(page, 'Run', 'Complete');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('A sentence of the prompt. '.repeat(385));
  const rows = [await keyRow(page, 'prompt of 10,000 characters above 10,000 tokens', prompt)];
  for (const field of ['temperature', 'max_tokens'])
    rows.push(await keyRow(page, field, page.getByRole('textbox', { name: field }), '25'));
  await page.getByRole('tab', { name: 'History' }).click();
  rows.push(await keyRow(page, 'search of history', page.getByRole('searchbox', { name: 'Search history' })));
  return rows;
}

async function keysInLists(browser: Browser): Promise<BenchRow[]> {
  await using lists = await startListService(manyModels(models));
  await using page = await openPage(browser, `${lists.url}/models`);
  await page.locator(`[role=grid][aria-rowcount="${models + 1}"]`).waitFor();
  const name = `table of ${models.toLocaleString('en-US')} models`;
  const search = page.getByRole('searchbox', { name: 'Search models' });
  const filter = page.getByRole('textbox', { name: 'Filter Model' });
  const rows = [await keyRow(page, `${name}, search`, search), await keyRow(page, `${name}, filter`, filter)];
  await page.goto(`${lists.url}/jobs`);
  return [...rows, await keyRow(page, 'job id', page.getByRole('textbox').first())];
}

/** The slowest key; each is painted before the next. */
async function keyRow(page: Page, name: string, field: Locator, keys = 'model 1'): Promise<BenchRow> {
  await field.focus();
  await field.press('End');
  await settle(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const slowest = await page.evaluateHandle(() => {
    const seen = { ms: 0 };
    // The least a browser reports.
    const events = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name.startsWith('key') || entry.name === 'input')
          seen.ms = Math.max(seen.ms, entry.duration);
    }).observe(events);
    return seen;
  });
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await settle(page);
    // For deferred updates and debounced writes.
    await page.waitForTimeout(150);
  }
  const { ms } = await slowest.jsonValue();
  await slowest.dispose();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return atMost(`a key in ${name}, processor slowed ${slowdown} times: to paint, worst`, ms, 'ms', 100);
}
