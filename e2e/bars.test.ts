// Bars at every width and at 200 % zoom: nothing overlaps or is cut, and the work keeps half of a small screen.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/**
 * Parts of each bar that overlap another part, are covered, or extend beyond the bar. Parts that scroll horizontally
 * may be wider than the bar, and what is scrolled out of view may be covered.
 */
function meetings(): string[] {
  const found: string[] = [];
  for (const bar of document.querySelectorAll(
    'header, nav, [data-bar], [class*="h-bar"], [role="tablist"], section[aria-label$="figures"]',
  )) {
    const frame = bar.getBoundingClientRect();
    const parts = [
      ...bar.querySelectorAll(
        'a, button, input:not([type="radio"], [type="checkbox"]), [role="radiogroup"], [role="alert"], dl > div',
      ),
    ]
      .filter((part) => part.getClientRects().length > 0)
      .map((part) => ({
        part,
        name: (part.getAttribute('aria-label') ?? part.textContent).trim(),
        box: part.getBoundingClientRect(),
      }));
    for (const [index, { part, name, box }] of parts.entries()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      let isScrolled = false;
      let isInSight = true;
      for (let around = part.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        if (bar.contains(around) && /auto|scroll/.test(overflowX)) isScrolled = true;
        const clip = around.getBoundingClientRect();
        if (overflowX !== 'visible' && (x < clip.left || x >= clip.right)) isInSight = false;
        if (overflowY !== 'visible' && (y < clip.top || y >= clip.bottom)) isInSight = false;
      }
      if (!isScrolled && (box.right > frame.right + 1 || box.left < frame.left - 1))
        found.push(`${name} is cut`);
      const top = isInSight ? document.elementFromPoint(x, y) : null;
      const own = part.closest('label') ?? part;
      if (top !== null && !own.contains(top) && !top.contains(part))
        found.push(`${name} is under ${top.getAttribute('aria-label') ?? top.textContent.slice(0, 40)}`);
      for (const { part: inner, name: other, box: beside } of parts.slice(index + 1)) {
        const isApart =
          part.contains(inner) ||
          box.left >= beside.right - 1 ||
          beside.left >= box.right - 1 ||
          box.top >= beside.bottom - 1 ||
          beside.top >= box.bottom - 1;
        if (!isApart) found.push(`${name} meets ${other}`);
      }
    }
  }
  return found;
}

async function expectNoMeeting(page: Page, where = ''): Promise<void> {
  for (let width = 360; width <= 1920; width += 20) {
    // A zoom of 200 % is a window of half the width and half the height.
    for (const height of width <= 960 ? [800, 430] : [800]) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(meetings), `${where} ${width} × ${height}`).toEqual([]);
    }
  }
}

/** Shares of the height that the text has, at a zoom of 200 % and on phones. */
async function shares(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const size of [
    { width: 720, height: 430 },
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    const box = await page.locator('main [data-scroll]').first().boundingBox();
    found.push((box?.height ?? 0) / size.height);
  }
  return found;
}

test('parts of a bar never overlap at any width, with and without history, in every view', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('3');
  await expectNoMeeting(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeVisible();
  await expectNoMeeting(page);
  for (const share of await shares(page)) expect(share).toBeGreaterThanOrEqual(0.5);
  for (const view of ['Compare', 'Data', 'Labs']) {
    await page.getByRole('radio', { name: view }).check();
    await expect(page.getByRole('radio', { name: view })).toBeChecked();
    await expectNoMeeting(page, view);
  }
});

test('the figures of a run need no scrolling beside an open panel, and a low window shows several tokens', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByRole('button', { name: 'Next lowest probability' })).toBeVisible();
  const strip = page.getByRole('region', { name: 'Run figures' });
  for (const [width, rows] of [
    [1440, 1],
    [1280, 1.5],
    [1024, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('tab', { name: 'Tokens' })).toBeVisible();
    const hidden = () => strip.evaluate((box) => box.scrollWidth - box.clientWidth);
    await expect.poll(hidden, String(width)).toBe(0);
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(12 + rows * 48);
  }
  // Rows of figures begin at one edge.
  const edges = await strip.locator('dt').evaluateAll((labels) => {
    const boxes = labels.map((label) => label.getBoundingClientRect());
    return boxes
      .filter(({ top }, at) => at === 0 || top > (boxes[at - 1]?.top ?? 0) + 20)
      .map(({ left }) => left);
  });
  expect(edges).toEqual([16, 16]);

  await page.setViewportSize({ width: 720, height: 430 });
  await page.getByRole('button', { name: 'Parameters' }).click();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  const tokens = page.getByRole('grid', { name: 'Tokens' });
  await expect(tokens).toBeVisible();
  // 25 pixels of head and 28 of each row.
  const shown = () => tokens.evaluate((grid) => (grid.clientHeight - 25) / 28);
  await expect.poll(shown).toBeGreaterThanOrEqual(3);
});

