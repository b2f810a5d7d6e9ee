// Browser bench: first token, token rate, frames and long tasks of a run.
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { startService } from '#tools/setup/service-process.ts';
import { watchPage } from './race-page.ts';
import { atMost, type BenchRow } from './row.ts';

/**
 * Streams completions of the embedded model at full speed into the built page.
 * @param executablePath a Chromium
 */
export async function benchBrowser(executablePath: string): Promise<BenchRow[]> {
  const service = await startService({ INFERDECK_PACE: 'off' });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    const scriptKb = await measureScript(page, service.url);
    await run(page);
    const watch = await watchPage(page);
    const figures = await run(page);
    const seen = await watch.end();
    return [
      atMost('script of the playground, gzip', scriptKb, 'kB', 150),
      atMost('first token, as shown', figures.firstTokenMs, 'ms', 100),
      { name: 'tokens a second, as shown', value: figures.tokensPerSecond, unit: 'tokens/s' },
      { name: 'frames a second while streaming', value: seen.frames / seen.seconds, unit: 'frames/s' },
      atMost('tasks over 50 ms', seen.tasks.length, 'tasks', 0),
      { name: 'worst task', value: Math.max(0, ...seen.tasks), unit: 'ms' },
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** The scripts loaded with the page, gzipped, in kB of 1,000 bytes. */
async function measureScript(page: Page, url: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts);
  return bodies.reduce((total, body) => total + gzipSync(body).byteLength, 0) / 1000;
}

async function run(page: Page): Promise<{ firstTokenMs: number; tokensPerSecond: number }> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('status', { name: 'Run' }).getByText('Complete').waitFor();
  return {
    firstTokenMs: await figure(page, 'time to first token'),
    tokensPerSecond: await figure(page, 'tokens/s'),
  };
}

async function figure(page: Page, label: string): Promise<number> {
  const text = await page.locator('dl > div', { hasText: label }).locator('dd').innerText();
  return Number.parseFloat(text.replaceAll(',', ''));
}
