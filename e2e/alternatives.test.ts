// Alternatives at a token: sent by the service or sampled, and continued from.
import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { startLocalService } from '#api/testing/local-service.ts';
import { startService } from '#tools/setup/service-process.ts';
import { CompletionRequest } from '#api/schema/completion-request.ts';
import { expect, test } from './fixtures.ts';
import { openRecording, tokenEvent, type RecordedEvent } from './recordings.ts';

const beginning = 'Once upon a time there was a';

/** Runs a request and pins the first token of its answer. */
async function pinFirst(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('12');
  await page.getByRole('textbox', { name: 'seed' }).fill('42');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('textbox', { name: 'Output' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
}

/** Bodies of all completions that the page sends from now on. */
function watchBodies(page: Page): CompletionRequest[] {
  const bodies: CompletionRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completions')) bodies.push(CompletionRequest.parse(request.postDataJSON()));
  });
  return bodies;
}

test('alternatives are sampled on request, sampled deeper, and branched from', async ({ page }) => {
  await page.goto('/');
  await pinFirst(page);
  const bodies = watchBodies(page);
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alternatives for token 1' });
  // The 7 tokens that the run counted, for each of 128 samples.
  await expect(dialog).toContainText('1 request · at most 896 tokens in + 128 out');
  expect(bodies).toEqual([]);
  await dialog.getByRole('button', { name: 'Sample 128' }).click();
  const table = dialog.getByRole('table', { name: 'Alternatives' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  const base = { model: 'inferdeck/tale-1m', prompt: beginning, max_tokens: 1, n: 128, logprobs: 1 };
  expect(bodies).toEqual([{ ...base, temperature: 1, top_p: 1, stream: true }]);
  await expect(dialog).toContainText(
    /Sampled, not exhaustive\. 128 samples, \d+ distinct tokens, which cover/,
  );
  await expect(dialog).toContainText('Press a token to go on from here with it.');
  // The underline is as dark as the page's quiet text, not a rule's tint on the heat.
  const token = table.locator('tbody').getByRole('button').first();
  const [underline, quiet] = await Promise.all([
    token.evaluate((element) => getComputedStyle(element).textDecorationColor),
    dialog.getByText('Samples', { exact: true }).evaluate((element) => getComputedStyle(element).color),
  ]);
  expect(underline).toBe(quiet);
  await expect(table.getByRole('row', { name: /chosen here/ })).toHaveCount(1);
  // A token stands on the line of its figures.
  await expect(table.locator('tbody td').first()).toHaveCSS('vertical-align', 'baseline');
  await expect(table.locator('thead th[scope="col"]')).toHaveText(['token', 'id', 'p', 'logprob', 'drawn']);

  // Each is drawn about as often as its probability: six standard deviations and three draws fail once in 10⁷ runs.
  let drawn = 0;
  for (const row of await table.locator('tbody').getByRole('row').all()) {
    const [share = '', , times = ''] = (await row.getByRole('cell').allTextContents()).slice(2);
    const [likely, count] = [Number.parseFloat(share.replace('<', '')) / 100, Number.parseInt(times, 10)];
    const deviation = Math.sqrt(128 * likely * (1 - likely));
    expect(Math.abs(count - 128 * likely), `${share} ${times}`).toBeLessThan(6 * deviation + 3);
    drawn += count;
  }
  expect(drawn).toBe(128);

  const known = await table.getByRole('row').count();
  await dialog.getByRole('button', { name: 'Sample 128 more' }).click();
  await expect(dialog).toContainText('Round 2, without those before');
  await expect(dialog).toContainText('Assumed: logprobs are the model’s own, before the bias.');
  expect(bodies).toHaveLength(2);
  const bias = bodies[1]?.logit_bias;
  expect(Object.values(bias ?? {})).toEqual(Array.from({ length: known - 1 }, () => -100));

  const other = table.getByRole('row').filter({ hasNotText: 'chosen here' }).nth(1).getByRole('button');
  const chosen = ((await other.textContent()) ?? '').replaceAll('·', ' ').replaceAll('⏎', '\n');
  await other.click();
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await expect(prompt).toHaveValue(`${beginning}${chosen}`);
  await expect(prompt).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => bodies.map(({ prompt: sent }) => sent).slice(2)).toEqual([`${beginning}${chosen}`]);
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await expect(page.getByText(/^Output · /)).toBeVisible();
});

test('samples are still there when reopened', async ({ page }) => {
  await page.goto('/');
  await pinFirst(page);
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await expect(page.getByRole('button', { name: 'Sample 128' })).toBeVisible();
  // The dialog has just opened; its keys work without a step into it.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page.getByText(/^Sampled, not exhaustive\..* Your temperature, bias and other parameters/),
  ).toBeVisible();
  await expect(page.getByRole('status', { name: 'Progress' })).toHaveText(/^\d+ tokens? found$/);
  await page.keyboard.press('Escape');
  const card = page.getByRole('dialog', { name: 'Token 1' });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await expect(page.getByText('Sampled, not exhaustive.')).toBeVisible();

  await page.keyboard.press('Escape');
  const bodies = watchBodies(page);
  const sampled = card.getByRole('list', { name: 'Alternatives sampled' }).getByRole('button');
  const chosen = ((await sampled.nth(1).textContent()) ?? '').replaceAll('·', ' ').replaceAll('⏎', '\n');
  await sampled.nth(1).click();
  await expect.poll(() => bodies.map(({ prompt }) => prompt)).toEqual([`${beginning}${chosen}`]);
});

