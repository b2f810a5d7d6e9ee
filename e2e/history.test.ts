// History: every state is kept, searchable, comparable, and shared between tabs.
import { expect, test } from './fixtures.ts';
import {
  ended,
  expectShown,
  open,
  openHistory,
  output,
  prompt,
  redo,
  run,
  shown,
  state,
  undo,
} from './history-page.ts';

test('a loaded history opens at once, without a placeholder', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluateHandle(() => {
    const labels: (string | null)[] = [];
    const note = () => {
      for (const each of document.querySelectorAll('[role="tabpanel"] output'))
        labels.push(each.getAttribute('aria-label'));
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    return labels;
  });
  await expect((await openHistory(page)).getByRole('treeitem').first()).toBeVisible();
  expect(await seen.jsonValue()).not.toContain('Loading');
});

test('undo and redo show the runs as they were, even after a reload', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a bear');
  await expectShown(page, fox);
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
  await page.reload();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
  await expect(state(page)).toHaveText('Complete');
  await redo(page).click();
  await redo(page).click();
  await expect(prompt(page)).toHaveValue('There was a bear');
  await expectShown(page, bear);
  await expect(redo(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Code' }).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expect(output(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expectShown(page, fox);
});

test('Ctrl+Z in the prompt is the browser’s own undo, and only undoes typing', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await prompt(page).press('End');
  await prompt(page).pressSequentially(' in a wood');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue(/^There was a fox[ a-z]{0,9}$/);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(output(page)).toBeVisible();
  await page.getByRole('button', { name: 'Code' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('There was a fox');
});

test('Ctrl+Z in the prompt undoes what the page put there', async ({ page }) => {
  await open(page);
  await run(page, 'There was a fox');
  await prompt(page).press('ControlOrMeta+a');
  await prompt(page).pressSequentially('There was a cat');
  await page.keyboard.press('ControlOrMeta+Enter');
  await ended(page);
  const cat = await shown(page);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(prompt(page)).toHaveValue(`There was a cat${cat}`);
  await ended(page);
  await prompt(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(prompt(page)).toHaveValue('There was a cat');
  await expectShown(page, cat);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(prompt(page)).toHaveValue(`There was a cat${cat}`);
});

test('a run after undo is a sibling branch; regenerate adds another', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bear = await run(page, 'There was a bear');
  await undo(page).click();
  await undo(page).click();
  await expectShown(page, fox);
  const owl = await run(page, 'There was an owl');
  await page.keyboard.down('Alt');
  await page.keyboard.down('Enter');
  await expect(output(page)).not.toHaveText(owl, { useInnerText: false });
  await ended(page);
  const again = await shown(page);
  expect(again).not.toBe(owl);
  // Held keys send once.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Alt');
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was an owl');
  await expectShown(page, owl);
  await redo(page).click();
  await expectShown(page, again);
  const tree = await openHistory(page);
  await expect(tree.getByRole('treeitem')).toHaveCount(5);
  await expect(tree.getByRole('treeitem', { name: '…bear' })).toHaveAttribute('aria-level', '2');
  const branch = tree.getByRole('treeitem', { name: '…an owl' });
  await expect(branch).toHaveCount(2);
  await expect(branch.nth(0)).toContainText('regenerated');
  await expect(branch.nth(0)).toHaveAttribute('aria-current', 'true');
  await tree.press('Home');
  await tree.getByRole('treeitem', { name: '…bear' }).click();
  await expect(prompt(page)).toHaveValue('There was a bear');
  await expectShown(page, bear);
  // Keys continue from the clicked state.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(prompt(page)).toHaveValue('There was an owl');
  await expectShown(page, owl);
});

test('regenerate sends the request on screen, and repeat sends exactly the old request', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) bodies.push(request.postDataJSON());
  });
  const seed = page.getByRole('textbox', { name: 'seed' });
  await seed.fill('7');
  await page.getByRole('button', { name: 'Regenerate' }).focus();
  await page.keyboard.down('Enter');
  await expect.poll(() => bodies.length).toBe(1);
  await ended(page);
  // A held key presses once.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByText('The seed is fixed at 7, so expect the same text again.')).toBeVisible();
  await expect(seed).toHaveValue('7');
  await prompt(page).fill('There was a bear');
  await page.getByTitle('Sends the prompt and parameters of this output again').click();
  await ended(page);
  await expect(prompt(page)).toHaveValue('There was a bear');
  expect(bodies).toMatchObject([
    { prompt: 'There was a fox', seed: 7 },
    { prompt: 'There was a fox', seed: 7 },
  ]);
  for (const _ of [1, 2, 3]) await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
});

