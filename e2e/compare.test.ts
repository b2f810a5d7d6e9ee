// Compare: one prompt, several columns streaming together, with differences and failures per column.
import { readFile } from 'node:fs/promises';
import { startService } from '#tools/setup/service-process.ts';
import { pasted } from './clipboard.ts';
import { overflowAround } from './layout-shifts.ts';
import { expect, test } from './fixtures.ts';
import { beginning, column, duplicate, open, output, state } from './compare-page.ts';
import { becomes, pass } from './manual-clock.ts';

test('columns stream together and show their first difference from the first column', async ({ page }) => {
  await open(page, 60);
  await duplicate(page, 1, 'seed', '42');
  await duplicate(page, 2, 'temperature', '0.1');
  await expect(column(page, 1)).toContainText('Baseline');
  await expect(column(page, 2)).toContainText('same as baseline');
  await expect(column(page, 3)).toContainText('temperature 0.1');
  await expect(column(page, 1).getByText(/^Baseline · temperature default$/)).toBeVisible();

  const copy = column(page, 1).getByRole('button', { name: 'Copy', exact: true });
  await expect(copy).toBeVisible();
  await expect(copy).toBeDisabled();
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /^Run all 3 *: press .* again$/ })).toBeFocused();
  expect(requests).toBe(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  for (const number of [1, 2, 3]) await expect(state(page, number)).toHaveText('Complete');
  expect(requests).toBe(3);

  const first = (await output(page, 1).textContent()) ?? '';
  await expect(output(page, 2)).toHaveText(first, { useInnerText: false });
  await expect(column(page, 2)).toContainText('identical');
  await expect(column(page, 3)).toContainText(/same for \d+ tokens?|diverges at token 1/);
  await expect(column(page, 3).locator('[data-difference]')).toBeVisible();
  const legend = page.getByRole('region', { name: 'Comparison figures' });
  await expect(legend).toContainText(/\d pauses?first difference$/);
  await expect(column(page, 2).locator('[data-difference]')).toHaveCount(0);

  // Whoever runs again does not want it back.
  await page.getByRole('button', { name: 'Remove column 3' }).click();
  const removed = page.getByText('Removed column 3 and its runs.');
  await expect(removed).toBeVisible();
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(removed).toHaveCount(0);
});

test('four columns stream at once, the others show their place in the queue, and stopping all sends none', async ({
  page,
}) => {
  test.slow();
  // So slow that none of the four is over before the line was read.
  const service = await startService({ INFERDECK_PACE: '10' });
  await open(page, 400, service.url);
  for (let number = 1; number < 6; number += 1) {
    await page.getByRole('button', { name: `Duplicate column ${number}` }).click();
  }
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.getByRole('button', { name: 'Run all 6' }).click();
  await expect(output(page, 4)).toContainText(/\w{3,}/);
  await expect(state(page, 5)).toHaveText('1st in queue');
  await expect(state(page, 6)).toHaveText('2nd in queue');
  await expect(page.getByRole('region', { name: 'Comparison figures' })).toContainText('2 queued');
  await page.keyboard.press('Escape');
  for (const number of [1, 2, 3, 4, 5, 6]) await expect(state(page, number)).toHaveText('Stopped');
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('0 of 6 complete');
  await expect
    .poll(() => service.lines.filter((line) => line.includes('/completions 200 left')).length)
    .toBe(4);
  expect(requests).toBe(4);
  await service.stop();
});

