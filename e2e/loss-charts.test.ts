// Training curves: zoom, readings, axes, outliers, comparison, files, the table, keys.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { scrollFrom } from './touch.ts';

const count = 400;

/** Rows as a service measures them: a falling loss with a spike, a NaN and a zero. */
function metrics(shift = 0): object[] {
  return Array.from({ length: count }, (_, index) => {
    const step = index + 1;
    const loss = step === 200 ? 50 : step === 300 ? 0 : 2 * Math.exp(-step / 150) + 0.2 + shift;
    return {
      'train/global_step': step,
      'train/loss': step === 120 ? 'NaN' : loss,
      'train/epoch': step / 100,
      'train/learning_rate': 1e-4 * (1 - step / count),
      'train/grad_norm': 1 + (step % 7) / 10,
      ...(step % 50 === 0 && { 'eval/loss': loss + 0.1 }),
      timestamp: (1_760_000_000_000 + step * 1500) * 1e6,
    };
  });
}

/** Rows as a file, one per line; NaN is bare, as Python writes it. */
function metricsFile(name: string, shift = 0) {
  const text = `[${metrics(shift)
    .map((row) => JSON.stringify(row))
    .join(',\n')}]`.replaceAll('"NaN"', 'NaN');
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

async function open(page: Page, query = '', files = [metricsFile('first.json')]) {
  await page.goto(`/fine-tunes/local${query}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open log files' }).first().click();
  await (await chooser).setFiles(files);
  const plot = page.getByRole('slider', { name: /^Loss by/ });
  await expect(plot).toBeVisible();
  return plot;
}

function lossPanel(page: Page) {
  return page.getByRole('region', { name: 'Loss', exact: true });
}

test('a drag zooms, the address follows, and a double click shows everything again', async ({ page }) => {
  const plot = await open(page);
  await expect(lossPanel(page)).toContainText(/\d points/);
  const box = await plot.boundingBox();
  if (box === null) throw new Error('the plot has no place');
  await page.mouse.move(box.x + box.width * 0.25, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=\d+(\.\d+)?_\d+/);
  const [, from = '', to = ''] = /zoom=([\d.]+)_([\d.]+)/.exec(page.url()) ?? [];
  expect(Number(from)).toBeCloseTo(1 + 0.25 * (count - 1), -1);
  expect(Number(to)).toBeCloseTo(1 + 0.5 * (count - 1), -1);
  await expect(lossPanel(page)).toContainText(/10\d points/);
  // Another step is under the pointer now.
  await expect(plot).toHaveAttribute('aria-valuetext', 'Arrow keys read point by point');
  await plot.dblclick({ position: { x: 40, y: 40 } });
  await expect(page).not.toHaveURL(/zoom=/);
  // Sharp at every zoom of the browser, and when the window goes to another screen: a pixel of the canvas is one of the screen.
  const session = await page.context().newCDPSession(page);
  const canvas = lossPanel(page).locator('canvas');
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [index, deviceScaleFactor] of [0.67, 0.8, 1.25, 1.5, 2].entries()) {
    // The emulation does not notify the page of a changed ratio alone.
    const screen = { width, height: height + index + 1, deviceScaleFactor, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', screen);
    const ratio = () =>
      canvas.evaluate((drawn: HTMLCanvasElement) => drawn.width / drawn.getBoundingClientRect().width);
    await expect.poll(ratio).toBeCloseTo(deviceScaleFactor, 3);
  }
});

test('Back undoes a zoom, and no later change restores it', async ({ page }) => {
  const plot = await open(page);
  const box = await plot.boundingBox();
  if (box === null) throw new Error('the plot has no place');
  await page.mouse.move(box.x + box.width * 0.25, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=/);
  await expect(lossPanel(page)).toContainText(/10\d points/);
  await page.goBack();
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(lossPanel(page)).toContainText('408 points');
  await page.getByRole('radio', { name: 'log' }).check({ force: true });
  await expect(page).toHaveURL(/y=log/);
  await expect(page).not.toHaveURL(/zoom=/);
});

test('keys read point by point, to six digits and with the source, and every chart follows', async ({
  page,
}) => {
  const plot = await open(page);
  await plot.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const loss = String(Number((2 * Math.exp(-2 / 150) + 0.2).toPrecision(6)));
  await expect(plot).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`step 2: train ${loss}, smoothed .*first.json, row 2`),
  );
  const rate = page.getByRole('slider', { name: /^Learning rate by/ });
  await expect(rate).toHaveAttribute('aria-valuetext', /step 2: rate 9\.95e-5/);
  await page.keyboard.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', /^step 400/);
  await page.keyboard.press('Escape');
  await expect(plot).toHaveAttribute('aria-valuetext', /^Arrow keys read/);
});

test('keys zoom and pan, and the address follows when they rest', async ({ page }) => {
  const plot = await open(page);
  await plot.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/zoom=/);
  const before = page.url();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page).not.toHaveURL(before);
  await page.keyboard.press('0');
  await expect(page).not.toHaveURL(/zoom=/);
});

test('a link shows the same window, axis, scale and smoothing', async ({ page }) => {
  const plot = await open(page, '?x=epoch&y=log&smooth=0.2&zoom=1_2');
  await expect(plot).toHaveAccessibleName('Loss by epoch');
  await expect(page.getByRole('combobox', { name: 'Horizontal axis' })).toHaveValue('epoch');
  await expect(page.getByRole('radio', { name: 'log' })).toBeChecked();
  await expect(page.getByRole('slider', { name: 'Smoothing' })).toHaveValue('0.2');
  await expect(lossPanel(page)).toContainText(/10\d points/);
});

test('smoothing goes as far as in other trackers', async ({ page }) => {
  await open(page);
  const slider = page.getByRole('slider', { name: 'Smoothing' });
  await slider.press('End');
  await expect(slider).toHaveValue('0.999');
  await expect(page).toHaveURL(/smooth=\.999/);
});

test('small charts of a row are aligned, however many lines their headers name', async ({ page }) => {
  const rates = [1, 2, 3].map((step) => JSON.stringify({ step, learning_rate: 1 / step }));
  const others = ['a-second-run-with-a-name-of-its-own', 'a-third-run-with-a-name-of-its-own'];
  await open(page, '', [
    metricsFile('first.json'),
    ...others.map((name) => ({
      name: `${name}.jsonl`,
      mimeType: 'application/json',
      buffer: Buffer.from(rates.join('\n')),
    })),
  ]);
  const rate = page.getByRole('region', { name: 'Learning rate' });
  await expect(rate.getByRole('button', { name: /^rate a-third/ })).toBeVisible();
  const topOf = async (name: string) => (await page.getByRole('slider', { name }).boundingBox())?.y;
  await expect(page.getByRole('slider', { name: 'Gradient norm by step' })).toBeVisible();
  await expect(async () => {
    expect(await topOf('Learning rate by step')).toBe(await topOf('Gradient norm by step'));
  }).toPass();
});

test('values that a line cannot show are marked and counted', async ({ page }) => {
  await open(page);
  await expect(lossPanel(page)).toContainText('1 NaN (×)');
  await page.getByRole('radio', { name: 'log' }).check({ force: true });
  await expect(lossPanel(page)).toContainText('1 zero or negative');
  await expect(page).toHaveURL(/y=log/);
});

test('clipping shows how many points it hides', async ({ page }) => {
  await open(page);
  await page.getByRole('checkbox', { name: 'clip outliers' }).check();
  await expect(lossPanel(page)).toContainText(/Clipping hides \d+ above [\d.]+/);
  await expect(page).toHaveURL(/clip=on/);
  // A manual range wins, is in the address beside the zoom, and has its own reset.
  const button = lossPanel(page).getByRole('button', { name: /range of Loss$/ });
  await button.click();
  const form = page.getByRole('dialog', { name: 'Y range of Loss' });
  await form.getByLabel('From').fill('3');
  await form.getByLabel('To').fill('1');
  await expect(form.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await form.getByLabel('From').fill('');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/range=loss__1/);
  await expect(button).toHaveAccessibleName('y: auto to 1, range of Loss');
  await expect(lossPanel(page)).toContainText(/The y range hides \d+ above 1/);
  await button.click();
  await form.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/range=/);
  await expect(lossPanel(page)).toContainText('Clipping hides');
});

test('an axis without data says why it cannot be selected', async ({ page }) => {
  await open(page);
  const axis = page.getByRole('combobox', { name: 'Horizontal axis' });
  await expect(axis.getByRole('option', { name: 'cost (cost per step unknown)' })).toBeDisabled();
  await axis.selectOption('elapsed');
  await expect(page.getByRole('slider', { name: 'Loss by elapsed' })).toBeVisible();
});

test('one of two runs is the baseline, and readings show the difference', async ({ page }) => {
  const plot = await open(page, '', [metricsFile('first.json'), metricsFile('second.json', 0.5)]);
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/base=/);
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuetext', /\+0\.5 against the baseline/);
  // Beside the pointer each figure has a column, or a line under the value if space is short.
  await expect(lossPanel(page).getByText('Δ +0.5', { exact: true }).first()).toBeVisible();
  // The dot marks what the figure says, not the smoothed line: at a spike it is at the top.
  const box = await plot.boundingBox();
  if (box === null) throw new Error('the plot has no place');
  await plot.hover({ position: { x: (box.width * 199) / (count - 1), y: 100 } });
  await expect(plot).toHaveAttribute('aria-valuetext', /step 200, /);
  const dots = lossPanel(page).locator('[style*="background: var(--series"]');
  await expect.poll(async () => ((await dots.first().boundingBox())?.y ?? Infinity) - box.y).toBeLessThan(40);
  // In as little room as the middle of a phone has, the values keep theirs.
  await page.setViewportSize({ width: 390, height: 844 });
  await plot.hover();
  const details = lossPanel(page).getByText(/^smooth [\d.]+ · Δ /);
  const rows = details.first().locator('..');
  expect(await rows.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('where another chart is read, a value of another step says which', async ({ page }) => {
  await open(page);
  await page.getByRole('slider', { name: /^Gradient norm by/ }).focus();
  await page.keyboard.press('Home');
  await expect(lossPanel(page).getByText('step 1', { exact: true })).toBeVisible();
  // It is evaluated every 50 steps.
  await expect(lossPanel(page).getByText('step 50', { exact: true })).toBeVisible();
});

test('a line is hidden by its name in the legend, and the address keeps that', async ({ page }) => {
  await open(page);
  await lossPanel(page).getByRole('button', { name: 'eval' }).click();
  await expect(lossPanel(page).getByRole('button', { name: 'eval' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page).toHaveURL(/hide=/);
  await expect(lossPanel(page)).toContainText('400 points');
});

test('the points are available as a table', async ({ page }) => {
  await open(page);
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  const table = page.getByRole('table', { name: /Points of/ });
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect(table.getByRole('row').nth(1)).toContainText('first.json, row 1');
});

test('all points are exported as CSV, the chart as SVG and PNG', async ({ page }) => {
  await open(page, '?zoom=10_20');
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save ${name}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^.+-curves\\.${name.toLowerCase()}$`));
    return readFile(await file.path());
  };
  const lines = (await save('CSV')).toString().trim().split('\r\n');
  expect(lines.filter((line) => line.includes(',train loss,'))).toHaveLength(count);
  expect(lines.some((line) => /,120,[^]*,NaN,NaN,/.test(line))).toBe(true);

  const svg = (await save('SVG')).toString();
  // Programs other than browsers support only these colours.
  const colours = svg.match(/(?<=(?:fill|stroke)=")[^"n][^"]*/g) ?? [];
  expect(colours.length).toBeGreaterThan(3);
  expect(colours.filter((colour) => !/^rgb\(\d+, \d+, \d+\)$/.test(colour))).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('combobox', { name: 'Image background' }).selectOption('dark');
  await page.keyboard.press('Escape');
  const dark = (await save('SVG')).toString();
  expect(/<rect [^>]*fill="rgb\((\d+)/.exec(svg)?.[1]).toMatch(/^25\d$/);
  expect(/<rect [^>]*fill="rgb\((\d+)/.exec(dark)?.[1]).toMatch(/^\d\d$/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('combobox', { name: 'Image background' }).selectOption('as shown');
  await page.keyboard.press('Escape');
  // The dashboard's policy forbids parsing a document, so another page does it.
  const reader = await page.context().newPage();
  const parsed = await reader.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      isWrong: document.querySelector('parsererror') !== null,
      paths: document.querySelectorAll('path[clip-path]').length,
      colour: document.querySelector('path[clip-path]')?.getAttribute('stroke') ?? '',
    };
  }, svg);
  expect(parsed.isWrong).toBe(false);
  expect(parsed.paths).toBeGreaterThan(3);

  const png = (await save('PNG')).toString('base64');
  const picture = await page.evaluate(
    async ({ data, colour }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      const pixelsOf = () => context.getImageData(0, 0, image.width, image.height).data;
      context.drawImage(image, 0, 0);
      const pixels = pixelsOf();
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const wanted = pixelsOf().slice(0, 3).join();
      let drawn = 0;
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels.slice(at, at + 3).join() === wanted) drawn += 1;
      return { width: image.width, drawn };
    },
    { data: png, colour: parsed.colour },
  );
  expect(picture.width).toBe(2240);
  // A line of the loss across the picture, one pixel wide or more.
  expect(picture.drawn).toBeGreaterThan(2_000);
});

