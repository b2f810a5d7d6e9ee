// History search in long outputs, and comparison of states.
import { expect, test } from './fixtures.ts';
import { open, openHistory, prompt, run } from './history-page.ts';
import { openRecording, tokenEvent } from './recordings.ts';

test('a search finds the end of a long output, or says that only its beginning is stored', async ({
  page,
}) => {
  await page.clock.install();
  const long = Array.from({ length: 20 }, (_, index) => tokenEvent(index, { text: 'lorem '.repeat(150) }));
  await openRecording(page, [...long, tokenEvent(20, { text: 'zebra' })]);
  const tree = await openHistory(page);
  const search = page.getByRole('searchbox', { name: 'Search history' });
  await search.fill('zebra');
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await expect(tree.getByRole('treeitem')).toContainText('zebra');
  await expect(page.getByRole('status').getByText(/^1 of \d+ states?$/)).toBeVisible();
  // Read apart from the page, which stays free.
  const reader = page.workers().find((worker) => worker.url().includes('outputs-worker'));
  expect(reader).toBeDefined();
  const end = reader?.waitForEvent('close');
  await page.clock.fastForward(11_000);
  await end;
  await expect(page.getByRole('status', { name: 'Search coverage' })).toBeEmpty();
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByRole('textbox', { name: 'Recordings to keep' }).fill('-3');
  await expect(page.getByText('Enter a whole number, 0 or more.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Recordings to keep' }).fill('0');
  await page.getByRole('button', { name: /^Delete 1 recording/ }).click();
  await expect(page.getByText('Deleted 1 recording.')).toBeVisible();
  await page.reload();
  await openHistory(page);
  await search.fill('zebra');
  await expect(page.getByText(/One run is searched only at the beginning of its output/)).toBeVisible();
  await expect(page.getByText('No state in any session matches.')).toBeVisible();
});

test('any of many choices can be compared', async ({ page }) => {
  await page.goto('/');
  const number = (name: string) => page.getByRole('textbox', { name, exact: true });
  await number('max_tokens').fill('4');
  for (const [text, n] of [
    ['There was a fox', '12'],
    ['There was a bear', ''],
  ] as const) {
    await page.getByRole('textbox', { name: 'Prompt' }).fill(text);
    await number('n').fill(n);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  }
  const tree = await openHistory(page);
  const fox = tree.getByRole('treeitem', { name: 'There was a fox' });
  await expect(fox).toContainText('12 choices · tale-1m');
  // Its facts are on one line.
  const bottoms = await fox.getByText(/^(Complete|48 tokens)$/).evaluateAll((facts) =>
    facts.map((fact) => {
      const text = document.createRange();
      text.selectNodeContents(fact);
      return text.getBoundingClientRect().bottom;
    }),
  );
  expect(bottoms).toEqual([bottoms[1], bottoms[1]]);
  await fox.click();
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  const dialog = page.getByRole('dialog', { name: 'Differences' });
  const answer = dialog.getByRole('region', { name: 'Output' });
  const choice = answer.getByRole('combobox', { name: 'Choice' });
  await expect(answer.locator('del')).not.toHaveCount(0);
  await choice.selectOption('11');
  await expect(answer.getByText('The first state has no choice 11.')).toBeVisible();
  await expect(answer.locator('ins')).toHaveCount(1);
  await expect(answer.locator('del')).toHaveCount(0);
});

test('a difference says whose output it shows of a state that was not run', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await run(page, 'There was a bear');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('There was an owl');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  const answer = page.getByRole('dialog', { name: 'Differences' }).getByRole('region', { name: 'Output' });
  await expect(answer).toContainText(
    /“.*owl.”, .* was not run: the output of the state before it is compared/,
  );
  await expect(answer).not.toContainText(/fox.”, .* was not run/);
});

test('a pinned state stays pinned while a parameter is changed and the page is reloaded', async ({
  page,
}) => {
  await open(page);
  await run(page, 'There was a fox');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.5');
  await run(page, 'There was a bear');
  await page.reload();
  await openHistory(page);
  await tree.getByRole('treeitem', { name: '…bear' }).click();
  await page.getByRole('button', { name: 'Diff with pinned' }).click();
  const differs = page.getByRole('dialog', { name: 'Differences' }).getByRole('region', { name: 'Prompt' });
  await expect(differs.getByRole('deletion')).toHaveText('fox');
});

test('a long name of a session is cut before the arrow of its list', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox who lived in a valley full of orchards');
  await openHistory(page);
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveCSS('text-overflow', 'ellipsis');
});

test('after a replay, the state is opened again as the answer that it was', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'Replay 20×' }).click();
  const regenerate = page.getByRole('button', { name: 'Regenerate' });
  await expect(page.getByText(/^Recording of /)).toBeVisible();
  await expect(regenerate).toHaveCount(0);
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await expect(regenerate).toBeEnabled();
  await expect(page.getByText(/^Recording of /)).toHaveCount(0);
});

test('the name of a Hebrew state stands before its quote and its time', async ({ page }) => {
  await page.goto('/');
  await run(page, 'היה היה פעם שועל');
  await run(page, 'There was a fox');
  await (await openHistory(page)).getByRole('treeitem', { name: 'היה' }).click();
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  const name = page.getByRole('dialog', { name: 'Differences' }).getByText('היה').first();
  await expect(name).toBeVisible();
  const [title, quote] = await name.evaluate((element) =>
    ['ה', '”'].map((part) => {
      const at = element.textContent.indexOf(part);
      const range = document.createRange();
      range.setStart(element.firstChild ?? element, at);
      range.setEnd(element.firstChild ?? element, at + 1);
      return range.getBoundingClientRect().right;
    }),
  );
  expect(quote).toBeGreaterThan(title ?? Infinity);
});

test('a long title in Hebrew is cut at its end', async ({ page }) => {
  await page.goto('/');
  await prompt(page).fill('היה היה פעם שועל קטן שגר ביער גדול וחלם על הים הרחוק ועל האיים.');
  const title = (await openHistory(page)).getByText('היה היה');
  await expect(title).toBeVisible();
  const beginning = await title.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 1);
    return range.getBoundingClientRect().right - element.getBoundingClientRect().right;
  });
  expect(beginning).toBeLessThanOrEqual(0);
});

test('a name given in another tab is not undone by leaving the field here', async ({ page, context }) => {
  await open(page);
  await run(page, 'There was a fox');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  const name = page.getByRole('textbox', { name: 'State name' });
  await name.fill('First');
  await name.press('Enter');
  const other = await context.newPage();
  await other.goto('/');
  await (await openHistory(other)).getByRole('treeitem', { name: 'First' }).click();
  await other.getByRole('textbox', { name: 'State name' }).fill('Second');
  await other.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: 'Second' })).toBeVisible();
  await name.blur();
  await expect(name).toHaveValue('Second');
  await expect(tree.getByRole('treeitem', { name: 'Second' })).toBeVisible();
});

test('an answer deleted in another tab is said to end with the page', async ({ page, context }) => {
  await open(page);
  await run(page, 'There was a fox');
  const notice = page.getByRole('status', { name: 'History' });
  const other = await context.newPage();
  await other.goto('/');
  await openHistory(other);
  await other.getByRole('radio', { name: 'Files' }).check();
  await other.getByRole('button', { name: 'Delete all history' }).click();
  await expect(notice).toBeEmpty();
  await other.getByRole('button', { name: /^Delete \d states/ }).click();
  await expect(notice).toContainText('deleted from History in another tab');
  await run(page, 'There was a bear');
  await expect(notice).toBeEmpty();
});
