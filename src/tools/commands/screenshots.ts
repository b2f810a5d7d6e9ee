// `npm run screenshots`: the README's screenshots, as scenes of user actions.
import { chromium, type Browser, type Page } from '@playwright/test';
import { Random } from '#lib/random.ts';
import { ensureBuilt } from '#tools/setup/build.js';
import { chromiumArgs } from '#tools/setup/chromium-args.ts';
import { ensureChromium } from '#tools/setup/chromium.js';
import { root } from '#tools/setup/paths.js';
import { startService } from '#tools/setup/service-process.ts';
import { z } from 'zod';

/** All, or those whose names start with a given word. */
export async function main(): Promise<void> {
  const words = process.argv.slice(2);
  await ensureBuilt();
  const executablePath = await ensureChromium();
  const service = await startService({
    INFERDECK_SAMPLE: 'on',
    INFERDECK_FAULTS: 'on',
    INFERDECK_PACE: 'off',
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    for (const scene of scenes) {
      if (words.length > 0 && !words.some((word) => scene.name.startsWith(word))) continue;
      await take(browser, service.url, scene);
      console.log(scene.name);
    }
  } finally {
    await browser.close();
    await service.stop();
  }
}

const sizes = { desk: { width: 1440, height: 860 }, phone: { width: 390, height: 844 } };

async function take(browser: Browser, url: string, { name, play, size = 'desk' }: Scene): Promise<void> {
  const colorScheme = name.endsWith('light') ? 'light' : 'dark';
  const context = await browser.newContext({ baseURL: url, viewport: sizes[size], colorScheme });
  const page = await context.newPage();
  await play(page);
  await settle(page);
  await page.screenshot({ path: `${root}/e2e/screenshots/${name}.png` });
  await context.close();
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(800);
}

export interface Scene {
  readonly name: `${string}-${'dark' | 'light'}`;
  readonly size?: 'desk' | 'phone';
  readonly play: (page: Page) => Promise<void>;
}

const beginning = 'Once upon a time there was a fox who';

async function write(page: Page, prompt: string, numbers: Readonly<Record<string, string>> = {}) {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
  for (const [name, value] of Object.entries(numbers)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
}

async function run(page: Page, state = 'Complete') {
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('status', { name: 'Run' }).getByText(state).waitFor({ timeout: 60_000 });
}

async function playground(page: Page) {
  await write(page, beginning, { seed: '7', temperature: '1' });
  await run(page);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('textbox', { name: 'Output' }).focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('l');
}

async function sampleFineTune(page: Page): Promise<string> {
  const List = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) });
  for (;;) {
    const answer = await page.evaluate(async () => (await fetch('/v1/fine-tunes')).text());
    const [first] = List.parse(JSON.parse(answer)).data;
    if (first?.status === 'completed') return first.id;
    await page.waitForTimeout(1_000);
  }
}

async function openFineTune(page: Page) {
  await page.goto('/fine-tunes');
  await page.goto(`/fine-tunes/${await sampleFineTune(page)}`);
  await page.getByRole('slider', { name: /^Loss/ }).waitFor();
}

const heroes = [
  'a fox',
  'an old miller',
  'a brave girl',
  'a heron',
  'two brothers',
  'a clockmaker',
  'an owl',
];
const places = ['forest', 'village', 'mountains', 'harbour'];

function talesCsv(): Buffer {
  const rows = Array.from({ length: 40 }, (_, row) => `${heroes[row % 7]},${places[row % 4]}`);
  return Buffer.from(`hero,place\n${rows.join('\n')}\n`);
}

/** Deterministic, with a spike and a NaN. */
function trainerLog(): Buffer {
  const random = new Random(1);
  const rows = Array.from({ length: 1_200 }, (_, index) => {
    const step = index + 1;
    const usual = (0.6 + 2.2 * Math.exp(-step / 260)) * (1 + 0.35 * (random.unit() + random.unit() - 1));
    const loss = step === 700 ? 'NaN' : String(step === 430 ? usual + 2 : usual);
    const head = `{"current_steps": ${step}, "total_steps": 1200`;
    const train = `${head}, "loss": ${loss}, "lr": ${1e-4 * (1 - step / 1300)}}`;
    return step % 100 === 0 ? `${train}\n${head}, "eval_loss": ${0.7 + 2 * Math.exp(-step / 280)}}` : train;
  });
  return Buffer.from(`${rows.join('\n')}\n`);
}

