// A run in a real browser: what a person sees of first token, rate, frames and long tasks.
import { chromium, type Page } from '@playwright/test';
import { startService } from '#tools/setup/service-process.ts';
import { atMost, type BenchRow } from './row.ts';

interface Smoothness {
  readonly frames: number;
  readonly longTasks: number;
  readonly worstTaskMs: number;
  readonly seconds: number;
}

/** Streams completions of the embedded model at full speed into the built page. @param executablePath a Chromium */
export async function benchBrowser(executablePath: string): Promise<BenchRow[]> {
  const service = await startService({ INFERDECK_PACE: 'off' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(service.url);
    await run(page);
    await watch(page);
    const figures = await run(page);
    const smooth = await watched(page);
    return [
      atMost('first token, as shown', figures.firstTokenMs, 'ms', 100),
      { name: 'tokens a second, as shown', value: figures.tokensPerSecond, unit: 'tokens/s' },
      { name: 'frames a second while streaming', value: smooth.frames / smooth.seconds, unit: 'frames/s' },
      atMost('tasks over 50 ms', smooth.longTasks, 'tasks', 0),
      { name: 'worst task', value: smooth.worstTaskMs, unit: 'ms' },
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function run(page: Page): Promise<{ firstTokenMs: number; tokensPerSecond: number }> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('status', { name: 'Run' }).getByText('Complete').waitFor();
  return {
    firstTokenMs: await figure(page, 'first token'),
    tokensPerSecond: await figure(page, 'tokens/s'),
  };
}

async function figure(page: Page, label: string): Promise<number> {
  const text = await page.locator('dl > div', { hasText: label }).locator('dd').innerText();
  return Number.parseFloat(text.replaceAll(',', ''));
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { frames: 0, tasks: Array<number>(), startedAt: performance.now() };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    requestAnimationFrame(function frame() {
      seen.frames += 1;
      requestAnimationFrame(frame);
    });
    Object.assign(window, { smoothness: seen });
  });
}

async function watched(page: Page): Promise<Smoothness> {
  return page.evaluate(() => {
    const seen: { frames: number; tasks: number[]; startedAt: number } = Reflect.get(window, 'smoothness');
    return {
      frames: seen.frames,
      longTasks: seen.tasks.length,
      worstTaskMs: Math.max(0, ...seen.tasks),
      seconds: (performance.now() - seen.startedAt) / 1000,
    };
  });
}
