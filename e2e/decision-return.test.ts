// From a break-even to the workload and back: nothing that was entered or chosen is lost on the way.
import { expect, test } from './fixtures.ts';

test('the workload is set for a break-even without losing its terms or the list of models', async ({
  page,
}) => {
  const compared = 'openai/gpt-oss-20b,meta-llama/Llama-3.3-70B-Instruct';
  await page.goto(`/models?calc=open&tin=1800&tout=350&tday=40000&f.type=chat&sort=context&cmp=${compared}`);
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  const headline = page.getByRole('heading', { level: 2 }).first();
  await field('Hardware price').fill('0.80');
  await field('Throughput').fill('150K');
  await expect(headline).toHaveText(
    'At your 59,722 tokens/min dedicated costs $389.33 a month more (200 %).',
  );
  await page.getByRole('link', { name: 'Set it by requests a day' }).click();
  await expect(field('Filter Type')).toHaveValue('chat');
  await expect(page).toHaveURL(/sort=context/);
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('2 side by side');
  await field('Requests, a day').fill('80000');
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  await expect(field('Hardware price')).toHaveValue('0.8');
  await expect(field('Throughput')).toHaveValue('150000');
  await expect(headline).toHaveText(
    'At your 119,444 tokens/min dedicated costs $194.67 a month more (50 %).',
  );
});

test('a break-even of a model that is not the cheapest is found again from the workload', async ({
  page,
}) => {
  const llama = 'meta-llama/Llama-3.3-70B-Instruct';
  await page.goto(
    `/hardware?view=break-even&model=${llama}&open=4x_nvidia_a100_80gb_sxm&quote=5.5&traffic=60000`,
  );
  await page.getByRole('link', { name: 'Set it by requests a day' }).click();
  await page.getByRole('link', { name: `go back to the break-even of ${llama}` }).click();
  await expect(page.getByRole('textbox', { name: /^Hardware price/ })).toHaveValue('5.5');
  await expect(page.getByRole('button', { name: `Model: ${llama}` })).toBeVisible();
});

