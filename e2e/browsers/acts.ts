// Journeys: their type, and shared actions in the playground.
import type { RunningService } from '#tools/setup/service-process.ts';
import type { Preferences } from './drivers.ts';
import type { Page, Part } from './page.ts';

export interface Stage {
  readonly page: Page;
  readonly service: RunningService & { readonly home: string };
}

export interface Journey {
  readonly name: string;
  walk(stage: Stage): Promise<void>;
  /** Firefox settings that the journey depends on; it is skipped in other browsers. */
  readonly firefox?: Preferences;
}

export const beginning = 'Once upon a time there was a fox';

export const prompt = (page: Page) => page.role('textbox', 'Prompt');
export const output = (page: Page) => page.role('textbox', 'Output');
export const state = (page: Page) => page.role('status', 'Run');
export const shown = async (page: Page) =>
  (
    await output(page)
      .css('[data-block]')
      .each((block) => block.textContent ?? '')
  ).join('');

/** Opens the playground with a deterministic request. */
export async function write(page: Page, maxTokens: number): Promise<void> {
  await page.open('/');
  await prompt(page).fill(beginning);
  await page.role('textbox', 'max_tokens').fill(String(maxTokens));
  await page.role('textbox', 'seed').fill('42');
}

export async function run(page: Page, maxTokens: number): Promise<void> {
  await write(page, maxTokens);
  await page.keys('Mod+Enter');
  await state(page).says('Complete');
}

/** The box of the only element. */
export const boxOf = (part: Part) =>
  part.one((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  });
