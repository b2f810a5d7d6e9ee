// The fixture of tests about failures: a service that fails on purpose beside the worker's own.
import { expect, type Page } from '@playwright/test';
import { answerFaults } from './faults-of-answers.ts';
import { contentFaults } from './faults-of-content.ts';
import { framingFaults } from './faults-of-framing.ts';
import { faultyAnswers } from './faulty-answers.ts';
import { startFaultyService, type FaultyService } from './faulty-service.ts';
import { test as base } from './fixtures.ts';
import { wellFormed } from '#lib/whole-end.ts';

/** Every fault of a stream as a case. */
export const streamFaults = [...framingFaults, ...answerFaults, ...contentFaults];

const answers = new Map([
  ...faultyAnswers,
  ...streamFaults.map(({ name, answer }) => [name, answer] as const),
]);

/** `test` with the worker's own service, and one that fails in every way beside it. */
export const test = base.extend<object, { faulty: FaultyService }>({
  faulty: [
    async ({}, provide) => {
      const faulty = await startFaultyService(answers);
      await provide(faulty);
      await faulty.close();
    },
    { scope: 'worker' },
  ],
});

/** What the strip says of the run. */
export const status = (page: Page) => page.getByRole('status', { name: 'Run' });

/** The one output. */
export const output = (page: Page) => page.getByRole('textbox', { name: 'Output', exact: true });

/** Waits until the output of that name holds exactly this text. */
export async function expectText(page: Page, text: string, name = 'Output'): Promise<void> {
  const blocks = page.getByRole('textbox', { name, exact: true }).locator('[data-block]');
  const read = async () => wellFormed((await blocks.allTextContents()).join(''));
  // The length first: what a comparison of long texts says while they differ takes seconds to write.
  await expect.poll(async () => (await read()).length).toBe(text.length);
  expect(await read()).toBe(text);
}

export { expect };
