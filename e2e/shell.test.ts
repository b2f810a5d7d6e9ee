// Shell: navigation, theme, keyboard, phone width, no layout shift, no foreign request.
import type { Page } from '@playwright/test';
import { constants, gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';
import { overflowAround, watchShifts } from './layout-shifts.ts';
import { loadRecording, tokenEvent } from './recordings.ts';
import type { TrainedService } from './trained-service.ts';

const pages = ['Playground', 'Models', 'Hardware', 'Fine-tunes', 'Jobs'];

/** An element of each page and view that appears once its code and data are loaded. */
const landmarks = {
  '/': (page: Page) => page.getByRole('button', { name: /^Model: inferdeck/ }),
  '/?view=compare': (page: Page) => page.getByRole('button', { name: 'Run all 2' }),
  '/?view=data': (page: Page) => page.getByRole('button', { name: 'Paste rows' }),
  '/?view=labs&lab=determinism': (page: Page) => page.getByRole('button', { name: /^Check (Ctrl|⌘)/ }),
  '/models': (page: Page) => page.getByText(/^\d+ models$/),
  '/hardware': (page: Page) => page.getByText(/^\d+ configurations$/),
  '/hardware?view=break-even': (page: Page) => page.getByRole('heading', { name: 'Decision card' }),
  '/fine-tunes': (page: Page) => page.getByText('1 fine-tune'),
  '/fine-tunes/local': (page: Page) => page.getByText('never uploaded'),
  '/jobs': (page: Page) => page.getByRole('textbox', { name: 'Job id' }),
};

/** The same for the pages of single records. */
const landmarksOf = ({ fineTuneId, jobId }: TrainedService): typeof landmarks => ({
  ...landmarks,
  [`/fine-tunes/${fineTuneId}`]: (page: Page) => page.getByRole('slider', { name: /^Loss by/ }),
  [`/jobs/${jobId}`]: (page: Page) => page.getByText(/^checked /),
});

const stocked = test.extend({ baseURL: async ({ trained }, provide) => provide(trained.url) });

test('every page opens from the bar and by its address, with its title', async ({ page }) => {
  await page.goto('/');
  for (const name of pages) {
    await page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link', { name }).click();
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
    await page.reload();
    await expect(page).toHaveTitle(new RegExp(name));
  }
});

stocked('no page reads the data of Intl while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['NumberFormat', 'DateTimeFormat'] as const)
      Object.defineProperty(Intl, name, {
        get() {
          document.documentElement.dataset['intl'] = name;
          throw new Error(`${name} takes 12 ms of a first load.`);
        },
      });
  });
  for (const path of ['/', '/models', '/hardware', '/fine-tunes', '/jobs'] as const) {
    await page.goto(path);
    await expect(landmarks[path](page)).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-intl');
  }
});

/** Where the visible links of the bars are. */
async function linkBoxes(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll('header > a, nav[aria-label="Pages"] a')].map((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return [link.textContent, x, y, width, height].join(' ');
    });
  });
}

test('the bars are visible before any script, and stay in place', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/jobs');
  const sizes = [
    { width: 1440, height: 860 },
    { width: 390, height: 844 },
  ];
  const before = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(page.getByRole('link', { name: 'Models' })).toBeVisible();
    before.push(await linkBoxes(page));
  }
  await page.unroute('**/assets/*.js');
  // The count of models would be one of the words.
  await page.route('**/v1/models', () => new Promise(() => undefined));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeAttached();
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    expect(await linkBoxes(page)).toEqual(before[index]);
  }
});

test('an opened recording is shown as soon as its code has come', async ({ page, pauseClock }) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByLabel('Recording file')).toBeAttached();
  // React's own wait of 300 ms after a placeholder would never end.
  await pauseClock();
  await loadRecording(page, [tokenEvent(0, { text: 'Once' })]);
  await expect(page.getByRole('textbox', { name: 'Output' })).toBeAttached();
});

/** Of each page an address, and the kilobytes of script, gzip, that it needs before it is shown. */
const budgets = {
  playground: ['/', 130],
  ModelsPage: ['/models', 187],
  HardwarePage: ['/hardware', 195],
  BreakEvenPart: ['/hardware?view=break-even', 226],
  FineTunesPage: ['/fine-tunes', 207],
  FineTunePage: ['/fine-tunes/ft-1', 178],
  JobsPage: ['/jobs', 165],
  JobPage: ['/jobs/job-1', 160],
} as const;

