// Code of a request: shown for draft and run, and executed against the real service.
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { readCompletionRequest } from '#api/schema/completion-request.ts';
import { CompletionChoice, CompletionResponse } from '#api/schema/completion-response.ts';
import { languages, type LanguageId } from '#pages/playground/code/languages.ts';
import { snippetRequest } from '#pages/playground/code/snippet-request.ts';
import type { RunningService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';
import { recorderBefore } from './recorder.ts';
import { checkTypes, runProgram } from './run-program.ts';
import { wellFormed } from '#lib/unicode.ts';

const hardPrompt = 'He said: "it\'s \\n $HOME `id` ${x} %s !" \n\t🦊 \u202e\u2028 ünï\ud83d and then';

/** A streamed text, a JSON answer with two texts, and two streamed texts, each with fields that a package lacks. */
const requests = [
  {
    prompt: hardPrompt,
    stream: true,
    top_k: 5,
    min_p: 0.01,
    repetition_penalty: 1.1,
    stop: ['never "this"'],
    logit_bias: { '300': -5 },
  },
  {
    prompt: hardPrompt,
    n: 2,
    echo: true,
    logprobs: 1,
    presence_penalty: 0.5,
    safety_model: 'inferdeck/guard-words',
  },
  { prompt: hardPrompt, stream: true, n: 2, temperature: 0.7, top_p: 0.9, frequency_penalty: -0.5 },
].map((fields) => {
  const read = readCompletionRequest({ model: 'inferdeck/tale-1m', max_tokens: 8, seed: 7, ...fields });
  if (!read.ok) throw new Error(read.message);
  return read.request;
});

/** The expected output, from the service's own JSON answer. */
async function textsOf(service: RunningService, request: object): Promise<string[]> {
  const answer = await fetch(`${service.url}/v1/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, stream: undefined }),
  });
  const { choices } = CompletionResponse.parse(await answer.json());
  return choices.map(({ text }) => wellFormed(text ?? ''));
}

const programs = {
  'typescript-together': 'snippet.ts',
  'typescript-openai': 'snippet.ts',
  fetch: 'snippet.mjs',
} as const;

for (const id of ['typescript-together', 'typescript-openai', 'fetch'] as const) {
  test(`${languages[id].label} runs as it is, sends the request and prints its text`, async ({ service }) => {
    const recorder = await recorderBefore(service.url);
    for (const request of requests) {
      const stated = snippetRequest(request, '/v1', recorder.url);
      const code = languages[id].write(stated);
      const { output } = await runProgram(code, programs[id], { API_KEY: service.token });
      expect(recorder.bodies.splice(0).map(parse)).toEqual([parse(JSON.stringify(stated.body))]);
      const texts = await textsOf(service, request);
      expect(output).toBe(stated.isStream && texts.length === 1 ? texts[0] : `${texts.join('\n')}\n`);
    }
    await recorder.close();
  });
}

test('the TypeScript of both packages has no type error', async () => {
  const codes = (['typescript-together', 'typescript-openai'] as const).flatMap((id) =>
    requests.map((request) => languages[id].write(snippetRequest(request, '/v1', 'http://127.0.0.1'))),
  );
  expect(await checkTypes(codes)).toBe('');
  expect(await checkTypes([`${codes[0]}\nconst wrong: string = 1;`])).toContain('TS2322');
});

for (const id of ['curl', 'raw'] as const) {
  test(`${languages[id].label} sends the request and is answered with its text`, async ({ service }) => {
    const recorder = await recorderBefore(service.url);
    for (const request of requests) {
      const stated = snippetRequest(request, '/v1', recorder.url);
      const code = languages[id].write(stated);
      const sent = id === 'curl' ? await curl(code, service.token) : null;
      // The raw body, and the body of curl's command if curl is missing, are sent by hand.
      const answer = sent ?? (await post(recorder.url, bodyIn(id, code), service.token));
      expect(recorder.bodies.splice(0).map(parse)).toEqual([parse(JSON.stringify(stated.body))]);
      expect(textsIn(answer)).toEqual(await textsOf(service, request));
    }
    await recorder.close();
  });
}

async function curl(code: string, token: string): Promise<string | null> {
  const { output, isMissing } = await runProgram(code, 'snippet.sh', { API_KEY: token });
  return isMissing ? null : output;
}

function bodyIn(id: LanguageId, code: string): string {
  return id === 'raw' ? code : (/--data-raw '([^]*)'\n$/.exec(code)?.[1] ?? '').replaceAll(`'\\''`, "'");
}

async function post(url: string, body: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(`${url}/v1/completions`, { method: 'POST', headers, body })).text();
}

const WithChoices = z.looseObject({ choices: z.array(CompletionChoice) });

/** The texts of an answer as the service wrote it, JSON or a stream. */
function textsIn(answer: string): string[] {
  const events = answer.startsWith('data:')
    ? answer.split('\n').flatMap((line) => (line.startsWith('data: {') ? line.slice(6) : []))
    : [answer];
  const texts: string[] = [];
  for (const event of events) {
    const { choices } = WithChoices.parse(parse(event));
    for (const [place, { index = place, text }] of choices.entries())
      texts[index] = (texts[index] ?? '') + (text ?? '');
  }
  return texts.map((text) => wellFormed(text));
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

async function openCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Code' }).click();
}

const shown = (page: Page) => page.getByRole('textbox', { name: 'Code' });

test('the code of the draft is shown, changes its language, is copied, and holds no token', async ({
  page,
  service,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill("It's a fox");
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  await openCode(page);
  const code = shown(page);
  await expect(code).toHaveValue(/^curl /);
  await expect(code).toHaveValue(/"max_tokens": 5/);
  await expect(code).toHaveValue(/"model": "inferdeck\/tale-1m"/);
  await expect(code).toHaveValue(/It'\\''s a fox/);
  await expect(code).toHaveValue(/Bearer \$API_KEY/);
  await expect(code).toHaveValue(new RegExp(service.url));
  await expect(page.getByRole('radiogroup', { name: 'Request' })).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Language' }).selectOption('Python (openai)');
  await expect(code).toHaveValue(/prompt="It's a fox"/);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  // Outside of a secure context there is no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('No access')).toBeVisible();
  const copied = await code.inputValue();
  for (const language of await page
    .getByRole('combobox', { name: 'Language' })
    .locator('option')
    .allTextContents()) {
    await page.getByRole('combobox', { name: 'Language' }).selectOption(language);
    expect(await code.inputValue()).not.toContain(service.token);
  }
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Python (openai)');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(copied);

  await page.reload();
  await openCode(page);
  await expect(shown(page)).toHaveValue(/^import os/);
});

test('the request that ran stays as it was when the draft changes', async ({ page }) => {
  await page.goto('/');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('The first fox');
  await page.getByRole('textbox', { name: 'max_tokens' }).fill('5');
  const sent = page.waitForRequest('**/v1/completions');
  await page.keyboard.press('ControlOrMeta+Enter');
  const body: unknown = (await sent).postDataJSON();
  await expect(page.getByRole('status', { name: 'Run' })).toHaveText('Complete');
  await prompt.fill('The second fox');
  await page.getByRole('textbox', { name: 'temperature' }).fill('warm');
  await openCode(page);
  await expect(page.getByText('The request cannot be sent yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'top_p' }).fill('2');
  await openCode(page);
  const dialog = page.getByRole('dialog', { name: 'Code' });
  await expect(dialog).toContainText('temperature: “warm” is not a number.');
  await expect(dialog).toContainText('top_p must be a number from 0 to 1.');
  await page.getByRole('radio', { name: 'Last run' }).check();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Raw JSON body');
  expect(parse(await shown(page).inputValue())).toEqual(body);
});

test('the code of an earlier answer of Compare is its own, and the steps to it stay in place', async ({
  page,
}) => {
  await page.goto('/?view=compare');
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const state = page.getByRole('status', { name: 'State' }).first();
  for (const text of ['A fox came', 'A wolf came']) {
    await prompt.fill(text);
    await page.getByRole('button', { name: 'Run Column 1' }).click();
    await expect(state).toHaveText('Complete');
  }
  await expect(page.getByRole('group', { name: 'Runs of Column 1' })).toContainText('2 of 2');
  await expect(state).toHaveText('Complete');
  const previous = page.getByRole('button', { name: 'Previous run' });
  const place = await previous.boundingBox();
  await previous.click();
  await expect(page.getByText('answer with another prompt')).toBeVisible();
  expect(await previous.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  for (const name of ['max_tokens', 'temperature', 'top_p'])
    await page.getByRole('textbox', { name, exact: true }).fill('1');
  const note = page.getByText(
    'answer with max_tokens default · temperature default · top_p default · another prompt',
  );
  await expect(note).toBeVisible();
  const isWhole = note.evaluate(
    (part) => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight,
  );
  expect(await isWhole).toBe(true);
  expect(await previous.boundingBox()).toEqual({ ...place, x: expect.any(Number) });
  await page.getByRole('button', { name: 'Code' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(/A fox came/);
  await expect(page.getByText('The request of the answer that is shown.')).toBeVisible();
});
