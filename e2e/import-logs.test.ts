// Log files: chosen, dropped, large, broken, without a service.
import type { Page } from '@playwright/test';
import {
  consoleLog,
  trainerState,
  wandbCsv,
  type LoggedStep,
} from '#pages/fine-tunes/testing/log-writers.ts';
import { startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { watchShifts } from './layout-shifts.ts';
import { changeKept, dropFiles } from './log-files.ts';

const rows: readonly LoggedStep[] = Array.from({ length: 100 }, (_, index) => ({
  step: (index + 1) * 10,
  epoch: index / 40,
  loss: 2 * Math.exp(-index / 30) + 0.4,
  ...(index % 25 === 24 && { evalLoss: 2 * Math.exp(-index / 30) + 0.5 }),
}));
const losses = new Map(rows.map(({ step, loss }) => [step, loss ?? 0]));

const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});
const filesIn = (page: Page) => page.getByRole('region', { name: 'Log files', exact: true });
const fileRow = (page: Page, name: string) => filesIn(page).getByRole('listitem', { name, exact: true });
const lossPlot = (page: Page) => page.getByRole('slider', { name: /^Loss by/ });

async function choose(page: Page, files: ReturnType<typeof textFile>[]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open log files' }).click();
  await (await chooser).setFiles(files);
}

/** Drops a table of this many rows, generated in the page. */
async function dropTable(page: Page, name: string, count: number) {
  await page.evaluate(
    ([fileName, length]) => {
      const parts: string[] = ['step,train_loss\n'];
      for (let step = 1; step <= Number(length); step += 1) parts.push(`${step},${(3 / step).toFixed(6)}\n`);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(parts, String(fileName)));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, count],
  );
}

test('files of several programs are drawn together, and nothing leaves the browser', async ({ page }) => {
  const sent: string[] = [];
  await page.goto('/fine-tunes/local');
  await expect(page.getByText('never uploaded')).toBeVisible();
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
  });
  await choose(page, [
    textFile('train.log', consoleLog(rows)),
    textFile('trainer_state.json', trainerState(rows)),
    textFile(
      'chart.csv',
      wandbCsv(
        'train/loss',
        new Map([
          ['warm', losses],
          ['cold', losses],
        ]),
      ),
    ),
  ]);
  await expect(fileRow(page, 'train.log')).toContainText('console log of a trainer: 1 run, 104 points');
  await expect(fileRow(page, 'trainer_state.json')).toContainText('trainer state, JSON: 1 run, 104 points');
  await expect(fileRow(page, 'chart.csv')).toContainText('W&B chart, CSV: 2 runs, 200 points');
  await expect(lossPlot(page)).toBeVisible();
  for (const name of ['train train', 'eval trainer_state', 'train warm', 'train cold'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await fileRow(page, 'chart.csv').getByRole('button', { name: 'Close chart.csv' }).click();
  await expect(page.getByRole('button', { name: 'train warm', exact: true })).toBeHidden();
  await expect(lossPlot(page)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a chart over relative time is drawn over elapsed time, and its counted steps are noted', async ({
  page,
}) => {
  const hours = new Map(rows.map(({ step, loss }) => [step * 7.2, loss ?? 0]));
  await page.goto('/fine-tunes/local');
  await choose(page, [
    textFile('chart.csv', wandbCsv('train/loss', new Map([['warm', hours]]), 'Relative Time (Process)')),
  ]);
  await expect(fileRow(page, 'chart.csv')).toContainText('the rows were counted as steps');
  const axis = page.getByRole('combobox', { name: 'Horizontal axis' });
  await expect(axis.getByRole('option', { name: 'wall time (no point has a date)' })).toBeDisabled();
  await axis.selectOption('elapsed');
  const plot = page.getByRole('slider', { name: 'Loss by elapsed' });
  await plot.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', /after 2 h/);
});

test('a file that cannot be read is counted, and stands before the others of a long list', async ({
  page,
}) => {
  await page.goto('/fine-tunes/local');
  const logs = ['a', 'b', 'c', 'd', 'e'].map((name) => textFile(`${name}.log`, consoleLog(rows)));
  await choose(page, [...logs, textFile('photo.jsonl', '\0\u0001\u0002')]);
  await expect(filesIn(page)).toContainText('6 log files, 1 not read. Read in this browser');
  await expect(fileRow(page, 'photo.jsonl')).toBeInViewport();
  await expect(filesIn(page).getByRole('listitem').first()).toContainText('not read');
  // The second is a shade at the lower edge, which the first, at the end of the list, covers.
  await expect(filesIn(page).getByRole('list').first()).toHaveCSS('background-attachment', 'local, scroll');
  await filesIn(page).getByRole('button', { name: 'Close all' }).click();
  await expect(filesIn(page)).toHaveText('6 log files are closed.Undo');
  await filesIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(filesIn(page).getByRole('button', { name: /^Close .+\.(log|jsonl)$/ })).toHaveCount(6);
});

