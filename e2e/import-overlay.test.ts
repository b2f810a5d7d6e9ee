// A log file over the curves of a fine-tune.
import { expect, test } from './scripted-service.ts';

test("a log lies over the fine-tune's own curves, on its page alone", async ({ page, script }) => {
  const files = page.getByRole('region', { name: 'Log files', exact: true });
  const events = [1, 2, 3].map((step) => ({
    type: 'training_step',
    message: `Step ${step}/3: training loss=${4 - step}`,
  }));
  const record = { status: 'completed', model: 'acme/base', events };
  const data = [
    { ...record, id: 'ft-one', model_output_name: 'acme/one' },
    { ...record, id: 'ft-two', model_output_name: 'acme/two' },
  ];
  script.answers.set('/fine-tunes', { body: { data } });
  await page.goto('/fine-tunes/ft-one');
  await expect(page.getByRole('slider', { name: /^Loss by/ })).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['step,loss\n1,2\n2,1\n'], 'other.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('button', { name: 'other train', exact: true })).toBeVisible();
  await expect(files.getByRole('listitem', { name: 'other.csv' })).toContainText('2 points');
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  await page.getByRole('link', { name: 'acme/two' }).first().click();
  await expect(page.getByRole('button', { name: /train$/ }).first()).toBeVisible();
  await expect(files).toBeHidden();
});
