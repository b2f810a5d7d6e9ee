// Failures of a run: end state, message, kept text and next step.
import { streamFaults } from './faulty-answers.ts';
import { expectText, output, status } from './run-output.ts';
import { expect, test } from './fixtures.ts';
import { openHistory } from './history-page.ts';
import { openWith } from './faulty-service.ts';

for (const [kind, faults] of Object.entries(streamFaults)) {
  test(`${kind}: every fault ends as expected and does not affect the next run`, async ({ page, faulty }) => {
    await openWith(page, faulty.baseUrl, 'none');
    const main = page.getByRole('main');
    for (const fault of faults) {
      await test.step(`${fault.name}: ${fault.state}`, async () => {
        await page.getByRole('button', { name: /^Model:/ }).click();
        await page.getByRole('combobox', { name: /^Model:/ }).fill(fault.name);
        await page.keyboard.press('Enter');
        await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+Enter');
        await expect.poll(() => faulty.asked.get(fault.name)?.length).toBe(1);
        if (fault.text !== null) await expectText(page, fault.text);
        faulty.release(fault.name);
        await expect(status(page)).toHaveText(fault.state);
        if (fault.text === null) await expect(output(page)).toHaveCount(0);
        else await expectText(page, fault.text);
        if (fault.says) await expect(main).toContainText(fault.says);
        await expect(main).not.toContainText(/undefined|\[object Object\]/);
        if (fault.next) await expect(main.getByRole('button', { name: fault.next })).toBeEnabled();
        else
          await expect(main.getByRole('button', { name: /^(Continue from here|Send again)/ })).toHaveCount(0);
        if (fault.usage)
          await expect(page.getByRole('region', { name: 'Run figures' })).toContainText(fault.usage);
      });
    }
  });
}

test('the event that ended a run is the last among its events, also after a reload', async ({
  page,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'an event that is no JSON');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Protocol error');
  await page.getByRole('tab', { name: 'Events' }).click();
  const rows = page.getByRole('grid', { name: 'Events' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.last()).toContainText('{"choices":');
  await expect(page.getByText('1 event · then the one that ended the run')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(rows).toHaveCount(3);
  await rows.last().click();
  await expect(page.getByRole('region', { name: 'Event 2' })).toContainText('{"choices": [');
});

test('choices that arrive out of order are kept apart', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'interleaved', { n: '2' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await expectText(page, 'ac', 'Output 0');
  await expectText(page, 'bd', 'Output 1');
});

test('Enter and click together send one request', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'slow');
  const before = faulty.asked.get('slow')?.length ?? 0;
  await page.getByRole('button', { name: 'Run' }).evaluate((button) => {
    if (!(button instanceof HTMLElement)) return;
    button.click();
    button.click();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true }));
  });
  await expect(status(page)).toHaveText('Complete');
  expect(faulty.asked.get('slow')).toHaveLength(before + 1);
});

test('a run continues while another page is open, and keeps its own settings', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'slow');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(output(page)).toContainText('0');
  const pages = page.getByRole('navigation', { name: 'Pages' }).first();
  await pages.getByRole('link', { name: 'Jobs' }).click();
  await expect(page).toHaveTitle(/Jobs/);
  await pages.getByRole('link', { name: 'Playground' }).click();
  await expect(status(page)).toHaveText('Complete');
  await expectText(page, '0123456789');
});

test('without animation frames, as in a hidden tab, reading continues and the end shows everything', async ({
  page,
  faulty,
}) => {
  await openWith(page, faulty.baseUrl, 'slow');
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await expectText(page, '0123456789');
});

test('a stopped run keeps its end state, and does not affect the next one', async ({ page, faulty }) => {
  await openWith(page, faulty.baseUrl, 'old and new');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, 'old');
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('Stopped');
  await expectText(page, 'old');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await expectText(page, 'new');
});

test('an address that does not answer is distinguished from a network that is down', async ({ page }) => {
  await openWith(page, 'http://127.0.0.1:9/v1', 'any');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('No answer');
  await expect((await openHistory(page)).getByText('No answer')).toBeVisible();
  await expect(page.getByText(/This page’s server responds, but that address does not/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Open connections' })).toBeVisible();
});

test('an address that the page’s policy forbids is named as such', async ({ page }) => {
  await openWith(page, 'https://service.invalid/v1', 'any');
  await page.keyboard.press('ControlOrMeta+Enter');
  const found = page.getByRole('main').getByText(/Found: This page may not connect to that address/);
  await expect(found).toBeVisible();
  await page.getByRole('link', { name: 'Models' }).click();
  await expect(page.getByText('The models could not be loaded.')).toBeVisible();
  await expect(found).toBeVisible();
});

test('a service that does not allow the page is distinguished from one that is down', async ({
  page,
  service,
}) => {
  await openWith(page, service.url.replace('127.0.0.1', 'localhost') + '/v1', 'any');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').getByText('No answer', { exact: true })).toBeVisible();
  await expect(page.getByText(/No answer from localhost/)).toBeVisible();
  await expect(page.getByText(/^Found: /)).toBeVisible();
});

test('a service on this machine that the device cannot reach is unreachable, not the device offline', async ({
  page,
  context,
  faulty,
  pauseClock,
}) => {
  await openWith(page, faulty.baseUrl, 'slow');
  const pill = page.getByRole('button', { name: /^Connection:/ });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText('Complete');
  await expect(pill).toHaveAccessibleName(/connected/);
  // Slow enough that the check once a minute does not run.
  await pauseClock();
  const shown = async () => {
    await page.clock.runFor(50);
    return pill.getAttribute('aria-label');
  };
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^No answer from 127\.0\.0\.1/)).toBeVisible();
  await expect.poll(shown).toContain('unreachable');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(shown).toContain('connected');
  await page.clock.resume();
  await expect(status(page)).toHaveText('Complete');
});

test('a service on this machine is asked as ever when the network goes', async ({ page, service }) => {
  expect(service.url).toContain('127.0.0.1');
  await page.goto('/models');
  await expect(page.getByText(/^\d+ models$/)).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    dispatchEvent(new Event('offline'));
  });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Hardware' }).click();
  await expect(page.getByText(/^\d+ configurations$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Connection: connected/ })).toBeVisible();
});

test('what was found about the page’s own server is looked at again once that answers', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Once upon a time');
  await page.route(
    ({ pathname }) => pathname === '/' || pathname.startsWith('/v1/'),
    (route) => route.abort(),
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Found: This page’s server does not respond.')).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(/^Found: This page’s server is reachable again\./)).toBeVisible();
});

test('a service that goes while it answers is unreachable at once', async ({ page, faulty, pauseClock }) => {
  await page.clock.install();
  await openWith(page, faulty.baseUrl, 'cut once, then gone');
  const pill = page.getByRole('button', { name: /^Connection:/ });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectText(page, ' one two');
  await expect(pill).toHaveAccessibleName(/connected/);
  // Slow enough that the check once a minute does not run.
  await pauseClock(5_000);
  const shown = async () => {
    await page.clock.runFor(50);
    return pill.getAttribute('aria-label');
  };
  await page.route('**/v1/models', (route) => route.abort());
  faulty.release('cut once, then gone');
  await expect.poll(shown).toContain('unreachable');
  await page.clock.resume();
  await expect(status(page)).toHaveText('Interrupted');
  await expect(page.getByRole('button', { name: 'Copy output' })).toBeVisible();
});

test('a part of the page that a newer build has replaced offers to reload, and the draft is kept', async ({
  page,
}) => {
  await page.route(/EventsPanel-[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A draft to keep');
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByText('This panel could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A draft to keep');
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
});
