// Break-even and decisions: figures, marker, lists, and a card to share.
import type { Locator, Page } from '@playwright/test';
import { type Decision, decisionLink } from '#pages/hardware/decision/decision.ts';
import { pasted } from './clipboard.ts';
import { swipe } from './touch.ts';
import { expect, test } from './fixtures.ts';
import { overflowAround } from './layout-shifts.ts';

const llama = 'meta-llama/Llama-3.3-70B-Instruct';
const h100 = '1x_nvidia_h100_80gb_sxm';
const address = `/hardware?view=break-even&model=${llama}&open=${h100}`;

const marker = (page: Page) => page.getByRole('slider', { name: 'Your tokens/min' });
const verdict = (page: Page) => page.getByRole('status', { name: 'Verdict' });
const headline = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const figures = (page: Page) => page.getByRole('region', { name: 'Decision figures' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });

test('the break-even is given in words, in figures and as a formula', async ({ page }) => {
  await page.goto(`${address}&tpm=160000`);
  await expect(verdict(page)).toHaveText(
    'Dedicated is cheaper above 102,273 tokens/min, up to the 160,000 the machines can serve.',
  );
  // An example of the page saves a third of any price.
  await expect(headline(page)).toContainText('Dedicated is cheaper above 102,273 tokens/min');
  await expect(page.getByText('would save')).toHaveCount(0);
  await expect(figures(page)).toContainText('102,273');
  await expect(figures(page)).toContainText('$3,942.00');
  await page.getByRole('button', { name: 'How each figure is computed' }).click();
  const how = page.getByRole('dialog', { name: 'How each figure is computed' });
  await expect(how).toContainText('$0.09/min ÷ $0.88/1M = 102,273 tokens/min');
  await expect(how).toContainText('9 ¢/min × 60 min ÷ 100 × 730 h = $3,942.00/month');
});

test('the marker moves by key and by pointer, shows both costs, and is in the address', async ({ page }) => {
  await page.goto(`${address}&tpm=160000&traffic=100000`);
  await expect(marker(page)).toHaveAttribute('aria-valuenow', '100000');
  await marker(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(marker(page)).toHaveAttribute('aria-valuenow', '102000');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(marker(page)).toHaveAttribute(
    'aria-valuetext',
    '122,000 tokens/min: serverless $4,702.37, dedicated $3,942.00 a month',
  );
  await expect(page).toHaveURL(/traffic=122000/);
  await expect(
    page.getByText(
      'At an example of 122,000 tokens/min dedicated would save $760.37 a month (16 %), but the service does not offer this model on this hardware.',
    ),
  ).toBeVisible();
  await page.keyboard.press('End');
  await expect(marker(page)).toHaveAttribute('aria-valuetext', /more than the machines can serve/);
  await expect(figures(page)).toContainText('cannot serve');
  await expect(page).toHaveURL(/traffic=200000/);

  const box = await page.getByRole('figure', { name: /^Cost a month over traffic/ }).boundingBox();
  if (!box) throw new Error('The chart is not there.');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  const dragged = await marker(page).getAttribute('aria-valuenow');
  expect(Number(dragged)).toBeGreaterThan(70_000);
  expect(Number(dragged)).toBeLessThan(120_000);
  await expect(page).toHaveURL(/traffic=200000/);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`traffic=${dragged}`));
  await page.reload();
  await expect(marker(page)).toHaveAttribute('aria-valuenow', dragged ?? '');

  // The whole handle can be dragged, even the part above the plot; the keys continue from there.
  const handle = await marker(page).locator('rect').boundingBox();
  if (!handle) throw new Error('The handle is not there.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + 3);
  await page.mouse.down();
  await page.mouse.move(handle.x + 80, handle.y + 3, { steps: 3 });
  await page.mouse.up();
  const left = Number(await marker(page).getAttribute('aria-valuenow'));
  expect(left).toBeGreaterThan(Number(dragged));
  await page.keyboard.press('ArrowRight');
  await expect(marker(page)).toHaveAttribute('aria-valuenow', String(left + 2000));
});

test('traffic typed as it was before the marker was moved moves the marker back', async ({ page }) => {
  await page.goto(`${address}&traffic=100000`);
  await marker(page).press('ArrowRight');
  await expect(page).toHaveURL(/traffic=102/);
  await field(page, 'Your tokens/min').fill('100000');
  await expect(page).toHaveURL(/traffic=100000/);
  await expect(marker(page)).toHaveAttribute('aria-valuenow', '100000');
  await expect(headline(page)).toContainText('At your 100,000 tokens/min');
});

