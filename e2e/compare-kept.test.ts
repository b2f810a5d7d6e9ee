// Compare: what is kept when it is left, reloaded, taken over or refused by the browser.
import { keptRuns } from './kept-runs.ts';
import { refuseStorage } from './refuse-storage.ts';
import { expect, test } from './fixtures.ts';
import { beginning, column, duplicate, open, output, state } from './compare-page.ts';

test('results and columns are kept when the view is left and when the page is reloaded', async ({ page }) => {
  await open(page, 30);
  await duplicate(page, 1, 'temperature', '0.3');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  const text = (await output(page, 2).textContent()) ?? '';
  await page.getByRole('radio', { name: 'Write' }).check();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Ready');
  await page.getByRole('radio', { name: 'Compare' }).check();
  await expect(output(page, 2)).toHaveText(text, { useInnerText: false });
  await page.reload();
  await expect(column(page, 2)).toContainText('temperature 0.3');
  await expect(output(page, 2)).toHaveText(text, { useInnerText: false });
  await expect(state(page, 2)).toHaveText('Complete');
  await expect(column(page, 2)).not.toContainText('answer with');

  await page.getByRole('button', { name: 'Remove column 2' }).click();
  await expect(column(page, 2)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column(page, 2)).toContainText('temperature 0.3');
  await expect(output(page, 2)).toHaveText(text, { useInnerText: false });
});

test('the two columns of the first visit keep their results, too', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('radio', { name: 'Compare' }).check();
  await keptRuns(page);
  await page.getByRole('button', { name: 'Run Column 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  const text = (await output(page, 2).textContent()) ?? '';
  await page.reload();
  await expect(output(page, 2)).toHaveText(text, { useInnerText: false });
});

test('a tab keeps its columns and their results, whatever another tab changes', async ({ page, context }) => {
  await open(page, 8);
  const other = await context.newPage();
  await other.goto('/?view=compare');
  await expect(column(other, 1)).toBeVisible();
  await duplicate(page, 1, 'temperature', '0.3');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  const text = (await output(page, 2).textContent()) ?? '';
  await duplicate(other, 1, 'top_p', '0.5');
  await other.reload();
  await expect(column(other, 2)).toContainText('top_p 0.5');
  await expect(state(other, 1)).toHaveText('Complete');
  // Both tabs have column 1, each with its own answer.
  const first = (await output(page, 1).textContent()) ?? '';
  await other.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(column(other, 1)).toContainText('2 of 2');
  await expect(state(other, 1)).toHaveText('Complete');
  await page.reload();
  await expect(column(page, 2)).toContainText('temperature 0.3');
  await expect(output(page, 2)).toHaveText(text, { useInnerText: false });
  await expect(column(page, 1)).toContainText('1 of 2');
  await expect(output(page, 1)).toHaveText(first, { useInnerText: false });
});

test('a column removed in another tab keeps its answer in this one', async ({ page, context }) => {
  await open(page, 8);
  await page.getByRole('button', { name: 'Duplicate column 1' }).click();
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  const other = await context.newPage();
  await expect(async () => {
    await other.goto('/?view=compare');
    await expect(state(other, 2)).toHaveText('Complete');
  }).toPass();
  await other.getByRole('button', { name: 'Remove column 2' }).click();
  // Ends what can be undone.
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await other.reload();
  await expect(state(other, 1)).toHaveText('Complete');
  await expect(column(other, 2)).toHaveCount(0);
  await page.reload();
  await expect(state(page, 1)).toHaveText('Complete');
  await expect(state(page, 2)).toHaveText('Complete');
});

test('a page that is reloaded during an answer keeps what arrived', async ({ page, quick }) => {
  await page.goto(`${quick.url}/?model=inferdeck%2Ffault-slow`);
  await open(page, 60, quick.url);
  await keptRuns(page);
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(output(page, 1)).toContainText(/\w/);
  await page.reload();
  await expect(state(page, 1)).toHaveText('Interrupted');
  await expect(output(page, 1)).toContainText(/\w/);
});

test('an answer that the browser refuses to store is said to end with the page', async ({ page }) => {
  await open(page, 8);
  const note = page.getByText('This browser did not store an answer');
  await refuseStorage(page, 'inferdeck-kept-runs');
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(note).toBeVisible();
});

test('the settings or the answer of a column are opened in Write, and the comparison stays', async ({
  page,
}) => {
  await open(page, 12);
  await duplicate(page, 1, 'temperature', '0.3');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  const text = (await output(page, 2).textContent()) ?? '';
  // Those of its head, whatever the answer below was sent with.
  await page.getByRole('button', { name: 'Parameters of column 2' }).click();
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.4');
  await expect(column(page, 2).getByText('answer with temperature 0.3')).toBeVisible();
  await column(page, 2).getByRole('button', { name: 'Use settings' }).click();
  await expect(page.getByRole('textbox', { name: 'temperature' })).toHaveValue('0.4');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('radio', { name: 'Compare' }).check();
  await column(page, 2).getByRole('button', { name: 'Open in Write' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning);
  const opened = page.getByRole('textbox', { name: 'Output', exact: true });
  await expect(opened).toHaveText(text.trim());
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page.getByRole('grid', { name: 'Tokens' }).getByRole('row')).toHaveCount(13);
  await page.reload();
  await expect(opened).toHaveText(text.trim());
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(beginning + text);
  // The comparison is still one of two temperatures, whatever Write sends now.
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.9');
  await page.getByRole('radio', { name: 'Compare' }).check();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  for (const [number, temperature] of [
    [1, /^(?![^]*temperature)/],
    [2, /"temperature": 0\.3/],
  ] as const) {
    await column(page, number).getByRole('button', { name: 'Code' }).click();
    await expect(code).toHaveValue(temperature);
    await page.keyboard.press('Escape');
  }
});

test('an answer added to Compare is its own column, unchanged by another prompt and a reload', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('12');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.3');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  const text = (await page.getByRole('textbox', { name: 'Output', exact: true }).textContent()) ?? '';
  expect(text).not.toBe('');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.9');
  await page.getByRole('button', { name: 'Add to Compare' }).click();

  await expect(column(page, 1)).toContainText('Baseline');
  await expect(state(page, 1)).toHaveText('Complete');
  await expect(output(page, 1)).toHaveText(text, { useInnerText: false });
  await expect(column(page, 2)).toContainText('temperature 0.9');
  await page.reload();
  await expect(output(page, 1)).toHaveText(text, { useInnerText: false });
  await expect(page.getByRole('region', { name: /^Column \d/ })).toHaveCount(2);

  await page.getByRole('radio', { name: 'Write' }).check();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('button', { name: 'Add to Compare' }).click();
  await expect(page.getByRole('region', { name: /^Column \d/ })).toHaveCount(3);
  await expect(state(page, 3)).toHaveText('Complete');
  await expect(output(page, 1)).toHaveText(text, { useInnerText: false });
});
