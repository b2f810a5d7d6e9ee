// Browser bench: what a first visit to each page takes on a phone.
import type { Browser } from '@playwright/test';
import { sections } from '#app/static-bars.ts';
import { paths } from '#lib/address.ts';
import { startService } from '#tools/setup/service-process.ts';
import { atMost, type BenchRow } from './row.ts';

export async function benchBrowser(browser: Browser): Promise<BenchRow[]> {
  await using service = await startService();
  const loads: BenchRow[] = [];
  for (const path of routes) loads.push(...(await measureLoad(browser, service.url, path)));
  return loads;
}

const routes = [...sections.map(({ path }) => path), paths.localLogs];

/** Lighthouse's phone: slow 4G, processor slowed four times. */
async function measureLoad(browser: Browser, url: string, path: string): Promise<BenchRow[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const { paintMs, blockedMs, shift } = await page.evaluate(async () => {
    const seen = { paintMs: 0, blockedMs: 0, shift: 0 };
    for (const type of ['paint', 'longtask', 'layout-shift'])
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.name === 'first-contentful-paint') seen.paintMs = entry.startTime;
          if (type === 'longtask') seen.blockedMs += entry.duration - 50;
          if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value;
        }
      }).observe({ type, buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return seen;
  });
  await context.close();
  const name = path === paths.playground ? 'playground' : path;
  return [
    { name: `${name} on a phone: first paint`, value: paintMs, unit: 'ms' },
    { name: `${name} on a phone: blocking time`, value: blockedMs, unit: 'ms' },
    atMost(`${name} on a phone: layout shift`, shift, '', 0.01),
  ];
}