test('two tabs lose none of each other’s states, and a new tab starts at the newest state', async ({
  page,
  context,
}) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const other = await context.newPage();
  await other.goto('/');
  await expectShown(other, fox);
  await run(other, 'There was a bear');
  const owl = await run(page, 'There was an owl');
  for (const each of [page, other]) {
    const tree = await openHistory(each);
    await expect(tree.getByRole('treeitem')).toHaveCount(4);
    await expect(tree.getByRole('treeitem', { name: /^…\w* ?bear/ })).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: /^…\w* ?owl/ })).toBeVisible();
  }
  await prompt(other).fill('There was a bear in the other tab');
  await expect
    .poll(() => other.evaluate(() => localStorage.getItem('inferdeck.draft')))
    .toContain('in the other tab');
  await page.reload();
  await expect(prompt(page)).toHaveValue('There was an owl');
  await expectShown(page, owl);
  await expect((await openHistory(page)).getByRole('treeitem', { name: /^…an owl/ })).toHaveCount(1);
});

test('a state is named, found by its name and its output, and compared with another', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.5');
  await run(page, 'There was a bear');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await page.getByRole('textbox', { name: 'State name' }).fill('My beginning');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: 'My beginning' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search history' });
  await search.fill('my BEGINNING');
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await search.fill(fox.trim().split(/\s+/).slice(0, 6).join(' '));
  await expect(tree.getByRole('treeitem', { name: 'My beginning' })).toBeVisible();
  await search.fill('no such words anywhere');
  await expect(page.getByText('No state in any session matches.')).toBeVisible();
  await search.fill('');

  await tree.getByRole('treeitem', { name: 'My beginning' }).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await page.getByRole('button', { name: 'Diff with last open' }).click();
  const dialog = page.getByRole('dialog', { name: 'Differences' });
  const differs = dialog.getByRole('region', { name: 'Prompt' });
  await expect(differs.getByRole('deletion')).toHaveText('bear');
  await expect(differs.getByRole('insertion')).toHaveText('fox');
  await expect(dialog.getByRole('region', { name: 'Parameters' })).toContainText('temperature0.5 default');
  await expect(dialog.getByRole('region', { name: 'Output' }).getByRole('insertion').first()).toBeVisible();
});

test('a new session starts with an empty prompt and the same parameters, and the previous one stays listed', async ({
  page,
}) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const tree = await openHistory(page);
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(prompt(page)).toHaveValue('');
  await expect(prompt(page)).toBeFocused();
  await expect(output(page)).toBeHidden();
  await expect(tree.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toHaveValue('24');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('combobox', { name: 'Session' }).selectOption({ index: 1 });
  await tree.getByRole('treeitem', { name: 'There was a fox' }).click();
  await expectShown(page, fox);
});

test('a state, a session and the whole history are deleted after confirmation', async ({ page }) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  await run(page, 'There was a bear');
  const tree = await openHistory(page);
  await tree.getByRole('treeitem', { name: '…bear' }).click();
  await expect(tree).toBeFocused();
  const card = page.getByRole('region', { name: 'Selected state' });
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 1 state' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(2);
  await expect(tree).toBeFocused();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expectShown(page, fox);
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByRole('button', { name: 'Delete all history' }).click();
  await page.getByRole('button', { name: 'Delete 2 states' }).click();
  await expect(page.getByText('Deleted 2 states.')).toBeVisible();
  await expect(prompt(page)).toHaveValue('');
  await expect(output(page)).toBeHidden();
  await expect(undo(page)).toBeDisabled();
  await page.reload();
  await expect(prompt(page)).toHaveValue('');
  await openHistory(page);
  await expect(page.getByText('No history yet')).toBeVisible();
});

