// Charts bench of four million points.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { npm } from '#tools/setup/install.js';
import { failureMessage } from '#tools/setup/run.js';
import type { Shown } from './charts-page.tsx';
import { longestTask } from './page.ts';
import { makeFolder } from './resources.ts';
import { atMost, median, type BenchRow } from './row.ts';

const runs = 4;
const points = 1_000_000;

/** From the act to its frame; tasks in processor time of the main thread. */
export async function benchCharts(browser: Browser): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  await using served = await serveChartsPage(folder.path);
  const smoothed = await onColdPages(browser, served.url, 5, show);
  const plain = await onColdPages(browser, `${served.url}?smooth=0`, 5, show);
  const page = await open(browser, served.url);
  await show(page);
  const warm: number[] = [];
  for (let round = 0; round < 7; round += 1) warm.push((await show(page)).firstMs);
  let [zoom, pan] = [0, 0];
  const movedMs = await longestTask(page, async () => {
    zoom = await gesture(page, 'zoom');
    pan = await gesture(page, 'pan');
  });
  const hoveredMs = await longestTask(page, () => hover(page));
  const script = await fetchPeer();
  const peers = await onColdPages(browser, served.url, 3, (each) => measurePeer(each, script));
  const cold = medianOf(smoothed, 'wholeMs');
  const peerFrames = (act: 'zoomMs' | 'panMs') => framesIn(medianOf(peers, act));
  return [
    atMost('first chart, cold page, to uPlot', cold / medianOf(peers, 'coldMs'), '×', 1.5),
    atMost('the same, to unsmoothed', cold / medianOf(plain, 'wholeMs'), '×', 2),
    atMost('first chart, warm, to uPlot', median(warm) / medianOf(peers, 'warmMs'), '×', 1.5),
    atMost('zoom by a notch, in frames, to uPlot', framesIn(zoom) / peerFrames('zoomMs'), '×', 1),
    atMost('pan by a notch, in frames, to uPlot', framesIn(pan) / peerFrames('panMs'), '×', 1),
    { name: 'first chart, cold page', value: cold, unit: 'ms' },
    { name: 'the same, unsmoothed', value: medianOf(plain, 'wholeMs'), unit: 'ms' },
    { name: 'first chart, warm', value: median(warm), unit: 'ms' },
    { name: 'zoom by a notch', value: zoom, unit: 'ms' },
    { name: 'pan by a notch', value: pan, unit: 'ms' },
    { name: 'longest task of both', value: movedMs, unit: 'ms of CPU' },
    atMost('reading under the pointer, longest task', hoveredMs, 'ms of CPU', 16),
    atMost('spikes lost of those that were made', await lostSpikes(page), 'spikes', 0),
  ];
}

function medianOf<Name extends string>(found: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return median(found.map((each) => each[name]));
}

/** Both wait for whole frames: a fraction of one is the clock's. */
function framesIn(ms: number): number {
  return Math.round(ms / (1_000 / 60));
}

async function onColdPages<T>(
  browser: Browser,
  url: string,
  rounds: number,
  measure: (page: Page) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using page = await open(browser, url);
    found.push(await measure(page));
  }
  return found;
}

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1064, height: 900 } });
  await page.goto(url);
  await make(page);
  return page;
}

async function make(page: Page): Promise<void> {
  await page.waitForFunction(() => 'chartsBench' in globalThis);
  await page.evaluate(([count, length]) => globalThis.chartsBench.make(count, length), [
    runs,
    points,
  ] as const);
}

function show(page: Page): Promise<Shown> {
  return page.evaluate(() => globalThis.chartsBench.show());
}

async function gesture(page: Page, kind: 'zoom' | 'pan'): Promise<number> {
  return median(await page.evaluate((which) => globalThis.chartsBench.notches(which), kind));
}

async function hover(page: Page): Promise<void> {
  const box = await page.getByRole('slider', { name: /^Loss/ }).boundingBox();
  if (box === null) throw new Error('The plot has no place.');
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(box.x + 20 + step * 12, box.y + 60 + (step % 9) * 8);
  }
}

/** Spikes reach 4, all else stays below 2.5. */
async function lostSpikes(page: Page): Promise<number> {
  await page.mouse.move(0, 0);
  await page.reload();
  await make(page);
  await show(page);
  return Math.max(0, spikePlaces - (await page.evaluate(() => globalThis.chartsBench.strokesAt(0.45))));
}

const spikePlaces = 3;

async function serveChartsPage(outDir: string): Promise<AsyncDisposable & { readonly url: string }> {
  const file = 'src/tools/bench/charts-page.html';
  const shared = { configFile: false, logLevel: 'warn' } as const;
  await build({
    ...shared,
    plugins: [react(), tailwindcss()],
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      rolldownOptions: { input: file },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/${file}`, [Symbol.asyncDispose]: () => server.close() };
}

const version = '1.6.32';

interface PlotLibrary {
  new (
    options: object,
    data: readonly Float64Array[],
    target: Element,
  ): { setScale(axis: string, range: { readonly min: number; readonly max: number }): void; destroy(): void };
}

declare global {
  var uPlot: PlotLibrary;
}

/** Only this bench needs it. @returns its script */
async function fetchPeer(): Promise<string> {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, 'package.json'), '{}');
  const { code, output } = await npm('install', '--prefix', folder.path, '--no-save', `uplot@${version}`);
  if (code !== 0) throw new Error(failureMessage(output, 'npm could not fetch uPlot'));
  return await readFile(join(folder.path, 'node_modules/uplot/dist/uPlot.iife.min.js'), 'utf8');
}

interface PeerTimes {
  readonly coldMs: number;
  readonly warmMs: number;
  readonly zoomMs: number;
  readonly panMs: number;
}

async function measurePeer(page: Page, script: string): Promise<PeerTimes> {
  await page.addScriptTag({ content: script });
  const [shown, zooms, pans] = await page.evaluate(async () => {
    const { points: pointsOf, timed } = globalThis.chartsBench;
    const data = pointsOf();
    const target = document.body.appendChild(document.createElement('div'));
    const series = [{}, ...data.slice(1).map(() => ({ stroke: 'steelblue' }))];
    const options = { width: 1000, height: 360, scales: { x: { time: false } }, series };
    const charts: InstanceType<PlotLibrary>[] = [];
    const times: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      charts.pop()?.destroy();
      times.push(await timed(() => charts.push(new uPlot(options, data, target))));
    }
    const length = data[0]?.length ?? 0;
    const [zoomTimes, panTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < 24; round += 1) {
      const zoomed = { min: length * 0.01 * round, max: length * (1 - 0.015 * round) };
      zoomTimes.push(await timed(() => charts[0]?.setScale('x', zoomed)));
    }
    for (let round = 0; round < 24; round += 1) {
      const min = length * (0.3 + 0.05 * (round % 2));
      panTimes.push(await timed(() => charts[0]?.setScale('x', { min, max: min + 0.3 * length })));
    }
    return [times, zoomTimes, panTimes];
  });
  const [coldMs = Number.NaN, ...warm] = shown;
  return { coldMs, warmMs: median(warm), zoomMs: median(zooms), panMs: median(pans) };
}