test('terms change the answer, invalid ones are reported, and nothing is lost', async ({ page }) => {
  await page.goto(address);
  await expect(verdict(page)).toContainText('the throughput of the machines is unknown');
  await field(page, 'Throughput').pressSequentially('100,000');
  await expect(verdict(page)).toHaveText(
    'Dedicated never pays off: break-even is 102,273 tokens/min, more than the 100,000 that the machines can serve.',
  );
  await field(page, 'Utilization').fill('0');
  await expect(page.getByText('Utilization: a number from 1 to 100.')).toBeVisible();
  await expect(headline(page)).toHaveText('Utilization is invalid; nothing is computed until it is fixed.');
  await expect(figures(page)).toContainText('serverless a month, example—dedicated a month, example—');
  await field(page, 'Utilization').fill('50');
  await expect(verdict(page)).toContainText('more than the 50,000');
  await field(page, 'Throughput').fill('220000');
  await page.getByRole('radio', { name: 'Autoscale' }).check();
  await expect(page.getByText(/^dedicated from \$[\d,.]+\/month$/)).toBeVisible();
  await expect(verdict(page)).toContainText('first between 110,000 and 204,545');
  await field(page, 'Replicas').pressSequentially('16');
  await expect(page.getByText(/from 16 replicas, autoscaled/)).toBeVisible();
  await field(page, 'Replicas').fill('2');
  await expect(page.getByText(/from 2 replicas, autoscaled/)).toBeVisible();
  await expect(page).toHaveURL(/replicas=2&used=50&.*tpm=220000&.*grow=added/);
  await field(page, 'Hardware price').pressSequentially('4');
  await expect(page.getByText(`${h100}: $4.00/h, as entered instead of the listed`)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search configurations compared' }).fill('h200');
  const compared = page.getByRole('grid', { name: 'configurations compared' });
  await compared.getByText('1x_nvidia_h200_140gb_sxm').click();
  await expect(verdict(page)).toContainText(`was entered for meta-llama/Llama-3.3-70B-Instruct on ${h100};`);
  await expect(page).not.toHaveURL(/quote=/);
  await field(page, 'Throughput').fill('210000');
  await expect(verdict(page)).not.toContainText('was entered for');
});

test('a throughput measured from a stream is offered with its date, as a lower bound', async ({ page }) => {
  await page.goto('/?model=inferdeck%2Ftale-1m');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await field(page, 'max_tokens').fill('200');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  // It is kept by code that loads after the run.
  await page.waitForFunction(() => localStorage.getItem('inferdeck.throughput') !== null);
  await page.goto(`/hardware?view=break-even&model=inferdeck/tale-1m&open=${h100}`);
  await page.getByRole('button', { name: 'Use measured value' }).click();
  await expect(
    page.getByText(/Measured \d{4}-\d\d-\d\d with one stream on 1x_\S+: a lower bound;/),
  ).toBeVisible();
  await expect(page).toHaveURL(/tpm=\d+&tpmOf=output&tpmOn=1x_\S+&tpmAt=/);
  await expect(headline(page)).toContainText('it is billed in another way, or free');
});

test('both lists select what is compared', async ({ page }) => {
  await page.goto(`${address}&tpm=160000`);
  const hardware = page.getByRole('grid', { name: 'configurations compared' });
  await page.getByRole('searchbox', { name: 'Search configurations compared' }).fill('h200_140gb');
  await hardware.getByText('1x_nvidia_h200_140gb_sxm').click();
  await expect(verdict(page)).toContainText('above 125,000 tokens/min');
  await page.getByRole('radio', { name: 'Models' }).check();
  const models = page.getByRole('grid', { name: 'models compared' });
  await page.getByRole('searchbox', { name: 'Search models compared' }).fill('gpt-oss-20b');
  await expect(page).toHaveURL(/m\.q=gpt-oss-20b/);
  await models.getByText('openai/gpt-oss-20b').click();
  await expect(verdict(page)).toContainText('Dedicated never pays off');
  await expect(page).toHaveURL(/model=openai%2Fgpt-oss-20b|model=openai\/gpt-oss-20b/);
});

test('a link opens elsewhere with the same terms and the same answer', async ({ page, browser, baseURL }) => {
  await page.goto(`${address}&tpm=160000&used=80&blend=5`);
  const box = page.getByRole('textbox', { name: 'Link to this decision' });
  await expect(box).toHaveValue(/#decision=/);
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const other = await context.newPage();
  await other.goto(await box.inputValue());
  const panel = other.getByRole('region', { name: 'Then and now' });
  await expect(panel).toContainText('Nothing has changed since.');
  // Also when what was left at its default is written to the address.
  await expect(other).toHaveURL(/open=.*blend=5.*#decision=/);
  await other.reload();
  await expect(panel).toContainText('Nothing has changed since.');
  await expect(verdict(other)).toHaveText((await verdict(page).textContent()) ?? '');
  await context.close();
});

test('an older link says what has changed since, and what it said then', async ({ page }) => {
  const old: Decision = {
    at: '2026-06-08T12:00:00.000Z',
    service: 'Quote B',
    model: { id: llama, input: 0.88, output: 0.88, unit: 'dollars-million' },
    hardware: { id: h100, centsPerMinute: 10.82, updatedAt: null },
    terms: {
      replicas: 2,
      growth: 'fixed',
      utilisation: 1,
      blend: 3,
      cachedShare: 0,
      cachedPrice: null,
      throughput: { tokensPerMinute: 150_000, measuredAt: null },
      traffic: 260_000,
      period: 'month',
    },
  };
  // What keeps the focus comes late, after the first thing that had it has gone.
  await page.route(/keep-focus/, async (route) => {
    await expect(page.getByRole('region', { name: 'Then and now' })).toHaveCount(0);
    await route.continue();
  });
  await page.goto(`/hardware?view=break-even${await decisionLink.write(old)}`);
  const then = page.getByRole('region', { name: 'Then and now' });
  await expect(then.getByRole('row', { name: /hardware, \$\/h/ })).toHaveText(/6\.49\s*5\.40\s*−16\.8 %/);
  await expect(then.getByRole('row', { name: /break-even/ })).toHaveText(/245,909\s*204,545\s*−16\.8 %/);
  await expect(then).toContainText(`A decision of 2026-06-08 for ${llama} on ${h100}.`);
  await expect(then).toContainText(
    'The decision holds: at its 260,000 tokens/min dedicated is still cheaper.',
  );
  await expect(then).toContainText('Then it said: Dedicated is cheaper above 245,909');
  await expect(then).toContainText('“Then” has the prices of Quote B, “Now” has the prices of This server.');
  await expect(verdict(page)).toContainText('above 204,545 tokens/min, up to the 300,000');
  await expect(page).toHaveURL(/replicas=2/);
  await then.getByRole('button', { name: 'Close then and now' }).press('Enter');
  await expect(then).toHaveCount(0);
  await expect(page).not.toHaveURL(/#decision=/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('the workload carries over between models and break-even, and each list is restored as it was left', async ({
  page,
}) => {
  await page.goto('/models?calc=open');
  await page.getByRole('searchbox', { name: 'Search models' }).fill('llama');
  await expect(page).toHaveURL(/q=llama/);
  await field(page, 'Requests, a day').fill('200K');
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  await expect(headline(page)).toContainText('At your 180,556 tokens/min');
  await field(page, 'Your tokens/min').fill('361,111');
  await expect(headline(page)).toContainText('At your 361,111 tokens/min');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /Models/ })
    .click();
  await expect(field(page, 'Requests, a day')).toHaveValue('400,000');
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toHaveValue('llama');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /Hardware/ })
    .click();
  await expect(headline(page)).toContainText('At your 361,111 tokens/min');
  // The first search made an entry of its own: Back leads to the whole list and not away.
  await page.goto('/models?tin=5');
  await page.getByRole('searchbox', { name: 'Search models' }).fill('llama');
  await expect(page).toHaveURL(/q=llama/);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search models' })).toHaveValue('');
});