test('the error of a model never overlaps its bar', async ({ page }) => {
  await page.goto('/?model=acme/unknown');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('[data-bar]').getByRole('alert')).toContainText('acme/unknown');
  await expectNoMeeting(page);
});

test('the model name is readable beside an open panel', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const view of ['write', 'data']) {
    await page.goto(`/?view=${view}`);
    const picker = page.getByRole('button', { name: /^Model/ });
    await expect(picker).toContainText('inferdeck/tale-1m');
    expect((await picker.boundingBox())?.width, view).toBeGreaterThanOrEqual(140);
  }
});

test('on a phone the bar has two rows, and prompt and answer have at least half of the height', async ({
  browser,
  service,
}) => {
  for (const size of [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
  ]) {
    const page = await browser.newPage({ viewport: size, hasTouch: true, isMobile: true });
    await page.goto(service.url);
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
    const bar = page.locator('[data-bar]');
    const tops = await bar
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(2);
    const text = await page.locator('main [data-scroll]').boundingBox();
    expect(text?.height).toBeGreaterThanOrEqual(size.height / 2);
    await page.close();
  }
});

test('on a phone the switch of views is in the same place in every view', async ({ browser, service }) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(service.url);
  const views = page.getByRole('radiogroup', { name: 'View' });
  const first = await views.boundingBox();
  for (const [view, part] of [
    ['Compare', 'Add column'],
    ['Data', 'Setup'],
    ['Labs', 'X-ray the prompt'],
  ] as const) {
    await page.getByText(view, { exact: true }).click();
    await expect(page.getByRole('button', { name: part })).toBeVisible();
    expect(await views.boundingBox(), view).toEqual(first);
  }
  await page.close();
});

/** An element of each page that appears once its code and data are loaded. */
const pages = {
  '/models?calc=open': (page: Page) => page.getByText(/^\d+ models$/),
  '/hardware': (page: Page) => page.getByText(/^\d+ configurations$/),
  '/hardware?view=matrix': (page: Page) => page.getByRole('button', { name: /^Check \d/ }),
  '/hardware?view=break-even': (page: Page) => page.getByRole('heading', { name: 'Decision card' }),
  '/fine-tunes': (page: Page) => page.getByText(/^\d+ fine-tunes?$/),
  '/fine-tunes/local': (page: Page) => page.getByRole('main').getByRole('button').first(),
  '/jobs': (page: Page) => page.getByRole('textbox', { name: 'Job id' }),
  '/jobs/job-1': (page: Page) => page.getByRole('button', { name: 'Copy id' }),
};

for (const [path, landmark] of Object.entries(pages))
  test(`parts of a bar never overlap at any width on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(landmark(page).first()).toBeVisible();
    await expectNoMeeting(page);
  });

test('a long name of a connection cuts nothing beside it', async ({ page }) => {
  const name = 'llama-3-1-8b-instruct.demo-model-serving.apps.cluster-x5jkl.sandbox2170.lab.example';
  const value = { activeId: 'a1', profiles: [{ id: 'a1', name, baseUrl: `https://${name}/v1` }] };
  await page.addInitScript(
    (entry) => localStorage.setItem('inferdeck.connections', entry),
    JSON.stringify({ version: 1, value }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/jobs');
  await page.getByRole('button', { name: `Connection: unreachable ${name}` }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
  const cut = await page
    .locator('header button, dialog, dialog > *')
    .evaluateAll((parts) =>
      parts.flatMap((part) => (part.scrollWidth > part.clientWidth ? [part.textContent] : [])),
    );
  expect(cut).toEqual([]);
});

test('parts of a bar never overlap at any width on the page of a fine-tune', async ({ page, fineTunes }) => {
  fineTunes.answer([{ id: 'ft-first', status: 'running', model: 'acme/base' }]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-first`);
  await expect(page.getByRole('heading', { name: 'Events' })).toBeVisible();
  await expectNoMeeting(page);
});

test('on a phone on its side lists keep their rows in view', async ({ page, fineTunes }) => {
  fineTunes.answer(
    [1, 2, 3, 4].map((each) => ({ id: `ft-${each}`, job_id: `job-${each}`, status: 'queued' })),
  );
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${fineTunes.url}/fine-tunes`);
  await expect(page.getByText(/^\d+ fine-tunes?$/)).toBeVisible();
  const search = await page.getByRole('searchbox').boundingBox();
  const last = await page.getByRole('button', { name: 'Export' }).boundingBox();
  expect(Math.abs((search?.y ?? 0) - (last?.y ?? Infinity))).toBeLessThan(10);

  await page.goto(`${fineTunes.url}/jobs`);
  await page.getByRole('textbox', { name: 'Job id' }).fill('job-a, job-b, job-c');
  await page.keyboard.press('Enter');
  const watched = page.getByRole('list', { name: 'Watched jobs' }).getByRole('listitem');
  await expect(page.getByRole('list', { name: 'Jobs of fine-tunes' })).toBeAttached();
  await expect(watched.nth(2)).toBeInViewport({ ratio: 1 });
});
