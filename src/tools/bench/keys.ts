// Keys bench: key to paint (INP), slowed processor.
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { startService } from '#tools/setup/service-process.ts';
import { manyModels, startListService, raceModels, startRaceServer } from './upstreams.ts';
import { ask, press, settle } from './race-page.ts';
import { atMost, type BenchRow } from './row.ts';

const slowdown = 4;
const models = 1_000;

export async function benchKeys(executablePath: string): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    return [...(await keysInPlayground(browser)), ...(await keysInLists(browser))];
  } finally {
    await browser.close();
  }
}

async function keysInPlayground(browser: Browser): Promise<BenchRow[]> {
  const server = await startRaceServer();
  const service = await startService({ INFERDECK_UPSTREAM: server.baseUrl, INFERDECK_API_KEY: 'keys' });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(service.url);
    await ask(page, { model: raceModels.burst, maxTokens: 10_000, n: 1 });
    await press(page, 'Run', 'Complete');
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('A sentence of the prompt. '.repeat(385));
    const rows = [await keyRow(page, 'prompt of 10,000 characters above 10,000 tokens', prompt)];
    for (const field of ['temperature', 'max_tokens'])
      rows.push(await keyRow(page, field, page.getByRole('spinbutton', { name: field }), '25'));
    await page.getByRole('tab', { name: 'History' }).click();
    rows.push(
      await keyRow(page, 'search of history', page.getByRole('searchbox', { name: 'Search history' })),
    );
    await page.close();
    return rows;
  } finally {
    await service.stop();
    server.close();
  }
}

async function keysInLists(browser: Browser): Promise<BenchRow[]> {
  const lists = await startListService(manyModels(models));
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(`${lists.url}/models`);
    await page.locator(`[role=grid][aria-rowcount="${models + 1}"]`).waitFor();
    const name = `table of ${models.toLocaleString('en-US')} models`;
    const search = page.getByRole('searchbox', { name: 'Search models' });
    const filter = page.getByRole('textbox', { name: 'Filter Model' });
    const rows = [
      await keyRow(page, `${name}, search`, search),
      await keyRow(page, `${name}, filter`, filter),
    ];
    await page.goto(`${lists.url}/jobs`);
    rows.push(await keyRow(page, 'job id', page.getByRole('textbox').first()));
    await page.close();
    return rows;
  } finally {
    await lists.stop();
  }
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
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
  }
  const { ms } = await slowest.jsonValue();
  await slowest.dispose();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return atMost(`a key in ${name}, processor slowed ${slowdown} times: to paint, worst`, ms, 'ms', 100);
}
