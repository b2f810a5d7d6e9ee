// Charts bench of four million points.
import { mkdtemp, rm, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import type { Shown } from './charts-measure.ts';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { watchPage } from './race-page.ts';
import { atMost, median, type BenchRow } from './row.ts';
import { npm } from '#tools/setup/install.js';
import { failureMessage } from '#tools/setup/run.js';

const runs = 4;
const points = 1_000_000;
/** From the act to its frame; tasks in processor time of the main thread. */
export async function benchCharts(executablePath: string): Promise<BenchRow[]> {
  const served = await serveChartsPage();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    const cold = await coldCharts(browser, served.url, true);
    const plain = await coldCharts(browser, `${served.url}?smooth=0`, true);
    const bare = await coldCharts(browser, served.url, false);
    const page = await open(browser, served.url, true);
    await show(page);
    const warm: number[] = [];
    for (let round = 0; round < 7; round += 1) warm.push((await show(page)).firstMs);
    const watchZoom = await watchPage(page);
    const zoom = await gesture(page, 'zoom');
    const pan = await gesture(page, 'pan');
    const moved = await watchZoom.end();
    const watchHover = await watchPage(page);
    await hover(page);
    const { processorMs } = await watchHover.end();
    const peers = await coldPeers(browser, served.url);
    const { coldMs, warmMs, zoomMs, panMs } = peers;
    return [
      atMost('first chart, cold page, to uPlot', cold.wholeMs / coldMs, '×', 1.5),
      atMost('the same, to unsmoothed', cold.wholeMs / plain.wholeMs, '×', 2),
      atMost('first chart, warm, to uPlot', median(warm) / warmMs, '×', 1.5),
      atMost('zoom by a notch, in frames, to uPlot', framesIn(zoom) / framesIn(zoomMs), '×', 1),
      atMost('pan by a notch, in frames, to uPlot', framesIn(pan) / framesIn(panMs), '×', 1),
      { name: 'first chart, cold page', value: cold.wholeMs, unit: 'ms' },
      { name: 'the same, unsmoothed', value: plain.wholeMs, unit: 'ms' },
      { name: 'the same, values not prepared by a worker', value: bare.firstMs, unit: 'ms' },
      { name: 'the same, until they are smoothed as well', value: bare.wholeMs, unit: 'ms' },
      { name: 'first chart, warm', value: median(warm), unit: 'ms' },
      { name: 'zoom by a notch', value: zoom, unit: 'ms' },
      { name: 'pan by a notch', value: pan, unit: 'ms' },
      { name: 'longest task of both', value: moved.processorMs, unit: 'ms of CPU' },
      atMost('reading under the pointer, longest task', processorMs, 'ms of CPU', 16),
      atMost('spikes lost of those that were made', await lostSpikes(page), 'spikes', 0),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

/** Both wait for whole frames: a fraction of one is the clock's. */
function framesIn(ms: number): number {
  return Math.round(ms / (1_000 / 60));
}

/** Medians. */
async function coldCharts(browser: Browser, url: string, isPrepared: boolean): Promise<Shown> {
  const times: Shown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await open(browser, url, isPrepared);
    times.push(await show(page));
    await page.close();
  }
  const of = (name: keyof Shown) => median(times.map((each) => each[name]));
  return { firstMs: of('firstMs'), wholeMs: of('wholeMs') };
}

async function coldPeers(browser: Browser, url: string): ReturnType<typeof measurePeer> {
  const script = await fetchPeer();
  const times: Awaited<ReturnType<typeof measurePeer>>[] = [];
  for (let round = 0; round < 3; round += 1) {
    const page = await open(browser, url, true);
    times.push(await measurePeer(page, script));
    await page.close();
  }
  const of = (name: keyof (typeof times)[number]) => median(times.map((each) => each[name]));
  return { coldMs: of('coldMs'), warmMs: of('warmMs'), zoomMs: of('zoomMs'), panMs: of('panMs') };
}

/** @param isPrepared as for a dropped file */
async function open(browser: Browser, url: string, isPrepared: boolean): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1064, height: 900 } });
  await page.goto(url);
  await make(page, isPrepared);
  return page;
}

async function make(page: Page, isPrepared: boolean): Promise<void> {
  await page.waitForFunction(() => 'chartsBench' in globalThis);
  await page.evaluate(([count, length, prepared]) => globalThis.chartsBench.make(count, length, prepared), [
    runs,
    points,
    isPrepared,
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
  await make(page, true);
  await show(page);
  return Math.max(0, spikePlaces - (await page.evaluate(() => globalThis.chartsBench.strokesAt(0.45))));
}

const spikePlaces = 3;

interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

async function serveChartsPage(): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'inferdeck-charts-'));
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
  return {
    url: `http://127.0.0.1:${port}/${file}`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
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
  const folder = await mkdtemp(join(tmpdir(), 'inferdeck-peer-'));
  try {
    await writeFile(join(folder, 'package.json'), '{}');
    const { code, output } = await npm('install', '--prefix', folder, '--no-save', `uplot@${version}`);
    if (code !== 0) throw new Error(failureMessage(output, 'npm could not fetch uPlot'));
    return await readFile(join(folder, 'node_modules/uplot/dist/uPlot.iife.min.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PeerTimes {
  readonly coldMs: number;
  readonly warmMs: number;
  readonly zoomMs: number;
  readonly panMs: number;
}

/** Medians, as for our charts. */
async function measurePeer(page: Page, script: string): Promise<PeerTimes> {
  await page.addScriptTag({ content: script });
  const [shown, zooms, pans] = await page.evaluate(async () => {
    const data = globalThis.chartsBench.points();
    const target = document.body.appendChild(document.createElement('div'));
    const series = [{}, ...data.slice(1).map(() => ({ stroke: 'steelblue' }))];
    const options = { width: 1000, height: 360, scales: { x: { time: false } }, series };
    // tsx adds a helper to named functions that the page lacks.
    const watch = {
      async timed(act: () => void) {
        await new Promise(requestAnimationFrame);
        const startedAt = performance.now();
        act();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return performance.now() - startedAt;
      },
    };
    const charts: InstanceType<PlotLibrary>[] = [];
    const times: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      charts.pop()?.destroy();
      times.push(await watch.timed(() => charts.push(new uPlot(options, data, target))));
    }
    const length = data[0]?.length ?? 0;
    const [zoomTimes, panTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < 24; round += 1) {
      const zoomed = { min: length * 0.01 * round, max: length * (1 - 0.015 * round) };
      zoomTimes.push(await watch.timed(() => charts[0]?.setScale('x', zoomed)));
    }
    for (let round = 0; round < 24; round += 1) {
      const min = length * (0.3 + 0.05 * (round % 2));
      panTimes.push(await watch.timed(() => charts[0]?.setScale('x', { min, max: min + 0.3 * length })));
    }
    return [times, zoomTimes, panTimes];
  });
  const [coldMs = Number.NaN, ...warm] = shown;
  return { coldMs, warmMs: median(warm), zoomMs: median(zooms), panMs: median(pans) };
}