test('a preset is saved, applied, renamed, deleted and restored', async ({ page }) => {
  await open(page);
  const temperature = page.getByRole('textbox', { name: 'temperature' });
  await temperature.fill('0.3');
  await openHistory(page);
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Calm');
  await page.getByRole('button', { name: 'Save preset' }).click();
  const list = page.getByRole('list', { name: 'Presets' });
  await expect(list.getByRole('listitem')).toContainText('max_tokens 24, temperature 0.3');
  await expect(page.getByRole('status').getByText('Saved “Calm”.')).toBeAttached();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await temperature.fill('0.4');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Calm');
  await page.getByRole('button', { name: 'Replace preset' }).click();
  await expect(list.getByRole('listitem')).toContainText('max_tokens 24, temperature 0.4');
  await list.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('Quiet');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('Quiet');
  await list.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(list).toBeHidden();
  await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list).toContainText('Quiet');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await temperature.fill('1');
  await prompt(page).fill('Mine');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(temperature).toHaveValue('0.4');
  await expect(prompt(page)).toHaveValue('Mine');
  // With its prompt, from the palette; one undo reverts it.
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Presets' }).check();
  await page.getByRole('checkbox', { name: 'Include prompt' }).check();
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Whole');
  await page.getByRole('button', { name: 'Save preset' }).click();
  await expect(list.getByRole('listitem').last()).toContainText('Mine');
  await prompt(page).fill('Other');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('preset Whole');
  const found = page.getByRole('group', { name: 'Presets' });
  await found.getByRole('option', { name: 'Apply preset Whole' }).click();
  await expect(prompt(page)).toHaveValue('Mine');
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('Other');
  // No two presets of one name.
  const last = list.getByRole('listitem').last();
  await last.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('Quiet');
  await page.keyboard.press('Enter');
  await expect(last.getByRole('alert')).toHaveText('Another preset has this name.');
  await page.keyboard.press('Escape');
  await expect(last.getByRole('textbox')).toHaveCount(0);
  await expect(last).toContainText('Whole');
});

test('an answer can be rated and annotated, and its prompt returns after another was typed', async ({
  page,
}) => {
  await open(page);
  const fox = await run(page, 'There was a fox');
  const rating = page.getByRole('region', { name: 'Rating of this answer' });
  await rating.getByRole('button', { name: 'Good answer' }).click();
  await rating.getByRole('textbox', { name: 'Note' }).fill('a kind one');
  await page.keyboard.press('Enter');
  const list = await openHistory(page);
  await page.getByRole('searchbox', { name: 'Search history' }).fill('a kind one');
  await expect(list.getByRole('treeitem')).toHaveCount(1);
  await page.reload();
  await expect(rating.getByRole('textbox', { name: 'Note' })).toHaveValue('a kind one');
  await expect(rating.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');

  await prompt(page).fill('There was a bear');
  await expect(page.getByText(/^Output of an earlier prompt · /)).toBeVisible();
  await page.getByRole('button', { name: 'Restore its prompt' }).click();
  await expect(prompt(page)).toHaveValue('There was a fox');
  await expect(page.getByText(/^Output · /)).toBeVisible();
  await expectShown(page, fox);
  await undo(page).click();
  await expect(prompt(page)).toHaveValue('There was a bear');

  await page.getByRole('button', { name: 'Restore its prompt' }).click();
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.1');
  await expect(page.getByText(/^Output of earlier settings · /)).toBeVisible();
  await page.getByRole('button', { name: /^Model:/ }).click();
  await page.getByRole('combobox', { name: /^Model:/ }).fill('nobody/knows-this');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Output of an earlier model, inferdeck/tale-1m · ')).toBeVisible();
});

test('a run without an answer can be annotated but not rated', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /^Model:/ }).click();
  await page.getByRole('combobox', { name: /^Model:/ }).fill('nobody/knows-this');
  await page.keyboard.press('Enter');
  await prompt(page).fill('There was a fox');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveText('Failed');
  const rating = page.getByRole('region', { name: 'Rating of this answer' });
  await expect(rating.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await expect(rating.getByRole('button')).toHaveCount(0);
});

test('a note on an answer opened from Compare is not kept for the answer before it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('6');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The owl');
  await page.keyboard.press('ControlOrMeta+Enter');
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeVisible();
  await page.getByRole('radio', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await page.getByRole('button', { name: 'Open in Write' }).first().click();
  await note.fill('from a column');
  await note.press('Enter');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(note).toHaveValue('');
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(note).toHaveValue('from a column');
});
