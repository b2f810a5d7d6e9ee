// Recovery after a failure: continue, resend and wait; only by hand, one request per click.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectText, output, status } from './run-output.ts';
import { openWith, type FaultyService } from './faulty-service.ts';
import { becomes, pass } from './manual-clock.ts';

test('a cut answer continues where it was cut, with one click and one request', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'cut once', { max_tokens: '10', n: '1' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, ' one two');
  faulty.release('cut once');
  await expect(status(page)).toHaveText('Interrupted');
  await expect(page.getByText(/may be charged again/)).toBeVisible();
  await expect(page.getByText(/^Sends the prompt with this answer, up to \d+ tokens/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue from here' }).dblclick();
  await expect(status(page)).toHaveText('Complete');
  expect(faulty.asked.get('cut once')?.slice(1)).toEqual([
    { model: 'cut once', prompt: 'Say one two', max_tokens: 8, stream: true },
  ]);
  await expect(page.getByText('resumed at token 2')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'max_tokens' })).toHaveValue('10');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Say one two');
  await expectText(page, ' three');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => faulty.asked.get('cut once')?.length).toBe(3);
  await expect(status(page)).toHaveText('Complete');
  await expect(page.getByText('resumed at token 2')).toBeVisible();
});

test('before a cut answer continues, it is said that settings chosen since are not used', async ({
  page,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'cut before settings change', { max_tokens: '10' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, ' one two');
  faulty.release('cut before settings change');
  await expect(status(page)).toHaveText('Interrupted');
  await expect(page.getByRole('button', { name: 'Continue from here' })).toBeVisible();
  const note = page.getByText('of this output, not with those chosen since');
  await expect(note).toHaveCount(0);
  await page.getByRole('textbox', { name: 'temperature' }).fill('1.1');
  await expect(note).toHaveText(
    'It continues with the settings of this output, not with those chosen since.',
  );
  await page.getByRole('textbox', { name: 'temperature' }).fill('');
  await expect(note).toHaveCount(0);
});

test('a run of a service that another has replaced behind the server counts as one of another connection', async ({
  page,
}) => {
  let upstream = 'one.example';
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const choices = [{ index: 0, text: ' upon', finish_reason: 'stop' }];
  await page.route('**/v1/**', async (route) => {
    const isRun = route.request().method() === 'POST';
    await route.fulfill({
      headers: { 'x-inferdeck-upstream': upstream },
      json: isRun ? { choices, usage } : [{ id: 'acme/base', pricing: { input: 1, output: 1 } }],
    });
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await page.getByRole('button', { name: '$/1M tokens' }).click();
  await expect(page.getByText('1 input tokens × 1 + 1 output tokens × 1')).toBeVisible();
  await page.keyboard.press('Escape');
  upstream = 'two.example';
  const pages = page.getByRole('navigation', { name: 'Pages' }).first();
  await pages.getByRole('link', { name: 'Hardware' }).click();
  await expect(page.getByRole('button', { name: /^Connection:/ })).toContainText('two.example');
  await pages.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('button', { name: '$/1M tokens' }).click();
  await expect(page.getByText('It ran on another connection')).toContainText('one.example');
});

test('what arrived before a failure can be moved into the prompt and edited, without any request', async ({
  page,
  faulty,
}) => {
  const name = 'an event of the name error';
  const before = faulty.asked.get(name)?.length ?? 0;
  await openWith(page, faulty.baseUrl, name);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Failed');
  await page.getByRole('button', { name: 'Edit output' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(/kept$/);
  expect(faulty.asked.get(name)).toHaveLength(before + 1);
});

test('a connection with a new token still counts as the one that a run ran on', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'an event of the name error');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Failed');
  const note = page.getByText('not to the one it ran on');
  await page.getByRole('button', { name: /^Connection:/ }).click();
  await page.getByRole('button', { name: 'Change Faults' }).click();
  await page.getByLabel('Token', { exact: true }).fill('a-new-token-1234567');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Token …4567')).toBeVisible();
  await expect(page.getByText('You may be charged again.')).toBeAttached();
  await expect(note).toHaveCount(0);
  await page.getByRole('radio', { name: 'This server' }).check();
  await expect(note).toHaveCount(1);
});

test('a prompt refused as too long is focused, and not resent', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'too long');
  await page.keyboard.press('ControlOrMeta+Enter');
  const way = page.getByRole('button', { name: 'Go to the prompt' });
  await way.click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
});

test('each cut choice is continued separately', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'two cut', { n: '3' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Cut off');
  await expect(page.getByRole('button', { name: /^Continue choice/ })).toHaveText([
    'Continue choice 0 from token 1',
    'Continue choice 2 from token 2',
  ]);
  await page.getByRole('button', { name: 'Continue choice 2' }).click();
  await expect(page.getByText('resumed at token 2')).toBeVisible();
  await expect
    .poll(() => faulty.asked.get('two cut')?.at(-1))
    .toEqual({ model: 'two cut', prompt: 'Say c d', stream: true });
});

test('a service that never answers times out after 30 s, and the request can be resent', async ({
  page,
  faulty,
}) => {
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'silent');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => faulty.asked.get('silent')?.length).toBe(1);
  await page.clock.fastForward(31_000);
  await expect(status(page)).toHaveText('No answer');
  await expect(page.getByText(/No answer began within 30 s/)).toBeVisible();
  await expect(page.getByText(/may be charged again/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
});

test('mid-stream silence is shown despite keep-alive comments, and ends as stalled', async ({
  page,
  faulty,
}) => {
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'stalling');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(output(page)).toContainText('kept');
  await page.clock.fastForward(25_000);
  await expect(page.getByText('No data arrives.')).toBeVisible();
  await page.getByRole('button', { name: 'Wait' }).click();
  await expect(page.getByText('No data arrives.')).toHaveCount(0);
  await page.clock.fastForward(300_000);
  await expect(status(page)).toHaveText('Stalled');
  await expect(page.getByRole('button', { name: 'Continue from here' })).toBeEnabled();
});