test('a file that was not read is replaced by the one of the same name that is', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile('run.log', '\0\u0001\u0002')]);
  await expect(fileRow(page, 'run.log')).toContainText('not read');
  await choose(page, [textFile('run.log', consoleLog(rows))]);
  await expect(lossPlot(page)).toBeVisible();
  await expect(fileRow(page, 'run.log')).toHaveCount(1);
  await expect(filesIn(page)).not.toContainText('not read');
});

test('unread lines are shown with their numbers, and the rest is drawn', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [
    textFile(
      'log.jsonl',
      '{"step":1,"loss":3}\n{"step":2,"lo\n{"step":3,"loss":2}\nKilled\n{"step":4,"loss":1}\n',
    ),
    textFile('prices.csv', 'name,price\na,1\n'),
    textFile('grouped.csv', 'step,loss\n"1,00",3\n'),
    textFile('begun.csv', 'step,loss\n'),
  ]);
  const row = fileRow(page, 'log.jsonl');
  await expect(row).toContainText('1 run, 3 points of train loss in 5 lines');
  await row.getByText('2 lines were not understood').click();
  await expect(row.getByRole('row').filter({ hasText: 'Killed' })).toContainText('4');
  await expect(row.getByRole('row').filter({ hasText: '{"step":2,"lo' })).toContainText(
    'object is incomplete',
  );
  const prices = fileRow(page, 'prices.csv');
  await expect(prices).toContainText('no curve');
  await prices.getByRole('button', { name: 'price', exact: true }).click();
  await expect(page.getByRole('slider', { name: 'price by step' })).toBeVisible();
  await expect(lossPlot(page)).toBeVisible();
  await expect(fileRow(page, 'grouped.csv')).toContainText('No line of a curve was understood.');
  await expect(fileRow(page, 'begun.csv')).toContainText('Its curves have no values yet.');
});

test('the table of points writes a step of eight digits whole', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile('steps.csv', 'step,loss\n12345678,3\n12345679,2\n')]);
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  const table = page.getByRole('table', { name: /^Points of/ });
  await expect(table.getByRole('cell', { name: '12,345,678', exact: true })).toBeVisible();
});

test('a point of a file with a long name stays on one line and ends with its row', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile(`${'long-name-'.repeat(12)}train.log`, consoleLog(rows))]);
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  const source = page.getByRole('table', { name: /^Points of/ }).getByRole('cell', { name: /, row \d+$/ });
  const heights = await source
    .first()
    .evaluate((cell) => [cell.scrollHeight, cell.parentElement?.clientHeight]);
  expect(heights[0]).toBeLessThanOrEqual(heights[1] ?? 0);
});

test('the columns of an unknown table are mapped one after the other', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile('table.csv', 'Schritt;Verlust\n100;3\n200;2\n')]);
  const row = fileRow(page, 'table.csv');
  await row.getByLabel('Verlust').selectOption('train loss');
  await expect(lossPlot(page)).toBeVisible();
  await row.getByLabel('Schritt').selectOption('step');
  await expect(row).toContainText('Last: train loss 2 at step 200.');
});

test('arrow keys reach every meaning of a column, past one that another has', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile('mine.csv', 'round,score,held\n1,9,8\n2,7,6\n')]);
  const row = fileRow(page, 'mine.csv');
  await row.getByRole('combobox', { name: 'score' }).selectOption('train loss');
  const held = row.getByRole('combobox', { name: 'held' });
  await held.focus();
  for (const value of ['metric', 'train loss', 'eval loss']) {
    await page.keyboard.press('ArrowDown');
    await expect(held).toHaveValue(value);
  }
  await expect(row).toContainText('Last: train loss 7 at step 2; eval loss 6 at step 2');
});