export const scenes: readonly Scene[] = [
  { name: 'playground-dark', play: playground },
  { name: 'playground-light', play: playground },
  { name: 'playground-phone-dark', size: 'phone', play: playgroundOnPhone },
  {
    name: 'interrupted-light',
    async play(page) {
      await page.goto('/?model=inferdeck%2Ffault-cut');
      await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
      await run(page, 'Interrupted');
    },
  },
  {
    name: 'braid-dark',
    async play(page) {
      await write(page, beginning);
      await run(page);
      await page.getByRole('textbox', { name: 'n', exact: true }).fill('24');
      await page.getByRole('textbox', { name: 'max_tokens', exact: true }).fill('40');
      await page.getByRole('textbox', { name: 'seed', exact: true }).fill('3');
      await run(page);
      await page.getByRole('tab', { name: 'History' }).click();
    },
  },
  {
    name: 'compare-light',
    async play(page) {
      await write(page, beginning, { seed: '7', max_tokens: '160' });
      await page.goto('/?view=compare');
      await page.getByRole('button', { name: 'Remove column 2' }).click();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      for (const temperature of ['0.4', '1.6']) {
        await page.getByRole('button', { name: /^Duplicate column 1/ }).click();
        await page.getByRole('textbox', { name: 'temperature' }).last().fill(temperature);
      }
      await page.getByRole('button', { name: /^Run all 3/ }).click();
      await page.waitForTimeout(3_000);
    },
  },
  {
    name: 'data-dark',
    async play(page) {
      await write(page, 'Once upon a time {{hero}} lived in the {{place}}.', { max_tokens: '40' });
      await page.goto('/?view=data');
      const file = { name: 'tales.csv', mimeType: 'text/csv', buffer: talesCsv() };
      await page.getByLabel('Data file').setInputFiles(file);
      await page.getByRole('button', { name: /^Start/ }).click();
      await page.waitForTimeout(4_000);
    },
  },
  {
    name: 'labs-dark',
    async play(page) {
      const odd =
        'Once upon a time there was a fox who lived in a den beside the river. The fox had zxqv a friend.';
      await write(page, odd);
      await page.goto('/?view=labs&lab=xray');
      await page.getByRole('button', { name: /^X-ray/ }).click();
      await page.waitForTimeout(1_500);
    },
  },
  {
    name: 'models-light',
    async play(page) {
      await page.goto('/models');
      await page.getByRole('button', { name: 'Workload' }).click();
    },
  },
  {
    name: 'hardware-dark',
    async play(page) {
      await page.goto('/hardware?model=inferdeck%2Ftale-1m');
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'break-even-dark',
    async play(page) {
      await page.goto('/hardware?view=break-even&tpm=180000&model=meta-llama%2FLlama-3.3-70B-Instruct');
      await page.getByRole('figure').first().waitFor();
    },
  },
  {
    name: 'hardware-phone-light',
    size: 'phone',
    async play(page) {
      await page.goto('/hardware');
      await page.getByRole('grid').waitFor();
    },
  },
  { name: 'fine-tune-dark', play: openFineTune },
  { name: 'fine-tune-phone-light', size: 'phone', play: openFineTune },
  {
    name: 'log-file-light',
    async play(page) {
      await page.goto('/fine-tunes/local');
      const file = { name: 'trainer_log.jsonl', mimeType: 'application/jsonl', buffer: trainerLog() };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByRole('slider', { name: /^Loss/ }).waitFor();
      const plot = await page.getByRole('slider', { name: /^Loss/ }).boundingBox();
      if (plot) await page.mouse.move(plot.x + plot.width * 0.62, plot.y + plot.height * 0.4);
    },
  },
  {
    name: 'jobs-dark',
    async play(page) {
      await openFineTune(page);
      await page.getByRole('link', { name: /^job-/ }).first().click();
      await page.getByRole('region', { name: 'Job', exact: true }).waitFor();
    },
  },
];

async function playgroundOnPhone(page: Page) {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Prompt' }).fill(beginning);
  await run(page);
}
