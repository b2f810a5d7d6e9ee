// uPlot, for comparison.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { npm } from '#tools/setup/install.js';
import { failureMessage } from '#tools/setup/run.js';
import { median } from './row.ts';

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
export async function fetchPeer(): Promise<string> {
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
export async function measurePeer(page: Page, script: string): Promise<PeerTimes> {
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
