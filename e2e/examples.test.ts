// First use: an empty playground accepts typing, says what answers, and runs examples.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { countRequests } from './data-view.ts';
import { undo } from './history-page.ts';

test('the first typed text goes into the prompt, and one click runs an example', async ({ page }) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toBeFocused();
  const examples = page.getByRole('region', { name: 'Examples' });
  await expect(examples).toContainText('A tiny model on this machine answers here with children’s tales.');
  await page.keyboard.type('x');
  await expect(prompt).toHaveValue('x');
  await prompt.fill('');

  await examples.getByRole('button', { name: 'Ban the word “the”' }).click();
  await expect(page.getByRole('status', { name: 'Run', exact: true })).toContainText('Complete');
  await expect(page.getByRole('textbox', { name: 'Output' })).toContainText(/\w/);
  await expect(page.getByRole('textbox', { name: 'Output' })).not.toContainText(/\bthe\b/);
  await expect(examples).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Bias' }).last()).toBeInViewport();

  // Its prompt, its parameters and its run are one step.
  await undo(page).click();
  await expect(prompt).toHaveValue('');
  await expect(examples).toBeVisible();
});

test('where a sample is chosen, the base model is said to answer', async ({ page }) => {
  await page.goto('/?model=meta-llama/Llama-3.3-70B-Instruct');
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText(
    /^A tiny model on this machine answers here with children’s tales\./,
  );
});

test('only the base model is said to write tales', async ({ page }) => {
  await page.goto('/?model=inferdeck/guard-words');
  const examples = page.getByRole('region', { name: 'Examples' });
  await expect(examples).toContainText(/^A tiny model on this machine answers here\. /);
  await page.goto('/?model=inferdeck/tale-1m');
  await expect(examples).toContainText(/^A tiny model .* with children’s tales\. /);
});

test('where a model is chosen that is not listed, no other is said to answer', async ({ page }) => {
  await page.goto('/?model=acme/unlisted');
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText(
    /^A tiny model on this machine answers here\./,
  );
});

test('examples open choices, the X-ray and a comparison, and run there', async ({ page }) => {
  const example = async (name: string) => {
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('');
    await page.getByRole('region', { name: 'Examples' }).getByRole('button', { name }).click();
  };
  await page.goto('/');
  await page.getByRole('radiogroup', { name: 'logprobs' }).getByRole('radio', { name: '1' }).check();
  await example('Compare two temperatures');
  await expect(page.getByRole('region', { name: /^Column 2/ })).toContainText('temperature 1');
  const states = page.getByRole('status', { name: 'State' });
  await expect(states).toHaveText(['Complete', 'Complete']);
  // The draft is the example's alone, as what ran is.
  await expect(page.getByText('answer with')).toHaveCount(0);
  await example('X-ray a prompt');
  await expect(page.getByRole('region', { name: 'X-ray figures' })).toContainText('nats/token');
  await example('Sample 24 choices');
  await expect(page.getByRole('tree', { name: 'Choices' })).toContainText(/\w/);
});

test('before a hosted service an example fills in two temperatures and runs nothing', async ({
  page,
  lists,
}) => {
  lists.answer([{ id: 'acme/base', type: 'language' }]);
  const sent = countRequests(page);
  await page.goto(lists.url);
  await page.getByRole('button', { name: 'Compare two temperatures' }).click();
  await expect(page.getByRole('region', { name: /^Column 1/ })).toContainText('temperature 0');
  await expect(page.getByRole('region', { name: /^Column 2/ })).toContainText('temperature 1');
  await expect(page.getByRole('status', { name: 'State' })).toHaveText(['Ready', 'Ready']);
  expect(sent()).toBe(0);
});