test('a log has the same alerts as a job with its curves', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  const away = Array.from(
    { length: 200 },
    (_, step) => `${step + 1},${step < 120 ? 2 - step / 100 : 2 ** (step / 9)}`,
  );
  await choose(page, [textFile('away.csv', `step,loss\n${away.join('\n')}\n`)]);
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByRole('list', { name: 'Alerts' })).toContainText('divergence');
  await choose(page, [textFile('calm.csv', 'step,loss\n1,2\n2,1\n')]);
  await expect(page.getByText('The marks are those of away')).toBeVisible();
  await expect(alerts.getByRole('button', { name: 'Thresholds' })).toBeVisible();
  await expect(alerts.getByRole('button', { name: /Notify/ })).toHaveCount(0);
  await alerts
    .getByRole('button', { name: /^Show step 1\d\d on the charts/ })
    .first()
    .click();
  await expect(page).toHaveURL(/zoom=\d+_\d+/);
});

test('a growing file is followed, and continues when reopened', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  // The browser's dialog cannot be operated from here, so it returns a file of the browser's own store.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('train.csv', { create: true });
    const write = async (text: string) => {
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
    };
    await write('step,loss,accuracy\n1,3,0.25\n2,2,0.5\n');
    globalThis.showOpenFilePicker = () => Promise.resolve([handle]);
    addEventListener('grow', () => void write('step,loss,accuracy\n1,3,0.25\n2,2,0.5\n3,1.5,0.75\n4,1'));
  });
  await choose(page, [textFile('train.csv', 'step,loss,accuracy\n1,3,0.25\n2,2,0.5\n')]);
  const row = fileRow(page, 'train.csv');
  await expect(row).toContainText('train loss 2 at step 2');
  await row.getByRole('button', { name: 'accuracy', exact: true }).click();
  await expect(page.getByRole('slider', { name: 'accuracy by step' })).toBeVisible();
  await row.getByRole('button', { name: 'Follow train.csv' }).click();
  await expect(row.getByRole('button', { name: 'Following train.csv' })).toBeVisible();
  // Opened by hand, it is no longer the one on disk.
  await choose(page, [textFile('train.csv', 'step,loss,accuracy\n1,3,0.25\n2,2,0.5\n3,1.75,1\n')]);
  await expect(row).toContainText('train loss 1.75 at step 3');
  await row.getByRole('button', { name: 'Follow train.csv' }).click();
  await expect(row).toContainText('train loss 2 at step 2');
  await page.evaluate(() => dispatchEvent(new Event('grow')));
  await expect(row).toContainText('train loss 1.5 at step 3; accuracy 0.75 at step 3');
  // If the browser allows reading without a prompt, it is followed after a reload, too.
  await page.reload();
  await expect(row).toContainText('train loss 1.5 at step 3; accuracy 0.75 at step 3');
  await expect(row.getByRole('button', { name: 'Following train.csv' })).toBeVisible();
  // What was read stays, also of a file that is gone.
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('train.csv'));
  await expect(row).toContainText('not found on disk');
  await row.getByRole('button', { name: 'Following train.csv' }).click();
  await expect(row.getByRole('button', { name: 'Follow train.csv' })).toBeVisible();
  await expect(row).not.toContainText('not found on disk');
  await expect(row).toContainText('train loss 1.5 at step 3; accuracy 0.75 at step 3');
  await choose(page, [textFile('train.csv', 'step,loss,accuracy\n1,3,0.25\n2,2,0.5\n3,1.5,0.75\n4,1,1\n')]);
  await expect(row).toContainText('train loss 1 at step 4; accuracy 1 at step 4');
  await expect(filesIn(page).getByRole('listitem', { name: 'train.csv', exact: true })).toHaveCount(1);
});