test('a link opened again after a change restores its terms', async ({ page }) => {
  await page.goto(`${address}&tpm=160000&traffic=260000`);
  const box = page.getByRole('textbox', { name: 'Link to this decision' });
  await expect(box).toHaveValue(/#decision=/);
  const { hash } = new URL(await box.inputValue());
  for (const traffic of ['100,000', '120,000']) {
    await field(page, 'Your tokens/min').fill(traffic);
    await expect(headline(page)).toContainText(`At your ${traffic} tokens/min`);
    expect(new URL(page.url()).hash).toBe('');
    await page.evaluate((fragment) => (location.hash = fragment), hash);
    await expect(headline(page)).toContainText('At your 260,000 tokens/min');
  }
});

test('what the service no longer lists is named, and without prices nothing is there to drag', async ({
  page,
}) => {
  await page.goto('/hardware?view=break-even&model=acme/gone&open=1x_gone');
  await expect(page.getByText('The service does not list this model.')).toBeVisible();
  await expect(page.getByText('The service does not list this hardware.')).toBeVisible();
  await expect(page.getByText('Neither has a stated price')).toBeVisible();
  await expect(page.getByText('Drag the marker')).toHaveCount(0);
});

test('a damaged link says so and leaves the page working', async ({ page }) => {
  await page.goto('/hardware?view=break-even#decision=broken');
  const alert = page.getByRole('alert').filter({ hasText: 'damaged' });
  await expect(alert).toBeVisible();
  await expect(verdict(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close the message' }).click();
  await expect(alert).toHaveCount(0);
});

test('the card is a valid image and a valid Markdown table', async ({ page }) => {
  await page.goto(`${address}&tpm=160000`);
  await expect(page.getByRole('textbox', { name: 'Link to this decision' })).toHaveValue(/#decision=/);
  // Its fonts come before it is drawn, those too that the page has not used yet.
  const came: string[] = [];
  await page.route(/mono-latin-600.*\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    came.push('font');
    await route.continue();
  });
  page.on('download', () => came.push('picture'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ]);
  expect(came).toEqual(['font', 'picture']);
  expect(download.suggestedFilename()).toMatch(/^decision-\d{4}-\d\d-\d\d\.png$/);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream())
    chunks.push(new Uint8Array(Buffer.from(chunk)));
  const picture = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const brush = canvas.getContext('2d');
    brush?.drawImage(bitmap, 0, 0);
    const { data } = brush?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return { width: bitmap.width, height: bitmap.height, colours: colours.size };
  }, Buffer.concat(chunks).toJSON().data);
  expect(picture.width).toBe(1760);
  expect(picture.height).toBeGreaterThan(900);
  expect(picture.colours).toBeGreaterThan(50);

  const copy = page.getByRole('button', { name: 'Copy Markdown' });
  const save = page.getByRole('button', { name: 'Save PNG' });
  expect((await copy.boundingBox())?.y).toBe((await save.boundingBox())?.y);
  await copy.click();
  await expect(page.getByText('Copied')).toBeVisible();
  const lines = (await pasted(page)).split('\n');
  const cells = lines
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells.every((row) => row.length === 5)).toBe(true);
  expect(cells.find((row) => row[1] === 'break-even, in + out tokens/min')?.[2]).toBe('102,273');
  expect(lines.some((line) => line.includes('#decision='))).toBe(true);
});