test('the charts fill the window until Escape', async ({ page }) => {
  const plot = await open(page);
  const lower = (await plot.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Full window' }).click();
  await expect(page.getByRole('button', { name: 'Exit full window' })).toBeVisible();
  expect((await plot.boundingBox())?.height).toBeGreaterThan(lower);
  // Nothing behind it takes the focus, but the commands still open.
  const behind = page.getByRole('link', { name: 'Jobs' }).first();
  await behind.focus();
  await expect(behind).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await plot.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Full window', exact: true })).toBeVisible();
  await behind.focus();
  await expect(behind).toBeFocused();
  expect((await plot.boundingBox())?.height).toBe(lower);
});

test('a legend of many lines stands above its chart in the full window, too', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  const runs = Array.from({ length: 8 }, (_, index) => metricsFile(`learning-rate-${index}.json`, index / 8));
  const plot = await open(page, '', runs);
  await page.getByRole('button', { name: 'Full window' }).click();
  await expect(page.getByRole('button', { name: 'Exit full window' })).toBeVisible();
  const last = await lossPanel(page)
    .getByRole('group', { name: 'Lines' })
    .getByRole('button')
    .last()
    .boundingBox();
  const { y = 0 } = (await plot.boundingBox()) ?? {};
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(y);
});

test('the wheel pans a zoomed chart and otherwise scrolls the page', async ({ page }) => {
  const plot = await open(page, '?zoom=100_200');
  await plot.hover();
  await page.mouse.wheel(200, 0);
  await expect(page).not.toHaveURL(/zoom=100_200/);
  const [, from = '', to = ''] = /zoom=([\d.]+)_([\d.]+)/.exec(page.url()) ?? [];
  expect(Number(to) - Number(from)).toBeCloseTo(100, 0);
  expect(Number(from)).toBeGreaterThan(100);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 600 } });

  test('a swipe that starts on the smoothing scrolls the page and smooths nothing', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Smoothing and axes' }).click();
    const slider = page.getByRole('slider', { name: 'Smoothing' });
    await expect(slider).toHaveValue('0.6');
    await scrollFrom(page, slider);
    await expect(slider).toHaveValue('0.6');
    await slider.tap({ position: { x: 10, y: 5 } });
    await expect(slider).not.toHaveValue('0.6');
  });
});

test('the card on a small chart that follows another holds its whole value', async ({ page }) => {
  await page.setViewportSize({ width: 830, height: 900 });
  const plot = await open(page);
  const box = await plot.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.52, (box?.y ?? 0) + 60);
  const card = page
    .getByRole('region', { name: 'Learning rate' })
    .getByText(/^step \d+/)
    .locator('..');
  await expect(card).toBeVisible();
  expect(await card.evaluate((tip) => tip.scrollWidth - tip.clientWidth)).toBe(0);
});