test('a file dropped on the list opens the page of log files, and is kept until it is closed', async ({
  page,
}) => {
  await page.goto('/fine-tunes');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await dropFiles(page, ['train.log', consoleLog(rows)]);
  await expect(page).toHaveURL(/\/fine-tunes\/local$/);
  await expect(fileRow(page, 'train.log')).toContainText('104 points');
  await page.getByRole('link', { name: 'Fine-tunes' }).first().click();
  await page.goBack();
  await expect(fileRow(page, 'train.log')).toBeVisible();
  await dropFiles(page, ['scores.csv', 'step,loss,accuracy\n1,3,0.25\n2,2,0.5\n']);
  await fileRow(page, 'scores.csv').getByRole('button', { name: 'accuracy', exact: true }).click();
  await expect(fileRow(page, 'scores.csv')).toContainText('accuracy 0.5 at step 2');
  await page.reload();
  await expect(fileRow(page, 'train.log')).toContainText('104 points');
  await expect(fileRow(page, 'scores.csv')).toContainText('accuracy 0.5 at step 2');
  await expect(lossPlot(page)).toBeVisible();
  // Another day one begins at the list.
  await page.goto('/fine-tunes');
  await page.getByRole('link', { name: '2 kept files' }).click();
  await expect(fileRow(page, 'train.log')).toContainText('104 points');
  await expect(lossPlot(page)).toBeVisible();
  const shifts = await watchShifts(page);
  expect(await shifts()).toEqual([]);
  await expect(filesIn(page).getByText('Not stored')).toBeHidden();
  // What is closed by mistake opens again in its place, and is kept as before.
  await fileRow(page, 'train.log').getByRole('button', { name: 'Close train.log' }).click();
  await fileRow(page, 'scores.csv').getByRole('button', { name: 'Close scores.csv' }).click();
  await filesIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(fileRow(page, 'scores.csv')).toContainText('accuracy 0.5 at step 2');
  await filesIn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(fileRow(page, 'train.log')).toContainText('104 points');
  await fileRow(page, 'scores.csv').getByRole('button', { name: 'Close scores.csv' }).click();
  await filesIn(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(fileRow(page, 'scores.csv').getByRole('button', { name: 'Close scores.csv' })).toBeFocused();
  await expect(
    filesIn(page)
      .getByRole('listitem', { name: /log$|csv$/ })
      .first(),
  ).toContainText('train.log');
  await page.reload();
  await expect(fileRow(page, 'scores.csv')).toContainText('accuracy 0.5 at step 2');
  await expect(fileRow(page, 'train.log')).toContainText('104 points');
  // Unreadable records are moved aside, and closed files stay closed.
  await fileRow(page, 'scores.csv').getByRole('button', { name: 'Close scores.csv' }).click();
  await changeKept(page, 'heads', 'damage');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Curves of your own log files' })).toBeVisible();
  expect(await changeKept(page, 'damaged', 'count')).toBe(1);
  expect(await changeKept(page, 'heads', 'count')).toBe(0);
});

test('the page stays responsive while a large file is read, and all of it is drawn', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await page.evaluate(() => {
    setInterval(
      () => (document.body.dataset['ticks'] = String(Number(document.body.dataset['ticks'] ?? 0) + 1)),
      20,
    );
  });
  const ticks = () => page.evaluate(() => Number(document.body.dataset['ticks'] ?? 0));
  await dropTable(page, 'large.csv', 1_500_000);
  await expect(page.getByRole('progressbar', { name: 'Reading large.csv' })).toBeVisible();
  const before = await ticks();
  await expect(fileRow(page, 'large.csv')).toContainText(/1,500,000 points|not read/);
  expect(await ticks()).toBeGreaterThan(before);
  await expect(fileRow(page, 'large.csv')).toContainText('1,500,000 points of train loss in 1,500,001 lines');
  await expect(page.getByText('1,500,000 points, drawn as')).toBeVisible();
});

test('reading can be stopped, and the next file is read', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await expect(page.getByRole('button', { name: 'Open log files' })).toBeVisible();
  await dropTable(page, 'large.csv', 1_500_000);
  await page.getByRole('button', { name: 'Stop reading large.csv' }).click();
  await expect(page.getByRole('heading', { name: 'Curves of your own log files' })).toBeVisible();
  await dropFiles(page, ['small.csv', 'step,loss\n1,2\n2,1\n']);
  await expect(fileRow(page, 'small.csv')).toContainText('2 points');
});

test('log files open even if every request for fine-tunes fails', async ({ browser }) => {
  // Nothing listens at this address: every operation of the service fails.
  const alone = await startService({ INFERDECK_UPSTREAM: 'http://127.0.0.1:9/v1' });
  const page = await browser.newPage();
  try {
    await page.goto(`${alone.url}/fine-tunes`);
    await expect(page.getByText('The fine-tunes could not be loaded.')).toBeVisible();
    await choose(page, [textFile('trainer_state.json', trainerState(rows))]);
    await expect(fileRow(page, 'trainer_state.json')).toContainText('104 points');
    await expect(lossPlot(page)).toBeVisible();
  } finally {
    await page.close();
    await alone.stop();
  }
});

test('a drag zooms a chart although selected text lies across it', async ({ page }) => {
  await page.goto('/fine-tunes/local');
  await choose(page, [textFile('trainer_state.json', trainerState(rows))]);
  await expect(lossPlot(page)).toBeVisible();
  const box = await lossPlot(page).boundingBox();
  if (box === null) throw new Error('the plot has no place');
  // A drag that begins on the words above the chart selects on down across it.
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 110, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=/);
});
