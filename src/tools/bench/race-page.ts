// The page of the race: what is asked there, and what a person then sees.
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod';
import type { SentAnswer } from './race-server.ts';

/** What one run is asked. */
export interface RaceRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly n: number;
}

/** Fills the form, and switches logprobs on; the heat is on by itself. */
export async function ask(page: Page, { model, maxTokens, n }: RaceRequest): Promise<void> {
  await page.evaluate((draft) => localStorage.setItem('inferdeck.draft', JSON.stringify(draft)), {
    version: 1,
    value: draftOf({ model, maxTokens, n }),
  });
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  // What shows an output is loaded when a person goes to the prompt.
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.waitForLoadState('networkidle');
}

function draftOf({ model, maxTokens, n }: RaceRequest): object {
  const numbers = { max_tokens: String(maxTokens), ...(n > 1 && { n: String(n) }) };
  return { model, prompt: 'The race', stop: [], numbers, logprobs: true };
}

/** A press of a button, as the page's own clock saw it. */
export interface Press {
  /** Milliseconds until the frame that shows the state. */
  readonly shownMs: number;
  /** The wall clock of the press, milliseconds since 1970. */
  readonly pressedAt: number;
}

/** Presses Run or Stop, and waits until the strip says the state, with everything that is drawn together with it. */
export function press(page: Page, button: 'Run' | 'Stop', state: string): Promise<Press> {
  return page.evaluate(
    async ({ button: name, state: wanted, limitMs }) => {
      const target = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.startsWith(name),
      );
      const shown = document.querySelector('output[aria-label="Run"]');
      const startedAt = performance.now();
      target?.click();
      for (;;) {
        if (shown?.textContent === wanted) break;
        if (performance.now() - startedAt > limitMs)
          throw new Error(`${name} led to "${shown?.textContent}".`);
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      return { shownMs: performance.now() - startedAt, pressedAt: performance.timeOrigin + startedAt };
    },
    { button, state, limitMs: 150_000 },
  );
}

/** The text of each output on the screen, by the position of its choice. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="textbox"][aria-label^="Output"]')].map((output) =>
      [...output.querySelectorAll('[data-block]')].map((block) => block.textContent).join(''),
    ),
  );
}

const Exported = z.object({ events: z.array(z.tuple([z.number(), z.string()])) });
const Chunk = z.object({
  token: z.object({ id: z.number() }),
  choices: z.tuple([z.object({ index: z.number() })]),
});

/** Tokens that the exported recording lacks, has twice or in another order than they were sent. */
export async function lostTokens(page: Page, sent: SentAnswer): Promise<number> {
  await page.getByRole('tab', { name: 'Events' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export recording' }).click();
  const { events } = Exported.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')));
  const received = sent.lanes.map((): number[] => []);
  for (const [, data] of events) {
    const { token, choices } = Chunk.parse(JSON.parse(data));
    received[choices[0].index]?.push(token.id);
  }
  return sent.lanes.reduce((lost, { ids }, lane) => {
    const wrong = ids.filter((id, position) => received[lane]?.[position] !== id).length;
    return lost + wrong + Math.max(0, (received[lane]?.length ?? 0) - ids.length);
  }, 0);
}

/** Bytes that the page holds after a collection: its objects, what they hold outside, and its buffers. */
export async function heldBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const usage = z
    .object({
      usedSize: z.number(),
      embedderHeapUsedSize: z.number().default(0),
      backingStorageSize: z.number().default(0),
    })
    .parse(await session.send('Runtime.getHeapUsage'));
  return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
}