test('the cost bound is shown before the run and the actual cost after it', async ({ page }) => {
  await open(page, 20);
  await duplicate(page, 1, 'temperature', '0');
  const figures = page.getByRole('region', { name: 'Comparison figures' });
  // 32 bytes of prompt, one start token and 20 tokens, twice.
  await expect(figures).toContainText('prompt + output tokens, max106');
  await expect(figures).toContainText('max cost$0');
  await expect(figures).toContainText('cost—');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');
  await expect(figures).toContainText('tokens received40');
  // The service counted the prompt.
  await expect(figures).toContainText('prompt + output tokens, max60');
  await expect(column(page, 2)).toContainText('cost$0');
  await page.getByRole('button', { name: 'Duplicate column 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('2 of 3 done');
  await page.getByRole('button', { name: 'Remove column 3' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');

  await page.getByRole('button', { name: 'Model of column 2' }).click();
  await page.getByRole('combobox', { name: /^Model of column 2/ }).fill('nobody/knows-this');
  await page.getByRole('option', { name: /nobody/ }).click();
  await expect(figures).toContainText('max cost$0 + 1 unknown');
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('1 of 2 outdated');
  // A refused request costs nothing.
  await page.getByRole('button', { name: 'Run Column 2' }).click();
  await expect(state(page, 2)).toHaveText('Failed');
  await expect(column(page, 2)).toContainText('cost$0');
  await expect(figures).toContainText(/[^x] ?cost\$0(?! \+)/);
});

test('answers to two prompts are not said to diverge', async ({ page }) => {
  await open(page, 4);
  await page.getByRole('button', { name: 'Run 1 column' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('In the garden');
  await page.getByRole('button', { name: 'Duplicate column 1' }).click();
  await page.getByRole('button', { name: 'Run Column 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  await expect(column(page, 2)).toContainText('different prompt from column 1');
});

test('a number of a column is taken back where it is typed', async ({ page }) => {
  await open(page, 10);
  await page.getByRole('button', { name: 'Duplicate column 1' }).click();
  const panel = page.getByRole('complementary', { name: 'Parameters' });
  const temperature = panel.getByRole('textbox', { name: 'temperature' });
  await temperature.fill('1.4');
  await panel.getByRole('button', { name: 'Use the shared temperature' }).click();
  await expect(temperature).toBeFocused();
  await expect(temperature).toHaveValue('');
});

test('a column may have its own biases, and a JSON answer instead of a stream', async ({ page }) => {
  await open(page, 10);
  await page.getByRole('button', { name: 'Duplicate column 1' }).click();
  const panel = page.getByRole('complementary', { name: 'Parameters' });
  await panel.getByRole('button', { name: '+ token id' }).click();
  await panel.getByRole('textbox', { name: 'Token id' }).fill('5');
  await panel.getByRole('textbox', { name: 'Bias' }).fill('-100');
  await panel.getByRole('radiogroup', { name: 'stream' }).getByText('false').click();
  await page.getByRole('button', { name: 'Close parameters' }).click();
  await expect(column(page, 2)).toContainText('logit_bias 5: −100 · stream false');
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) bodies.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');
  const own = bodies.filter((body) => JSON.stringify(body).includes('logit_bias'));
  expect(bodies).toHaveLength(2);
  expect(own).toEqual([expect.objectContaining({ logit_bias: { 5: -100 } })]);
  expect(own).not.toEqual([expect.objectContaining({ stream: true })]);
});

test('a missing model fails in its own column with the service’s message', async ({ page }) => {
  await open(page, 10);
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('combobox', { name: /^Model: search/ }).fill('nobody/knows-this');
  await page.getByRole('option').click();
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  await expect(state(page, 2)).toHaveText('Failed');
  await expect(column(page, 2).getByRole('alert')).toContainText('HTTP 404');
  await expect(column(page, 1).getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('1 of 2 failed');
});

test('invalid input is reported at its field, and nothing is sent', async ({ page }) => {
  await open(page, 10);
  await duplicate(page, 1, 'top_p', 'much');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.getByRole('button', { name: 'Run all 2' }).click();
  const field = page.getByRole('textbox', { name: /^top_p/ });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('much');
  await expect(page.getByRole('region', { name: 'Sampling' }).getByRole('alert')).toContainText(
    '“much” is not a number.',
  );
  expect(requests).toBe(0);
});

test('a column whose answer has no text says so', async ({ page }) => {
  const body = 'data: {"choices":[{"index":0,"text":""}],"finish_reason":"stop"}\n\ndata: [DONE]\n\n';
  await page.route('**/completions', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await open(page, 60);
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  await expect(column(page, 1).getByText('No text.')).toBeVisible();
});

test('one of several choices without text is not said to be the answer', async ({ page }) => {
  const choices = ['', 'A fox.'].map((text, index) => ({ index, text, finish_reason: 'stop' }));
  await page.route('**/completions', (route) => route.fulfill({ json: { choices } }));
  await open(page, 60);
  await duplicate(page, 1, 'n', '2');
  await page.getByRole('button', { name: 'Run Column 2' }).click();
  await expect(state(page, 2)).toHaveText('Complete');
  await expect(column(page, 2)).toContainText('A fox.');
  await expect(column(page, 2).getByText('No text.')).toHaveCount(0);
});

test('the search takes the focus each time that a column is added', async ({ page }) => {
  await page.goto('/?view=compare');
  for (const model of ['acme/one', 'acme/two']) {
    await page.getByRole('button', { name: 'Add column' }).click();
    await expect(page.getByRole('combobox', { name: 'Model: search or type a name' })).toBeFocused();
    await page.keyboard.type(model);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: `: ${model}` })).toBeVisible();
  }
});

test('a column keeps its earlier runs, and exports code and recording of the one shown', async ({ page }) => {
  await open(page, 12);
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  const earlier = (await output(page, 1).textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A wolf came');
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  const runs = page.getByRole('group', { name: 'Runs of Column 1' });
  await expect(runs).toContainText('2 of 2');
  await expect(state(page, 1)).toHaveText('Complete');
  await runs.getByRole('button', { name: 'Previous run' }).click();
  await expect(output(page, 1)).toHaveText(earlier, { useInnerText: false });
  await expect(column(page, 1)).toContainText('answer with another prompt');

  await column(page, 1).getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(new RegExp(beginning));
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await column(page, 1).getByRole('button', { name: 'Export' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(beginning);
});

test('differences are drawn as added and removed words', async ({ page }) => {
  await open(page, 40);
  await duplicate(page, 1, 'seed', '7');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');
  const second = (await output(page, 2).textContent()) ?? '';
  await page.getByRole('combobox', { name: 'Show' }).selectOption('diff with column 1');
  const difference = column(page, 2).getByRole('group', { name: 'Differences from column 1' });
  await expect(difference.getByRole('insertion').first()).toBeVisible();
  await expect(difference.getByRole('deletion').first()).toBeVisible();
  const kept = await difference.evaluate((element) =>
    [...element.children]
      .flatMap((part) => (part.tagName === 'DEL' ? [] : (part.textContent ?? '')))
      .join(''),
  );
  expect(kept).toBe(second);
  // No heat is drawn that it could explain.
  await expect(page.getByText('sure → surprised')).toHaveCount(0);
  await expect(page.getByText('first difference')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('token probability');
  await expect(page.getByText('first difference')).toBeVisible();
});

test('with several choices each is compared with the same one of the other column', async ({ page }) => {
  await open(page, 10);
  await duplicate(page, 1, 'n', '3');
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(page.getByRole('status', { name: 'Comparison' })).toHaveText('All done');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('diff with column 1');
  for (const index of [0, 1, 2]) {
    await expect(column(page, 2).getByText(`choice ${index} · diff with choice 0 of column 1`)).toBeVisible();
  }
});

test('columns whose first choices alone are equal are not called identical', async ({ page }) => {
  const answers = [
    ['yes', 'no'],
    ['yes', 'maybe'],
  ];
  await page.route('**/completions', (route) => {
    const choices = answers.shift()?.map((text, index) => ({ index, text, finish_reason: 'stop' }));
    return route.fulfill({ json: { choices } });
  });
  await open(page, 5);
  await duplicate(page, 1, 'n', '2');
  await page.getByRole('button', { name: 'Duplicate column 2' }).click();
  for (const number of [1, 2, 3]) await expect(column(page, number)).toBeVisible();
  await page.getByRole('button', { name: 'Remove column 1' }).click();
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: `Run Column ${number}` }).click();
    await expect(state(page, number)).toHaveText('Complete');
  }
  await expect(column(page, 2).getByText('choice 0: identical', { exact: true })).toBeVisible();
});

test('a column of several choices copies them all, with an empty line between them', async ({ page }) => {
  await open(page, 5);
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await page.getByRole('textbox', { name: 'n', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Close parameters' }).click();
  await page.getByRole('button', { name: 'Run Column 1' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  const outputs = column(page, 1).getByRole('textbox', { name: /^Output/ });
  await expect(outputs).toHaveCount(2);
  const texts = await outputs.allTextContents();
  await column(page, 1).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(column(page, 1).getByText('Copied')).toBeVisible();
  expect(await pasted(page)).toBe(texts.join('\n\n'));
});

test('on a phone a column is nearly as wide as the window, and the next one snaps in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 10);
  await duplicate(page, 1, 'seed', '7');
  const box = await column(page, 1).boundingBox();
  expect(box?.width).toBeGreaterThan(340);
  expect(box?.width).toBeLessThan(390);
  expect(await overflowAround(page.getByRole('textbox', { name: 'Prompt' }))).toBe(0);
  await expect(column(page, 2)).not.toBeInViewport({ ratio: 0.5 });
  await column(page, 2).scrollIntoViewIfNeeded();
  await expect(column(page, 2)).toBeInViewport({ ratio: 0.9 });
});

test('at a zoom of 200 % the answers can be scrolled to', async ({ page }) => {
  await open(page, 10);
  await page.setViewportSize({ width: 720, height: 430 });
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await expect(state(page, 1)).toHaveText('Complete');
  await column(page, 1).getByText('time to first token').hover();
  await page.mouse.wheel(0, 400);
  await expect(output(page, 1).locator('[data-block]').first()).toBeInViewport({ ratio: 0.9 });
});

test('a stream that fails midway keeps its text, and the others continue', async ({ page }) => {
  test.slow();
  const service = await startService({ INFERDECK_FAULTS: 'on', INFERDECK_PACE: 'off' });
  await open(page, 40, service.url);
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('combobox', { name: /^Model: search/ }).fill('inferdeck/fault-error-midway');
  await page.getByRole('option').last().click();
  await page.getByRole('button', { name: 'Run all 2' }).click();
  await expect(state(page, 1)).toHaveText('Complete');
  await expect(state(page, 2)).toHaveText('Failed');
  await expect(output(page, 2)).toContainText(/\w/);
  await expect(column(page, 2).getByRole('alert')).toContainText('they are kept');

  const kept = (await output(page, 2).textContent()) ?? '';
  const whole = (await output(page, 1).textContent()) ?? '';
  const request = page.waitForRequest((each) => each.url().endsWith('/completions'));
  await column(page, 2).getByRole('button', { name: 'Continue from here' }).click();
  expect((await request).postDataJSON()).toMatchObject({ prompt: beginning + kept });
  await expect(column(page, 2)).toContainText(/resumed at token \d+/);
  await expect(column(page, 2).getByText(kept, { exact: true }).first()).toBeVisible();
  await expect(output(page, 1)).toHaveText(whole, { useInnerText: false });
  await service.stop();
});

test('a refused column counts down to its retry, and the others are not affected', async ({
  page,
  pauseClock,
}) => {
  test.slow();
  const service = await startService({ INFERDECK_FAULTS: 'on', INFERDECK_PACE: 'off' });
  await open(page, 10, service.url);
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('combobox', { name: /^Model: search/ }).fill('inferdeck/fault-429');
  await page.getByRole('option').last().click();
  let requests = 0;
  page.on('request', (request) => (requests += request.url().endsWith('/completions') ? 1 : 0));
  await page.clock.install();
  await pauseClock(1_000);
  await page.getByRole('button', { name: 'Run all 2' }).click();
  const wait = column(page, 2).getByRole('timer', { name: 'Wait time' });
  await becomes(page, wait.filter({ hasText: /in \d s/ }), 'visible');
  await expect(column(page, 2).getByRole('button', { name: 'Send again' })).toBeDisabled();
  await expect(column(page, 1).getByRole('timer')).toHaveCount(0);
  expect(requests).toBe(2);
  await pass(page, 8);
  await column(page, 2).getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => requests).toBe(3);
  await service.stop();
});