test('a workload reset to the defaults is not the traffic of the break-even', async ({ page }) => {
  await page.goto('/models?calc=open&tin=1800&tout=350&tday=40000');
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  await expect(page).toHaveURL(/traffic=59722/);
  await page
    .getByRole('link', { name: /^Models/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  await expect(page).toHaveURL(/traffic=902/);
  await expect(page.getByText(/^At an example of 903 tokens\/min/)).toBeVisible();
  await page
    .getByRole('link', { name: /^Models/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Requests, a day' })).toHaveValue('');
});

test('the link of the page leads from a break-even to the table with the terms, then resets it', async ({
  page,
}) => {
  const model = 'meta-llama/Llama-3.3-70B-Instruct';
  await page.goto(`/hardware?view=break-even&model=${model}&traffic=60000&tpm=400000`);
  await expect(page.getByRole('textbox', { name: /^Throughput/ })).toHaveValue('400000');
  const link = page.getByRole('link', { name: 'Hardware' }).first();
  await link.click();
  await expect(page).toHaveURL((url) => {
    const { searchParams: at } = url;
    return !at.has('view') && at.get('model') === model && at.get('tpm') === '400000';
  });
  await page.getByRole('radio', { name: 'Break-even' }).click();
  await expect(page.getByRole('textbox', { name: /^Throughput/ })).toHaveValue('400000');
  await link.click();
  await expect(page).not.toHaveURL(/view=/);
  await link.click();
  await expect(page).toHaveURL(/\/hardware$/);
});

test('an example leaves the requests a day empty, a typed traffic fills them, and a moved marker leaves them', async ({
  page,
}) => {
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  await page.goto('/hardware?view=break-even&model=meta-llama/Llama-3.3-70B-Instruct');
  const link = page.getByRole('link', { name: 'Set it by requests a day' });
  await expect(field('Your tokens/min')).toHaveValue('');
  await expect(link).not.toHaveAttribute('href', /tday/);
  await field('Your tokens/min').fill('1200');
  await expect(link).toHaveAttribute('href', /tday=1440/);
  await page.getByRole('slider', { name: 'Your tokens/min' }).press('End');
  await expect(page).toHaveURL(/trafficOf=example/);
  await expect(page.getByText(/^At an example of/)).toBeVisible();
  await page
    .getByRole('link', { name: /^Models/ })
    .first()
    .click();
  await expect(field('Requests, a day')).toHaveValue('1440');
});

test('the unit in which a link reads prices is kept on the other page', async ({ page }) => {
  await page.goto('/models?calc=open&tin=1800&tout=350&tday=40000&prices=dollars-thousand');
  await expect(page.getByRole('link', { name: 'Compare it with dedicated' })).toBeVisible();
  await page.getByRole('link', { name: 'Hardware' }).first().click();
  await page.getByRole('radio', { name: 'Break-even' }).check();
  await expect(page.getByRole('button', { name: '$/1K tokens' })).toBeVisible();
  await expect(page).toHaveURL(/prices=dollars-thousand/);
  // Chosen here, it is that of the list that was left with another, and the other way round.
  await page.getByRole('button', { name: '$/1K tokens' }).click();
  await page.getByRole('radio', { name: '¢/1M tokens' }).click();
  await page.getByRole('link', { name: 'Models' }).first().click();
  await expect(page).toHaveURL(/tin=1800.*prices=cents-million/);
  await page.getByRole('combobox', { name: 'Read prices as' }).selectOption('$/1M tokens');
  await page.getByRole('link', { name: 'Hardware' }).first().click();
  await page.getByRole('radio', { name: 'Break-even' }).check();
  await expect(page.getByRole('button', { name: '$/1M tokens' })).toBeVisible();
});

test('the entered traffic is found again after the marker was moved', async ({ page }) => {
  await page.goto('/hardware?view=break-even&model=openai/gpt-oss-20b&traffic=300000');
  const headline = page.getByRole('heading', { level: 2 }).first();
  await expect(headline).toHaveText(/^At your 300,000 tokens/);
  await page.getByRole('slider', { name: 'Your tokens/min' }).press('ArrowLeft');
  await expect(page).toHaveURL(/trafficOf=example/);
  await page.getByRole('button', { name: 'Back to your 300,000' }).click();
  await expect(headline).toHaveText(/^At your 300,000 tokens/);
  await expect(page.getByRole('button', { name: /^Back to your/ })).toHaveCount(0);
});

test('a row of the models keeps its hardware, and says later that it was not offered there', async ({
  page,
}) => {
  await page.goto('/hardware?view=break-even&model=openai/gpt-oss-20b&against=models');
  const models = page.getByRole('grid', { name: 'models compared' });
  const hardware = page.getByRole('button', { name: /^Hardware: / });
  const used = await hardware.innerText();
  const row = (name: string) => models.getByRole('row', { name });
  await expect(row('deepseek-ai/DeepSeek-R1')).toContainText('throughput unknown');
  await row('deepseek-ai/DeepSeek-R1').locator('[data-column="0"]').click();
  await expect(row('deepseek-ai/DeepSeek-R1')).toContainText('not offered');
  await expect(hardware).toHaveText(used);
  await row('openai/gpt-oss-20b').locator('[data-column="0"]').click();
  await expect(row('openai/gpt-oss-20b')).toContainText('throughput unknown');
  await expect(row('deepseek-ai/DeepSeek-R1')).toContainText('not offered');
});

test('the size of a request survives a reload of the break-even, and with it the models that have room for it', async ({
  page,
}) => {
  await page.goto('/models?calc=open&tin=150000&tout=2000&tday=2000');
  const costs = page.getByText(/room for the request, Qwen\/Qwen3\.5-9B costs least: \$1,581\.67/);
  await expect(costs).toBeVisible();
  await page.getByRole('link', { name: 'Compare it with dedicated' }).click();
  const headline = page.getByRole('heading', { level: 2 }).first();
  await expect(headline).toContainText('At your 211,111 tokens/min');
  await page.reload();
  await expect(headline).toContainText('At your 211,111 tokens/min');
  await page.getByRole('link', { name: 'Models' }).first().click();
  await expect(page.getByRole('textbox', { name: /^Input, / })).toHaveValue('150000');
  await expect(costs).toBeVisible();
});

test('the palette changes hardware and model of a break-even, whose traffic stays', async ({ page }) => {
  await page.goto('/hardware?view=break-even&model=Qwen/Qwen3.5-9B&traffic=250000&quote=5.5');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  for (const record of ['1x_nvidia_h200_140gb_sxm', 'openai/gpt-oss-20b']) {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill(record);
    await expect(palette.getByRole('option').first()).toHaveAccessibleName(new RegExp(`^${record}`));
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Model: openai/gpt-oss-20b' })).toBeVisible();
  await expect(page).toHaveURL(/traffic=250000/);
  await expect(page).toHaveURL(/open=1x_nvidia_h200_140gb_sxm/);
  await expect(page).not.toHaveURL(/quote=/);
});

test('the palette finds the terms of a plan and of a break-even by the words for them', async ({ page }) => {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  async function find(words: string, name: string) {
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').fill(words);
    await expect(palette.getByRole('option', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
  await page.goto('/hardware?view=break-even&model=Qwen/Qwen3.5-9B');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await find('traffic', 'Go to Your tokens/min');
  await find('requests a day', 'Set it by requests a day');
  await find('quote', 'Go to Hardware price');
  for (const unit of ['$/1k', 'per 1k', 'cents']) await find(unit, 'Unit of token prices');
  await find('base url', 'Connections');
  await page.goto('/hardware?model=Qwen/Qwen3.5-9B');
  await page.getByRole('checkbox', { name: 'every 30 s' }).waitFor();
  await find('poll', 'every 30 s');
  await find('notify', 'Watch');
  await find('vram', 'Go to At least GB');
});

test('a filter on a price of a model follows the unit that is chosen on the break-even', async ({ page }) => {
  await page.goto('/models?f.input=<=0.1&prices=dollars-million');
  const count = page.getByText(/ of \d+ models, /);
  await expect(count).toContainText('Input <=0.1');
  const shown = /^\d+ of \d+ models/.exec((await count.textContent()) ?? '')?.[0] ?? 'no count';
  await page.getByRole('link', { name: 'Hardware' }).first().click();
  await page.getByRole('radio', { name: 'Break-even' }).check();
  await page.getByRole('button', { name: 'Unit of token prices' }).click();
  await page.getByRole('radio', { name: '¢/1M tokens' }).click();
  await page.getByRole('link', { name: 'Models' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Filter Input' })).toHaveValue('<=10');
  await expect(count).toContainText(shown);
  // A link states its own unit.
  await page.goto('/models?f.input=<=0.1&prices=dollars-million');
  await expect(page.getByRole('textbox', { name: 'Filter Input' })).toHaveValue('<=0.1');
});
