// Forced colours: information otherwise shown by backgrounds and shades of text.
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { eventsOf } from './fine-tune-upstream.ts';

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }));

test('picked, open and dimmed rows are readable and distinguishable', async ({ page }) => {
  await page.goto('/models');
  const models = page.getByRole('grid', { name: 'models' });
  await models.focus();
  await page.keyboard.press('Space');
  const name = models.locator('[data-row="0"] [data-column="0"]');
  await expect(models.locator('[data-row="0"]')).toHaveAttribute('aria-selected', 'true');
  const [ink, ground] = await inkAndGround(name);
  expect(ink).not.toBe(ground);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(models.locator('[data-row="1"]')).toHaveCSS('outline-style', 'solid');

  // A line under a field is not a focus ring: the system's own is shown.
  const filter = page.getByRole('textbox', { name: 'Filter Context' });
  await filter.focus();
  await expect(filter).toHaveCSS('outline-width', '2px');

  // The unserved range has an edge, since its shade is gone.
  await page.goto(
    '/hardware?view=break-even&model=meta-llama/Llama-3.3-70B-Instruct&open=1x_nvidia_h100_80gb_sxm&tpm=160000',
  );
  const zone = page.locator('.recharts-reference-area-rect');
  await expect(zone).not.toHaveCSS('stroke', 'none');
  await expect(zone).not.toHaveCSS('stroke-dasharray', 'none');

  await page.goto('/?view=labs');
  const lab = page.getByRole('navigation', { name: 'Labs' });
  const [, openGround] = await inkAndGround(lab.getByRole('button', { name: 'Prompt X-ray' }));
  const [, otherGround] = await inkAndGround(lab.getByRole('button', { name: 'Answer ranking' }));
  expect(openGround).not.toBe(otherGround);

  await page.goto('/hardware');
  const dimmed = page.getByRole('grid', { name: 'configurations' }).locator('[data-dimmed]').first();
  await expect(dimmed).toHaveCSS('font-style', 'italic');

  // The key of the faint bars has their color.
  await page.goto('/hardware?side=charts&model=meta-llama/Llama-3.3-70B-Instruct');
  const key = page.getByText('Not offered for the model.', { exact: true });
  const keyFill = await key.locator('rect').evaluate((each) => getComputedStyle(each).fill);
  const bars = page.getByRole('group', { name: /^Prices in/ }).locator('[data-mark] rect[rx]');
  await expect(bars.first()).toBeVisible();
  const fills = await bars.evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
  expect(fills).toContain(keyFill);
  expect(fills).not.toContain(await page.evaluate(() => getComputedStyle(document.body).color));
});

test('heat is a line under the tokens, thicker for more surprise', async ({ page, quick }) => {
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const steps = page.getByRole('region', { name: 'Run figures' }).locator('[data-stop]');
  await expect(steps).toHaveCount(6);
  const heights = await steps.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(heights).toEqual([0.75, 1.5, 2.25, 3, 3.75, 4.5]);
  // A backplate behind the text would hide the paint.
  const block = page.getByRole('textbox', { name: 'Output' }).locator('[data-block]').first();
  await expect(block).toHaveCSS('forced-color-adjust', 'none');
  const inks = await block.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return [];
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    const found = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) found.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
    return [...found];
  });
  expect(inks).toHaveLength(1);
});

test('a pressed button is not like the other, and a choice of options not like a text field', async ({
  page,
  quick,
}) => {
  await page.goto(quick.url);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const good = page.getByRole('button', { name: 'Good answer' });
  await good.click();
  await expect(good).toHaveAttribute('aria-pressed', 'true');
  const grounds = async () => {
    const [, pressed] = await inkAndGround(good);
    const [, other] = await inkAndGround(page.getByRole('button', { name: 'Bad answer' }));
    return pressed === other;
  };
  await expect.poll(grounds).toBe(false);
  await page.goto('/models');
  await expect(page.getByRole('combobox', { name: 'read prices as' })).not.toHaveCSS('appearance', 'none');
});

test('chart lines have the colours of their legend, and phases show their extent', async ({
  page,
  fineTunes,
}) => {
  const losses = Array.from({ length: 40 }, (_, index) => 3 - index * 0.05);
  const begin = Date.UTC(2026, 5, 1, 10);
  fineTunes.answer([
    { id: 'ft-one', status: 'completed', events: [...eventsOf(losses, { 20: 2.5, 40: 1.5 }, 40, begin)] },
  ]);
  await page.goto(`${fineTunes.url}/fine-tunes/ft-one`);
  const legend = page.getByRole('group', { name: 'Lines' }).first().locator('svg > *');
  await expect(legend).toHaveCount(2);
  const named = await legend.evaluateAll((samples) => samples.map((each) => getComputedStyle(each).stroke));
  expect(new Set(named).size).toBe(2);
  const plot = page.getByRole('slider', { name: /^Loss by/ });
  const drawn = () =>
    plot
      .locator('..')
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement, colours) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
        return colours.filter((colour) => {
          if (context === null) return false;
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const wanted = context.getImageData(0, 0, 1, 1).data;
          for (let at = 0; at < data.length; at += 4)
            if (
              (data[at + 3] ?? 0) > 128 &&
              [0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)) < 24)
            )
              return true;
          return false;
        });
      }, named);
  await expect.poll(drawn).toEqual(named);
  for (const phase of await page.getByRole('list', { name: 'Phases' }).getByRole('listitem').all())
    await expect(phase).toHaveCSS('border-top-width', '1px');
});

/** The colours of a text and of its background. */
function inkAndGround(text: Locator): Promise<readonly [string, string]> {
  return text.evaluate((element) => {
    let ground = 'none';
    for (let box: Element | null = element; box !== null && ground === 'none'; box = box.parentElement) {
      const { backgroundColor } = getComputedStyle(box);
      if (!backgroundColor.endsWith(', 0)')) ground = backgroundColor;
    }
    return [getComputedStyle(element).color, ground] as const;
  });
}