test('a page needs its own script and what it shares, all announced, not that of other pages', async ({
  service,
}) => {
  const read = async (path: string) => (await fetch(new URL(path, service.url))).text();
  const scripts = new Map<string, { bytes: number; imports: string[] }>();
  const entry = /src="\/assets\/(inferdeck-[\w.-]+\.js)"/.exec(await read('/'))?.[1] ?? 'no entry';
  // A part is named in its page, which comes before it.
  let named = await read(`/assets/${entry}`);
  for (const [page, [address, limit]] of Object.entries(budgets)) {
    const own = new RegExp(`${page}-[\\w-]+\\.js`).exec(named)?.[0] ?? '';
    expect(own, page).not.toBe('');
    const needed = new Set([entry, own]);
    let bytes = 0;
    for (const name of needed) {
      let script = scripts.get(name);
      if (script === undefined) {
        const text = await read(`/assets/${name}`);
        named += text;
        const imports = text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
        // As the build compresses it.
        const { length: size } = gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
        script = { bytes: size, imports: Array.from(imports, ([, other = '']) => other) };
        scripts.set(name, script);
      }
      bytes += script.bytes;
      for (const other of script.imports) needed.add(other);
    }
    expect(needed.size, page).toBeGreaterThan(2);
    const { headers } = await fetch(new URL(address, service.url));
    const announced = headers.get('link')?.matchAll(/<\/assets\/([\w.-]+)>; rel=modulepreload/g) ?? [];
    expect(new Set(Array.from(announced, ([, name]) => name)), page).toEqual(needed);
    expect(bytes / 1000, page).toBeLessThanOrEqual(limit);
  }
});

stocked('a link under the pointer loads its page, and what that draws later', async ({ page }) => {
  await page.goto('/fine-tunes');
  const charts = page.waitForRequest(/\/LossCharts-[\w-]+\.js$/);
  await page.getByRole('row').getByRole('link').first().hover();
  await charts;
  await expect(page).toHaveURL(/\/fine-tunes$/);
});

test('a page being left no longer changes the address', async ({ page }) => {
  await page.goto('/hardware');
  const month = page.getByRole('radio', { name: '$/month' });
  await expect(month).toBeAttached();
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Models' });
  const next = await link.elementHandle();
  // Both in one task: the page is still mounted when its address is gone.
  await month.evaluate((radio, other) => {
    for (const each of [other, radio]) if (each instanceof HTMLElement) each.click();
  }, next);
  await expect(page.getByText(/^\d+ models$/)).toBeVisible();
  await expect(page).toHaveURL(/\/models$/);
});

test('an unknown address says so and links back', async ({ page }) => {
  await page.goto('/no-such-page');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveTitle(/Playground/);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the page follows the system's choice of ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/');
    const ground = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) return 0;
      canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[0];
    });
    if (scheme === 'light') expect(ground).toBeGreaterThan(200);
    else expect(ground).toBeLessThan(60);
  });
}

test('the skip link is the first tab stop and moves to the page', async ({ page }) => {
  await page.goto('/models');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

stocked(
  'on a phone the pages stand at the bottom and nothing is wider than the screen',
  async ({ page, trained }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, landmark] of Object.entries(landmarksOf(trained))) {
      await page.goto(path);
      await expect(
        page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }),
      ).toBeVisible();
      await expect(landmark(page)).toBeVisible();
      expect(await overflowAround(landmark(page)), path).toBe(0);
    }
  },
);

test('loading and running shift nothing', async ({ page }) => {
  await page.goto('/');
  const shifts = await watchShifts(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('40');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  expect(await shifts()).toEqual([]);
});

test('a list of models that arrives late shifts nothing on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/v1/models', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/');
  const shifts = await watchShifts(page);
  await expect(page.getByRole('button', { name: 'Model: inferdeck/tale-1m' })).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test('code that loads long after Run shifts nothing', async ({ page }) => {
  await page.goto('/');
  const shifts = await watchShifts(page);
  // Shifts within half a second of an input are not counted.
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeVisible();
  expect(await shifts()).toEqual([]);
});

test('a first run loads few script files', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) files.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeVisible();
  expect(files.length).toBeLessThan(20);
});

stocked('the page talks to its own origin alone, and the console stays silent', async ({ page, trained }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(trained.url).origin && protocol !== 'data:') foreign.push(request.url());
  });
  for (const [path, landmark] of Object.entries(landmarksOf(trained))) {
    await page.goto(path);
    await expect(landmark(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});
