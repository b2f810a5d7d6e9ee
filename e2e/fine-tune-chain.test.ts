// Runs drawn with a fine-tune's own: what they lack, and where one continues another.
import { expect, test } from './scripted-service.ts';

const record = { status: 'completed', model: 'acme/base' };
const parent = { ...record, id: 'ft-parent', model_output_name: 'acme/tales', steps_completed: 20 };
const child = { ...record, id: 'ft-child', from_checkpoint: 'acme/tales' };
const metrics = [1, 2, 3].map((step) => ({ 'train/global_step': step, 'train/loss': 4 - step }));

test.beforeEach(({ script }) => {
  script.answers.set('/fine-tunes', { body: { data: [parent, child] } });
  script.answers.set('/fine-tunes/ft-child/metrics', { body: { metrics } });
});

test('a job lists those that continue it, also by the name of its model', async ({ page }) => {
  await page.goto('/fine-tunes/ft-parent');
  const lineage = page.getByRole('region', { name: 'Lineage', exact: true });
  await expect(lineage.getByRole('link', { name: 'ft-child' })).toBeVisible();
});

test('an overlaid run whose curves could not be read is not said to have none', async ({ page, script }) => {
  script.answers.set('/fine-tunes/ft-parent/metrics', { status: 503, body: { error: { message: 'Busy.' } } });
  await page.goto('/fine-tunes/ft-child?with=ft-parent');
  const overlaid = page.getByRole('group', { name: 'Overlaid runs' });
  await expect(overlaid).toContainText('not loaded: acme/tales');
  await expect(overlaid).not.toContainText('no curves');
});

test('a chain continues from the last step of an ancestor without curves', async ({ page, script }) => {
  script.answers.set('/fine-tunes/ft-parent/metrics', { body: { metrics: [] } });
  await page.goto('/fine-tunes/ft-child?chain=on');
  await expect(page.getByText('its own steps continue from 20')).toBeVisible();
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toHaveAttribute('aria-valuemax', '23');
});