test('the longest of several sleeps during a run is shown', async ({ page, faulty }) => {
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'stalling');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(output(page)).toContainText('kept');
  const note = page.getByRole('status', { name: 'Sleep' });
  for (const minutes of [10, 2]) {
    const now = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(now + minutes * 60_000);
    await page.clock.runFor(1_500);
    await expect(note).toContainText('seems to have slept for 10 min');
  }
  await page.getByRole('button', { name: 'Stop' }).first().click();
});

/** @returns the checkbox of a request that was refused for seconds, checked */
async function armResend({ page, faulty, pauseClock }: ArmParts): Promise<Locator> {
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'busy');
  await pauseClock(1_000);
  await page.keyboard.press('ControlOrMeta+Enter');
  const arm = page.getByRole('checkbox', { name: 'Send when it reaches zero' });
  await becomes(page, arm, 'visible');
  await arm.check();
  return arm;
}

interface ArmParts {
  page: Page;
  faulty: FaultyService;
  pauseClock: (aheadMs?: number) => Promise<void>;
}

test('a refusal with Retry-After counts down, and Escape disarms the armed resend', async ({
  page,
  faulty,
  pauseClock,
}) => {
  const count = () => faulty.asked.get('busy')?.length ?? 0;
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'busy');
  await pauseClock(1_000);
  await page.keyboard.press('ControlOrMeta+Enter');
  await becomes(page, page.getByRole('timer').filter({ hasText: /in [67] s/ }), 'visible');
  // A screen reader would read every second of it.
  const readAloud = page.locator('output, [role=status], [role=alert], [role=log], [aria-live]');
  await expect(readAloud.getByText('429 Rate limit exceeded')).toBeVisible();
  await expect(readAloud.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send again' })).toBeDisabled();
  const before = count();
  await page.getByRole('checkbox', { name: 'Send when it reaches zero' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'Send when it reaches zero' })).not.toBeChecked();
  await page.clock.fastForward(9_000);
  await expect(page.getByRole('timer')).toHaveText('now');
  await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
  expect(count()).toBe(before);
});

test('an armed resend is sent once when due, and is not armed again', async ({
  page,
  faulty,
  pauseClock,
}) => {
  const count = () => faulty.asked.get('busy')?.length ?? 0;
  const arm = await armResend({ page, faulty, pauseClock });
  const before = count();
  await pass(page, 8);
  await expect.poll(count).toBe(before + 1);
  await becomes(page, arm.and(page.getByRole('checkbox', { checked: false })), 'visible');
  await pass(page, 20);
  await expect(page.getByRole('timer')).toHaveText('now');
  expect(count()).toBe(before + 1);
});

test('switching to another connection disarms the resend', async ({ page, faulty, pauseClock }) => {
  const sent: string[] = [];
  const arm = await armResend({ page, faulty, pauseClock });
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByRole('button', { name: /^Connection:/ }).click();
  const own = page.getByRole('radio', { name: 'This server', exact: true });
  await becomes(page, own, 'visible');
  await own.check();
  await expect(arm).toHaveCount(0);
  await page.getByRole('radio', { name: 'Faults', exact: true }).check();
  await becomes(page, arm, 'visible');
  await expect(arm).not.toBeChecked();
  await pass(page, 20);
  await expect(page.getByRole('timer')).toHaveText('now');
  expect(sent).toEqual([]);
});

test('leaving the page disarms the resend', async ({ page, faulty, pauseClock }) => {
  const count = () => faulty.asked.get('busy')?.length ?? 0;
  await armResend({ page, faulty, pauseClock });
  const before = count();
  const pages = page.getByRole('navigation', { name: 'Pages' }).first();
  await pages.getByRole('link', { name: 'Jobs' }).click();
  await expect(page).toHaveTitle(/Jobs/);
  await page.clock.fastForward(20_000);
  await pages.getByRole('link', { name: 'Playground' }).click();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
  expect(count()).toBe(before);
});

test('an unreadable Retry-After is guessed, and marked as a guess', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'busy, unreadable');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/this page’s guess/)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/in [1-5] s|now/);
});