test('a fine-tune and its first month are computed from tokens and price', async ({ page }) => {
  await page.goto(address);
  await field(page, 'Training tokens').pressSequentially('10,000,000');
  await field(page, 'Epochs').fill('3');
  const panel = page.getByRole('region', { name: 'Fine-tune and first month' });
  await expect(panel.getByRole('definition')).toHaveText(['$87.00', '$3,942.00', '$4,029.00']);
  await panel.getByRole('button', { name: 'How the first month is computed' }).click();
  await expect(page.getByRole('dialog', { name: 'How the first month is computed' })).toContainText(
    '10,000,000 tokens × 3 epochs × $2.90/1M = $87',
  );
  // The shared link includes the training.
  await expect(page.getByRole('textbox', { name: 'Link to this decision' })).toHaveValue(
    /ftTokens=10000000.*ftEpochs=3.*#decision=/,
  );
});

test('on a phone everything is in one column without horizontal scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${address}&tpm=160000`);
  await page.getByRole('radiogroup', { name: 'Cost of' }).scrollIntoViewIfNeeded();
  await expect(marker(page)).toBeVisible();
  expect(await overflowAround(page.getByRole('heading', { name: 'Decision card' }))).toBe(0);
  await page.getByRole('heading', { name: 'Decision card' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('a finger scrolls over the chart and the table, and drags the marker only sideways', async ({
    page,
  }) => {
    await page.goto(`${address}&traffic=100000`);
    const swipeOn = async (on: Locator, step: Parameters<typeof swipe>[2]) => {
      const box = await on.boundingBox();
      if (box === null) throw new Error('It is not there.');
      // In the window, also when it has left.
      await swipe(page, { x: box.x + 90, y: Math.min(Math.max(box.y + box.height - 40, 300), 700) }, step);
    };
    const chart = page.getByRole('figure', { name: /^Cost a month over traffic/ });
    await page.getByRole('radiogroup', { name: 'Cost of' }).scrollIntoViewIfNeeded();
    await expect(marker(page)).toHaveAttribute('aria-valuenow', '100000');
    const before = await chart.boundingBox();
    await swipeOn(chart, { x: 0, y: -40 });
    await expect.poll(async () => (await chart.boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 100);
    await expect(marker(page)).toHaveAttribute('aria-valuenow', '100000');
    await expect(page).toHaveURL(/traffic=100000/);
    // The page may still be scrolling.
    await expect(async () => {
      await chart.scrollIntoViewIfNeeded();
      await swipeOn(chart, { x: 18, y: 0 });
      await expect(page).not.toHaveURL(/traffic=100000/, { timeout: 500 });
    }).toPass();
    const traffic = () => new URL(page.url()).searchParams.get('traffic');
    await expect
      .poll(() =>
        marker(page)
          .getAttribute('aria-valuenow')
          .then((x) => x === traffic()),
      )
      .toBe(true);

    const table = page.getByRole('grid', { name: 'configurations compared' });
    await expect(async () => {
      await swipeOn(table, { x: 0, y: -40 });
      // Reached, or passed by a page that goes on scrolling.
      const reached = await page.getByRole('button', { name: 'Copy link' }).boundingBox();
      expect(reached?.y).toBeLessThan(700);
    }).toPass();
  });
});
