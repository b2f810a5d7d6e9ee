// Log files over the curves of a fine-tune, and over one another.
import { changeKept, dropFiles } from './log-files.ts';
import { expect, test } from './scripted-service.ts';

test("a log is overlaid on the fine-tune's own curves, only on its page", async ({ page, script }) => {
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
  await dropFiles(page, ['other.csv', 'step,loss\n1,2\n2,1\n']);
  await expect(page.getByRole('button', { name: 'train other', exact: true })).toBeVisible();
  await expect(files.getByRole('listitem', { name: 'other.csv' })).toContainText('2 points');
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  await page.getByRole('link', { name: 'acme/two' }).first().click();
  await expect(page.getByRole('button', { name: 'train', exact: true }).first()).toBeVisible();
  await expect(files).toBeHidden();
});

test('a log of the job itself is merged into its curves, alerts and best checkpoint, unless turned off', async ({
  page,
  script,
}) => {
  const record = { id: 'ft-one', status: 'completed', model: 'acme/base', total_steps: 40, events: [] };
  script.answers.set('/fine-tunes', { body: { data: [record] } });
  const data = [10, 30].map((step) => ({ step, checkpoint_type: 'Intermediate' }));
  script.answers.set('/fine-tunes/ft-one/checkpoints', { body: { data } });
  await page.goto('/fine-tunes/ft-one');
  const checkpoints = page.getByRole('region', { name: 'Checkpoints', exact: true });
  await expect(checkpoints).toContainText('No evaluation has been reported');
  const lines = Array.from({ length: 40 }, (_, index) => {
    const step = index + 1;
    return `${step},${step === 7 ? 'NaN' : 4 - step / 20},,${step % 10 === 0 ? 1 + Math.abs(30 - step) / 10 : ''},`;
  });
  const head = 'step,train_loss,train_accuracy,valid_loss,valid_mean_token_accuracy';
  await dropFiles(page, ['result.csv', [head, ...lines].join('\n')]);
  const choice = page.getByRole('radiogroup', { name: 'Use result.csv as' });
  await expect(choice.getByRole('radio', { name: 'Log of this job' })).toBeChecked();
  await expect(checkpoints).toContainText(
    'The lowest evaluation loss was 1.000 at step 30, and that step is saved.',
  );
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true });
  await expect(alerts).toContainText('not a number');
  await expect(page.getByRole('button', { name: 'train result' })).toHaveCount(0);
  await choice.getByRole('radio', { name: 'Another run' }).check({ force: true });
  await expect(page.getByRole('button', { name: 'train result', exact: true })).toBeVisible();
  await expect(checkpoints).toContainText('No evaluation has been reported');
  await expect(alerts).not.toContainText('not a number');
});

test('a log of the job gives its points their steps where the events name none', async ({ page, script }) => {
  const losses = [1, 2, 3].map((report) => ({ message: `{'loss': ${4 - report}, 'epoch': ${report}}` }));
  const events = [...losses, { message: "{'eval_loss': 1.5, 'epoch': 3.0}" }];
  const record = { id: 'ft-one', status: 'completed', model: 'acme/base', total_steps: 30, events };
  script.answers.set('/fine-tunes', { body: { data: [record] } });
  const data = [10, 20].map((step) => ({ step, checkpoint_type: 'Intermediate' }));
  script.answers.set('/fine-tunes/ft-one/checkpoints', { body: { data } });
  await page.goto('/fine-tunes/ft-one');
  const checkpoints = page.getByRole('region', { name: 'Checkpoints', exact: true });
  await expect(checkpoints).toContainText('The events name no steps');
  await dropFiles(page, ['log.csv', 'step,loss,eval_loss\n10,3,1.5\n20,2,1\n30,1,1.5\n']);
  const choice = page.getByRole('radiogroup', { name: 'Use log.csv as' });
  await choice.getByRole('radio', { name: 'Log of this job' }).check({ force: true });
  await expect(checkpoints).toContainText('The lowest evaluation loss was 1.000 at step 20');
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  const points = page.getByRole('table', { name: /^Points of .* train loss$/ }).getByRole('row');
  await expect(points).toHaveText([/^step/, /^10/, /^20/, /^30/]);
});

test('files of one name tell which run of the charts each is, also after Undo and a reload', async ({
  page,
}) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await dropFiles(
    page,
    ['metrics.csv', 'step,loss\n1,2\n2,1\n'],
    ['other.csv', 'step,loss\n1,4\n2,3\n'],
    ['metrics.csv', 'step,loss\n1,2\n2,1.5\n'],
  );
  await expect(page.getByRole('button', { name: 'train metrics 2', exact: true })).toBeVisible();
  const list = page.getByRole('region', { name: 'Log files', exact: true });
  const words = [
    'metrics: Last: train loss 1 at step 2.',
    'Last: train loss 3 at step 2.',
    'metrics 2: Last: train loss 1.5 at step 2.',
  ];
  await expect(list.getByText('Last:')).toHaveText(words);
  await list.getByRole('button', { name: 'Close metrics.csv' }).first().click();
  await expect(list.getByText('Last:')).toHaveText(words.slice(1).map((text) => text.replace(/^.*: L/, 'L')));
  await expect.poll(() => changeKept(page, 'bytes', 'count')).toBe(2);
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('Last:')).toHaveText(words);
  await expect.poll(() => changeKept(page, 'bytes', 'count')).toBe(3);
  await page.reload();
  await expect(list.getByText('Last:')).toHaveText(words);
});

test('a log of one point is read, and one whose loss is the same at every step', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await dropFiles(
    page,
    ['begun.jsonl', '{"step": 10, "loss": 3}\n'],
    ['lost.csv', 'step,loss\n1,NaN\n2,NaN\n'],
  );
  const lines = page.getByRole('region', { name: 'Log files', exact: true }).getByText('Last:');
  await expect(lines).toHaveText(['Last: train loss 3 at step 10.', 'Last: train loss NaN at step 2.']);
  await expect(page.getByRole('button', { name: 'train begun', exact: true })).toBeVisible();
});

test('a dropped folder is told from a file that cannot be read', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [import.meta.dirname], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  const files = page.getByRole('region', { name: 'Log files', exact: true });
  await expect(files.getByRole('listitem')).toContainText('This is a folder, or a file that is gone');
});
