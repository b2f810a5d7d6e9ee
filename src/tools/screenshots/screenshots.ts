// `npm run screenshots`: the README's screenshots.
import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureBuilt } from '#tools/setup/build.js';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { ensureChromium } from '#tools/setup/chromium.js';
import { root } from '#tools/setup/paths.js';
import { startService } from '#tools/setup/service-process.ts';
import { scenes, type Scene } from './scenes.ts';

/** All, or those whose names start with a given word. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  await ensureBuilt();
  const executablePath = await ensureChromium();
  const service = await startService({
    INFERDECK_SAMPLE: 'on',
    INFERDECK_FAULTS: 'on',
    INFERDECK_PACE: 'off',
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    for (const scene of scenes) {
      if (words.length > 0 && !words.some((word) => scene.name.startsWith(word))) continue;
      await take(browser, service.url, scene);
      console.log(scene.name);
    }
  } finally {
    await browser.close();
    await service.stop();
  }
}

const sizes = { desk: { width: 1440, height: 860 }, phone: { width: 390, height: 844 } };

async function take(browser: Browser, url: string, { name, play, size = 'desk' }: Scene): Promise<void> {
  const colorScheme = name.endsWith('light') ? 'light' : 'dark';
  const context = await browser.newContext({ baseURL: url, viewport: sizes[size], colorScheme });
  const page = await context.newPage();
  await play(page);
  await settle(page);
  await page.screenshot({ path: `${root}/e2e/screenshots/${name}.png` });
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(800);
}