test('two temperatures are compared before columns that are in use', async ({ page }) => {
  await page.goto('/?view=compare');
  await page.getByRole('button', { name: 'Parameters of column 2' }).click();
  await page.getByRole('textbox', { name: 'top_p' }).fill('0.5');
  await page.getByRole('radio', { name: 'Write' }).check();
  for (const time of ['undone', 'once', 'twice']) {
    await page.getByRole('textbox', { name: 'Prompt' }).fill('');
    await page
      .getByRole('region', { name: 'Examples' })
      .getByRole('button', { name: 'Compare two temperatures' })
      .click();
    const states = page.getByRole('status', { name: 'State' });
    await expect(states).toHaveText(['Complete', 'Complete', 'Ready', 'Ready']);
    await expect(page.getByRole('region', { name: /^Column 4/ })).toContainText('top_p 0.5');
    await expect(page.getByRole('region', { name: /^Column 2/ })).toContainText('temperature 1');
    // What the example adds is undone, also after it ran in the same columns again.
    if (time !== 'once') {
      await expect(page.getByText('The example set columns 1 and 2.')).toBeVisible();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(states).toHaveText(['Ready', 'Ready']);
      await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('');
      await expect(page.getByRole('region', { name: /^Column 2/ })).toContainText('top_p 0.5');
    }
    await page.getByRole('radio', { name: 'Write' }).check();
    await page.getByRole('tab', { name: 'History' }).first().click();
    await page.getByRole('button', { name: 'New session' }).click();
  }
});

test('an example fills rows, prompt and check of Data, and one undo brings the prompt back', async ({
  page,
}) => {
  const sent = countRequests(page);
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('My own words');
  await page.getByRole('radio', { name: 'Data' }).check();
  await page.getByRole('button', { name: 'Try an example' }).click();
  await expect(page.getByRole('region', { name: 'Variants' })).toContainText('Parameters: max_tokens 40');
  await expect(page.getByRole('button', { name: 'Start 6 requests' })).toBeEnabled();
  await expectKey(page, 'Start 6 requests');
  await page.getByRole('button', { name: 'Start 6 requests' }).click();
  await expect(page.getByRole('list', { name: 'Check results' })).toHaveText(/^[3-6] of 6 pass/);
  expect(sent()).toBe(6);
  await expectKey(page, 'New run');
  await page.getByRole('radio', { name: 'Write' }).check();
  await undo(page).click();
  await expect(prompt).toHaveValue('My own words');
});

/** It is listed among the keys of the page under the words of the button. */
async function expectKey(page: Page, act: string): Promise<void> {
  await page.getByRole('radio', { name: 'Data' }).press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('definition').filter({ hasText: act })).toBeVisible();
  await expect(keys.getByRole('definition').filter({ hasText: /^Run$/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
}

test('variables of a prompt are said to be sent literally in Compare, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?view=compare');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(`{{hero}} lived in ${'a forest, '.repeat(30)}`);
  await expect(page.getByText('{{hero}} is sent literally.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Open Data' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Open Data' }).click();
  await expect(page.getByRole('radio', { name: 'Data' })).toBeChecked();
});

test('variables of a prompt are said to be sent literally in the labs', async ({ page }) => {
  await page.goto('/?view=labs&lab=xray');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('{{hero}} lived in');
  for (const name of ['Prompt X-ray', 'Answer ranking', 'Parameter grid', 'Determinism check']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('region', { name, exact: true })).toContainText(
      '{{hero}} is sent literally.',
    );
  }
});

test('/playground opens the playground, and right-to-left text is laid out right to left', async ({
  page,
}) => {
  await page.goto('/playground?view=labs');
  await expect(page).toHaveURL(/\/\?view=labs$/);
  await page.getByRole('radio', { name: 'Write' }).click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('היה היה שועל');
  for (const view of ['Data', 'Labs', 'Write']) {
    await expect(prompt).toHaveCSS('direction', 'rtl');
    await page.getByRole('radio', { name: view }).click();
  }
  await prompt.fill('Once upon a time');
  await expect(prompt).toHaveCSS('direction', 'ltr');
});
