// Price unit in links: a reader sees the sender's unit, and keeps their own elsewhere.
import type { Page } from '@playwright/test';
import { decisionLink } from '#pages/hardware/decision/decision.ts';
import { terms } from '#pages/hardware/decision/testing/decisions.ts';
import { expect, test } from './fixtures.ts';
import { test as scripted } from './scripted-service.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'models' });
const unit = (page: Page) => page.getByRole('combobox', { name: 'Read prices as' });

test('a link to a workload opens in the sender’s unit, and the reader’s own stays elsewhere', async ({
  page,
  browser,
  service,
}) => {
  await page.goto('/models?q=gpt-oss-20b&tday=2000&calc=open');
  await expect(page).toHaveURL(/prices=dollars-million/);
  const month = grid(page).locator('[data-row="0"] [data-column="1"]');
  const sent = await month.innerText();
  expect(sent).toMatch(/^\$/);

  const other = await browser.newContext({ baseURL: service.url });
  const reader = await other.newPage();
  await reader.goto('/models');
  await unit(reader).selectOption('¢/1M tokens');
  await expect(reader).toHaveURL(/prices=cents-million/);
  await reader.goto(page.url());
  await expect(grid(reader).locator('[data-row="0"] [data-column="1"]')).toHaveText(sent);
  await expect(unit(reader)).toHaveValue('dollars-million');
  await reader.goto('/models');
  await expect(unit(reader)).toHaveValue('cents-million');
  await other.close();
});

test('a decision opens in its own unit', async ({ page }) => {
  const link = await decisionLink.write({
    at: '2026-06-10T12:00:00.000Z',
    model: { id: 'meta-llama/Llama-3.3-70B', input: 88, output: 88, unit: 'cents-million' },
    hardware: { id: '1x_nvidia_h100_80gb_sxm', centsPerMinute: 10.82, updatedAt: null },
    terms,
  });
  await page.goto(`/hardware?view=break-even${link}`);
  await expect(page.getByRole('region', { name: 'Then and now' })).toBeVisible();
  await expect(page).toHaveURL(/prices=cents-million/);
  await expect(page.getByRole('button', { name: '¢/1M tokens' })).toBeVisible();
  await expect(page.getByText('It reads token prices in')).toHaveCount(0);
  await page.goto('/hardware?view=break-even');
  await expect(page).toHaveURL(/prices=dollars-million/);
});

scripted(
  'a decision is compared with another service in the unit in which its prices are read',
  async ({ page, script }) => {
    script.answers.set('/models', {
      body: [{ id: 'a/one', type: 'chat', pricing: { input: 0.00088, output: 0.00088 } }],
    });
    const card = {
      id: '1x_one',
      pricing: { cents_per_minute: 10.82 },
      specs: { gpu_type: 'one', gpu_link: 'sxm', gpu_memory: 80, gpu_count: 1 },
    };
    script.answers.set('/hardware', { body: { object: 'list', data: [card] } });
    const link = await decisionLink.write({
      at: '2026-06-10T12:00:00.000Z',
      service: 'Another service',
      model: { id: 'a/one', input: 0.88, output: 0.88, unit: 'dollars-million' },
      hardware: { id: '1x_one', centsPerMinute: 10.82, updatedAt: null },
      terms,
    });
    await page.goto(`/hardware?view=break-even${link}`);
    const then = page.getByRole('region', { name: 'Then and now' });
    await expect(then).toContainText('The decision has flipped');
    await page.getByRole('button', { name: /^Unit of token prices/ }).click();
    await page.getByRole('radio', { name: '$/1K tokens' }).click();
    await expect(then).toContainText(
      'The decision holds: at its 150,000 tokens/min dedicated is still cheaper.',
    );
    await expect(then).toContainText('Nothing has changed since.');
    await expect(then).toContainText('are read in $/1K tokens, as on this page, and shown in $/1M tokens.');
  },
);
