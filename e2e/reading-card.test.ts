// The card at the reading line: several runs with long names in little room.
import { expect, test } from './fixtures.ts';

const names = [
  'warm start at a rate of 0.002 for 2 epochs',
  'cold restart with 0.0005 as its rate in 40 passes',
  'late, by half the rate of the others, 12 rows each',
];

/** A line a step, evaluated at the last: read elsewhere, the card says where. */
function logFile(name: string, shift: number) {
  const steps = Array.from({ length: 40 }, (_, index) => index + 1);
  const rows = steps.map((step) => `${step},${2 + shift - step / 40},${step === 40 ? 3 + shift : ''}`);
  const text = ['step,train_loss,eval_loss', ...rows].join('\n');
  return { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

test('on a phone the card of three runs with long names leaves a part of the plot in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/fine-tunes/local');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open log files' }).first().click();
  await (await chooser).setFiles(names.map((name, index) => logFile(name, index)));
  const plot = page.getByRole('slider', { name: /^Loss by/ });
  await plot.hover();
  const card = page
    .getByRole('region', { name: 'Loss', exact: true })
    .getByText(/^step \d+$/)
    .first()
    .locator('..');
  await expect(card).toContainText('eval late');
  const [box, whole] = [await card.boundingBox(), await plot.boundingBox()];
  expect(box?.height).toBeLessThan((whole?.height ?? 0) * 0.7);
});