test('an answer that history restored is not called a recording', async ({ page }) => {
  await page.goto('/');
  await pinFirst(page);
  await page.reload();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await page.getByRole('textbox', { name: 'Output' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await expect(page.getByRole('button', { name: 'Sample 128' })).toBeVisible();
  await expect(page.getByText('alternatives come from the current connection')).toHaveCount(0);
});

test('the lab continues the prompt token by token, whatever another tab samples', async ({
  page,
  context,
}) => {
  await page.goto('/?view=labs&lab=alternatives');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill(beginning);
  await expect(page.getByRole('button', { name: 'Sample 128' })).toBeVisible();
  await prompt.press('ControlOrMeta+Enter');
  const first = page.getByRole('table', { name: 'Alternatives' }).getByRole('row').nth(1).getByRole('button');
  await expect(first).toBeVisible();
  // Its field shows the prompt; nothing repeats it.
  await expect(page.getByRole('main').locator('p', { hasText: beginning })).toHaveCount(0);
  const drawn = await first.textContent();
  const other = await context.newPage();
  await other.goto('/?view=labs&lab=alternatives');
  await other.getByRole('textbox', { name: 'Prompt' }).fill('The king');
  await other.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter');
  await expect(other.getByRole('table', { name: 'Alternatives' })).toBeVisible();
  await page.reload();
  await expect(first).toHaveText(drawn ?? '');
  const chosen = (drawn ?? '').replaceAll('·', ' ');
  await first.click();
  await expect(prompt).toHaveValue(`${beginning}${chosen}`);
  await expect(page.getByRole('button', { name: 'Sample 128' })).toBeVisible();
});

/** An event of a service that sends alternatives along with a token. */
function topEvent(atMs: number, text: string, top: object | null): RecordedEvent {
  const logprobs = { tokens: [text], token_logprobs: [-1.2], top_logprobs: [top] };
  return [atMs, { id: 'c', choices: [{ index: 0, text, logprobs, finish_reason: null }] }];
}

test('alternatives that the service sent are shown without any request', async ({ page }) => {
  await openRecording(page, [
    topEvent(1, ' fox', { ' fox': -1.2, ' bear': -0.4 }),
    topEvent(2, ' ran', null),
  ]);
  const bodies = watchBodies(page);
  const output = page.getByRole('textbox', { name: 'Output' });
  await output.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[data-card]').locator('li')).toHaveText([/·bear.*67\.0 %/, /·fox.*30\.1 %/]);
  await page.keyboard.press('Enter');
  const sent = page.getByRole('list', { name: 'Alternatives sent' });
  await expect(sent.getByRole('listitem')).toHaveText([/·bear.*67\.0 %/, /·fox.*30\.1 %/]);
  await page.getByRole('button', { name: 'Alternatives here' }).click();
  await expect(page.getByText('The answer is a recording; alternatives come from')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Sent with the answer' }).getByRole('row');
  await expect(rows).toHaveText([/·bear.*67\.0 %/, /·fox.*30\.1 %/]);
  expect(bodies).toEqual([]);
  await page.keyboard.press('Escape');
  await sent.getByRole('button', { name: '·bear' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Once bear');
  await expect.poll(() => bodies.map(({ prompt }) => prompt)).toEqual(['Once bear']);
});

test('tokens without an id cannot be banned, and the card says why', async ({ page }) => {
  const choices = [{ index: 0, text: ' fox', logprobs: { tokens: [' fox'], token_logprobs: [-1] } }];
  await openRecording(page, [[1, { id: 'c', choices }], tokenEvent(2, { text: ' ran' })]);
  await page.getByRole('textbox', { name: 'Output' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: 'Token 1' });
  await expect(card.getByRole('button', { name: 'Ban' })).toBeDisabled();
  await expect(card).toContainText('Ban and boost need an id, and the service sent none.');
});

test('a service that refuses so many samples is offered fewer, and nothing is sent automatically', async ({
  page,
}) => {
  const counts: number[] = [];
  const biases: unknown[] = [];
  const upstream = await startLocalService((response, { method, body }) => {
    if (method === 'GET') return answer(response, 200, [{ id: 'small', object: 'model', type: 'language' }]);
    const { n = 1, logit_bias: bias } = CompletionRequest.parse(JSON.parse(body));
    counts.push(n);
    biases.push(bias);
    if (n > 40)
      return answer(response, 400, {
        error: { message: 'n is at most 40', type: 'invalid', param: 'n', code: null },
      });
    const logprobs = { token_ids: [7], tokens: [' fox'], token_logprobs: [-0.1] };
    const unnamed = { text: '?', logprobs: { tokens: ['?'], token_logprobs: [-3] } };
    const choices = Array.from({ length: n }, (_, index) =>
      index === 0 ? unnamed : { text: ' fox', logprobs },
    );
    return answer(response, 200, { id: 'x', choices, usage: null });
  });
  const service = await startService({ INFERDECK_UPSTREAM: upstream.connection.baseUrl });
  try {
    await page.goto(`${service.url}/?view=labs&lab=alternatives`);
    await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
    await expect(page.getByText(/ · price unknown$/)).toBeVisible();
    await page.getByRole('button', { name: 'Sample 128' }).click();
    await expect(page.getByText('The service refused 128 at once')).toBeVisible();
    await expect(page.getByText('n is at most 40')).toBeVisible();
    expect(counts).toEqual([128]);
    await page.getByRole('button', { name: 'Sample 40' }).click();
    await expect(page.getByText(/^Sampled, not exhaustive\. 40 samples, 2 /)).toBeVisible();
    expect(counts).toEqual([128, 40]);
    // One token without an id does not block sampling deeper: the others are banned, with a note.
    await expect(page.getByText('except 1 without an id, which may recur')).toBeVisible();
    await page.getByRole('button', { name: 'Sample 40 more' }).click();
    await expect.poll(() => biases.at(-1)).toEqual({ 7: -100 });
    // Without any id there is nothing to ban.
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
    await page.getByRole('textbox', { name: 'Samples' }).fill('1');
    await page.getByRole('button', { name: /^Sample 1 (Ctrl|⌘)/ }).click();
    await expect(page.getByText(/^Sampled, not exhaustive\. 1 sample, 1 token/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sample 1 more' })).toBeDisabled();
    await expect(page.getByText('A token without an id cannot be banned from the next draw.')).toBeVisible();
  } finally {
    await service.stop();
    await upstream.close();
  }
});

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
