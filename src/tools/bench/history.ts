// History bench: thousands of states.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { emptyDraft } from '#draft/draft.ts';
import type { NodeRecord, RunRecord } from '#pages/playground/history/node.ts';
import { startService } from '#tools/setup/service-process.ts';
import { drawn, heldBytes, openPage, settle } from './page.ts';
import { atMost, median, type BenchRow } from './row.ts';
import { scrollRows } from './table-browser.ts';

const [states, runs] = [5_000, 2_000];

export async function benchHistory(browser: Browser): Promise<BenchRow[]> {
  await using service = await startService();
  await using page = await openPage(browser, service.url);
  await importHistory(page);
  await page.reload();
  await page.getByRole('button', { name: /^Run/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await settle(page);
  const name = `history of ${states.toLocaleString('en-US')} states and ${runs.toLocaleString('en-US')} runs`;
  const search = page.getByRole('searchbox', { name: 'Search history' });
  const opened = await shownAfter(page, () => page.getByRole('tab', { name: 'History' }).click());
  const letters: number[] = [];
  for (const letter of 'fox 41')
    letters.push(await shownAfter(page, () => search.press(letter === ' ' ? 'Space' : letter)));
  await shownAfter(page, () => search.fill(''));
  await page.getByRole('tree', { name: 'History' }).hover();
  const scrolling = await scrollRows(browser, page, name);
  const heapMb = (await heldBytes(page)) / 1e6;
  return [
    atMost(`${name}: open, to paint`, opened, 'ms', 200),
    atMost(`${name}: a letter in the search, median to paint`, median(letters), 'ms', 100),
    { name: `${name}: the slowest letter`, value: Math.max(...letters), unit: 'ms' },
    ...scrolling,
    atMost(`${name}: heap`, heapMb, 'MB', 80),
  ];
}

async function shownAfter(page: Page, act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  await page.getByRole('tree', { name: 'History' }).getByRole('treeitem').first().waitFor();
  await drawn(page);
  return performance.now() - startedAt;
}

async function importHistory(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('radio', { name: 'Files' }).check();
  const file = { inferdeck: 'history', version: 1, ...makeHistory(), names: [], presets: [], recordings: [] };
  const buffer = Buffer.from(JSON.stringify(file));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'history.json', mimeType: 'application/json', buffer });
  await page
    .getByText(/Added 5,000 states/)
    .first()
    .waitFor({ timeout: 120_000 });
}

/** Two of five states have run. */
function makeHistory(): { nodes: NodeRecord[]; runs: RunRecord[] } {
  const ids = Array.from({ length: states }, () => randomUUID());
  const startMs = Date.UTC(2026, 0, 5);
  const nodes = ids.map((id, index): NodeRecord => {
    const isRoot = index % 100 === 0;
    const parent = index % 7 === 6 && index % 100 > 10 ? index - 6 : index - 1;
    return {
      id,
      parentId: isRoot ? null : (ids[parent] ?? null),
      at: startMs + index * 60_000,
      kind: isRoot ? 'root' : hasRun(index) ? 'run' : 'edit',
      origin: { how: isRoot ? 'new' : 'typed' },
      draft: {
        ...emptyDraft,
        model: 'inferdeck/tale-1m',
        prompt: `Once upon a time a fox met ${index} hens.`,
      },
    };
  });
  const made = ids.flatMap((id, index): RunRecord[] =>
    hasRun(index) ? [runOf(id, startMs + index * 60_000)] : [],
  );
  return { nodes, runs: made };
}

const hasRun = (index: number) => index % 5 < (5 * runs) / states;

function runOf(id: string, atMs: number): RunRecord {
  return {
    id,
    startedAt: new Date(atMs).toISOString(),
    connection: 'This server',
    model: 'inferdeck/tale-1m',
    prompt: null,
    endState: 'complete',
    tokens: 100,
    usage: { prompt_tokens: 10, completion_tokens: 100 },
    endedMs: 1_000,
    seed: '7',
    outputs: [`They talked about the weather of ${atMs % 977} until the evening. `.repeat(6)],
    size: 20_000,
  };
}
