// Import bench: large log files.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startService } from '#tools/setup/service-process.ts';
import { openPage, watchPage } from './page.ts';
import { makeFolder } from './resources.ts';
import { atMost, type BenchRow } from './row.ts';

/** @param isShort 20 MB instead of 200 */
export async function benchImport(browser: Browser, isShort: boolean): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  await using service = await startService();
  const rows: BenchRow[] = [];
  for (const write of [writeTrainerLog, writeChartCsv]) {
    const log = await write(folder.path, isShort ? 20e6 : 200e6);
    await using page = await openPage(browser, `${service.url}/fine-tunes/local`);
    await page.getByRole('heading', { name: 'Curves of your own log files' }).waitFor();
    rows.push(...(await opened(page, log)));
    await rm(log.path);
  }
  return rows;
}

async function opened(page: Page, log: WrittenLog): Promise<BenchRow[]> {
  const name = `${Math.round(log.bytes / 1e6)} MB of ${log.name}`;
  const entry = page.getByRole('listitem', { name: log.name, exact: true });
  let [readS, shownS] = [0, 0];
  const seen = await watchPage(page, async () => {
    const startedAt = performance.now();
    await dropFile(page, log.path);
    await entry.getByText(/ in [\d,]+ lines|not read/).waitFor({ timeout: 120_000 });
    readS = (performance.now() - startedAt) / 1000;
    await page
      .getByText(/^[\d,]+ points, drawn as/)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.locator('[aria-busy="false"] canvas').first().waitFor({ timeout: 60_000 });
    shownS = (performance.now() - startedAt) / 1000;
  });
  const { lines, unread } = readLineCounts(await entry.innerText());
  return [
    { name: `${name}: read to its end`, value: readS, unit: 's' },
    { name: `${name}: until the whole curve is there`, value: shownS, unit: 's' },
    atMost(`${name}: lines written that were not understood`, log.lines - (lines - unread), 'lines', 0),
    // The page's first chart has its own bar.
    atMost(`${name}: tasks over 50 ms`, seen.tasks.length, 'tasks', 1),
    atMost(`${name}: worst of them`, Math.max(0, ...seen.tasks), 'ms', 120),
    { name: `${name}: worst task by processor time`, value: seen.processorMs, unit: 'ms' },
    { name: `${name}: frames`, value: seen.framesPerSecond, unit: 'frames/s' },
  ];
}

async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await session.detach();
}

function readLineCounts(text: string): { lines: number; unread: number } {
  return {
    lines: countOf(/ in ([\d,]+) lines/.exec(text)),
    unread: countOf(/([\d,]+) lines? (?:was|were) not understood/.exec(text)),
  };
}

function countOf(found: RegExpExecArray | null): number {
  return Number(found?.[1]?.replaceAll(',', '') ?? 0);
}

interface WrittenLog {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
}

/** LLaMA-Factory's log. @param bytes minimum */
async function writeTrainerLog(folder: string, bytes: number): Promise<WrittenLog> {
  const total = Math.round(bytes / 150);
  return writeLines(folder, 'trainer_log.jsonl', bytes, (line) =>
    JSON.stringify({
      current_steps: line,
      total_steps: total,
      loss: lossAt(line),
      lr: 5e-5 * (1 - line / total),
      epoch: line / 500_000,
      percentage: (100 * line) / total,
      elapsed_time: clockWords(line),
      remaining_time: clockWords(total - line),
    }),
  );
}

/** W&B's chart of one run. @param bytes minimum */
async function writeChartCsv(folder: string, bytes: number): Promise<WrittenLog> {
  return writeLines(folder, 'chart.csv', bytes, (line) => {
    if (line === 1) return '"Step","bench - train/loss","bench - train/loss__MIN","bench - train/loss__MAX"';
    const loss = lossAt(line - 1);
    return `"${line - 1}","${loss}","${loss}","${loss}"`;
  });
}

async function writeLines(
  folder: string,
  name: string,
  bytes: number,
  lineOf: (line: number) => string,
): Promise<WrittenLog> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  let [written, lines] = [0, 0];
  try {
    while (written < bytes) {
      const piece: string[] = [];
      for (let count = 0; count < 10_000; count += 1) piece.push(lineOf((lines += 1)));
      written += (await file.write(`${piece.join('\n')}\n`)).bytesWritten;
    }
  } finally {
    await file.close();
  }
  return { path, name, bytes: written, lines };
}

function lossAt(step: number): number {
  return 2 * Math.exp(-step / 400_000) + 0.4 + ((step * 7919) % 9973) / 40_000;
}

function clockWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${Math.floor(seconds / 3600)}:${minutes}:${rest}`;
}
