// Journeys through the other pages and views, and through what surrounds them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { root } from '#tools/setup/paths.js';
import { run as runProgram } from '#tools/setup/run.js';
import { beginning, boxOf, prompt, run, shown, state, type Journey } from './acts.ts';
import { until, type Page, type Part } from './page.ts';

/** Lines as a trainer writes them. */
const trainerLog = Array.from({ length: 400 }, (_, index) =>
  JSON.stringify({ step: index + 1, loss: 2 * Math.exp(-index / 150) + 0.2 }),
).join('\n');

async function openLog(page: Page): Promise<Part> {
  await page.open('/fine-tunes/local');
  await page.role('button', 'Open log files').at(0).seen();
  await page.css('input[type=file]').at(0).choose({ name: 'train.jsonl', text: trainerLog });
  const plot = page.role('slider', /^Loss by/);
  await plot.seen();
  return plot;
}

export const otherJourneys: readonly Journey[] = [
  {
    name: 'a table is searched and sorted, and its address says so',
    async walk({ page }) {
      await page.open('/models');
      const grid = page.role('grid', 'models');
      const rows = () => grid.one((element) => Number(element.getAttribute('aria-rowcount')));
      await until('all models', rows, (count) => count > 20);
      await grid.role('button', /^Context/).click();
      await page.isAt(/sort=context/);
      await page.role('textbox', /^Search/).fill('gpt-oss');
      await until('those found', rows, (count) => count === 3);
      await page.isAt(/q=gpt-oss/);
      await grid.one((element) => element.focus());
      await page.keys('ArrowRight');
      await page.role('region', 'Cell').seen();
    },
  },
  {
    name: 'a log file is drawn, a drag zooms, and a double click shows everything again',
    async walk({ page }) {
      const plot = await openLog(page);
      await page.says('400 points');
      const { left, top, width } = await boxOf(plot);
      const y = top + 100;
      await page.drag(
        { x: left + width * 0.25, y },
        { x: left + width * 0.4, y: y + 10 },
        { x: left + width * 0.5, y },
      );
      await page.isAt(/zoom=\d+(\.\d+)?_\d+/);
      await plot.one((element) => element.focus());
      await page.keys('0');
      await page.isAt(/local(\?(?!.*zoom=).*)?$/);
      await page.keys('End');
      await until(
        'the last step is read',
        () => plot.one((element) => element.getAttribute('aria-valuetext') ?? ''),
        (text) => text.startsWith('step 400'),
      );
    },
  },
  {
    name: 'a job is watched from its id to the model in the playground',
    async walk({ page, service }) {
      const weights = `${root}/src/service/engine/tale-1m.bin`;
      // Browsers share a service, and a name can be used only once.
      const model = `acme/tales-${randomUUID()}`;
      const upload = [
        `${root}/src/tools/program.js`,
        'src/tools/commands/upload-model.ts',
        '--file',
        weights,
        '--name',
        model,
        '--detach',
      ];
      const env = { INFERDECK_HOME: service.home };
      const said = await runProgram(process.execPath, upload, { quiet: true, env });
      const id = /job-[0-9a-f-]+/.exec(said.output)?.[0] ?? '';
      await page.open('/jobs');
      await page.role('textbox', 'Job id').fill(id);
      await page.role('button', 'Watch').click();
      await page.role('list', 'Watched jobs').role('link', id).click();
      await page.role('region', 'Job').says('Complete');
      await page.role('link', `Open ${model} in the playground`).click();
      await page.role('button', new RegExp(`^Model: ${model}`)).seen();
    },
  },
  {
    name: 'rows of a file are run in Data, and one is opened',
    async walk({ page }) {
      await page.open('/?view=data');
      await prompt(page).fill('Tell of {{hero}}');
      await page.role('tab', 'Parameters').click();
      await page.role('textbox', 'max_tokens').fill('6');
      await page.role('tab', 'Run').click();
      await page.css('input[type=file]').at(0).choose({ name: 'heroes.csv', text: 'hero\na fox\na wolf\n' });
      await page.role('button', /^Start 2 requests/).click();
      await state(page).says('Done');
      await page.role('grid', 'rows').role('row').at(2).click();
      await page.role('region', 'Row prompt').says('Tell of a wolf');
    },
  },
  {
    name: 'the palette opens a page and turns the theme',
    async walk({ page }) {
      await page.open('/');
      await page.role('button', /^Run/).seen();
      for (const theme of ['Light', 'Dark']) {
        await page.keys('Mod+k');
        const field = page.role('dialog').role('combobox');
        await field.fill(`${theme} theme`);
        await page.keys('Enter');
        await page.role('dialog').gone();
        const ground = () =>
          page.read(() => {
            const context = document.createElement('canvas').getContext('2d');
            if (context === null) return -1;
            context.fillStyle = getComputedStyle(document.body).backgroundColor;
            context.fillRect(0, 0, 1, 1);
            return context.getImageData(0, 0, 1, 1).data[0] ?? -1;
          });
        await until(`${theme} ground`, ground, (level) => (theme === 'Light' ? level > 200 : level < 60));
      }
      await page.keys('Mod+k');
      await page.role('dialog').role('combobox').fill('Hardware');
      await page.keys('Enter');
      await page.isAt(/\/hardware/);
      await page.role('heading', 'Hardware').seen();
    },
  },
  {
    name: 'dialogs and lists lie within the window, at desk and at phone',
    async walk({ page }) {
      for (const [width, height] of [
        [1440, 600],
        [390, 700],
      ] as const) {
        await page.resize(width, height);
        await page.open('/');
        for (const opener of [/^Connection:/, /^Model:/, 'Code', 'Link'] as const) {
          await page.role('button', opener).click();
          const dialog = page.css('dialog[open], [popover]:popover-open');
          const box = await until(
            `${opener} has its content`,
            () => boxOf(dialog),
            ({ height: high }) => high > 60,
          );
          assert.ok(
            box.top >= 0 && box.left >= 0 && box.right <= width && box.bottom <= height,
            `${opener} at ${width} × ${height}: ${JSON.stringify(box)}`,
          );
          await page.keys('Escape');
          await dialog.gone();
        }
      }
    },
  },
  {
    name: 'on a phone every page fits, and a run can be made',
    async walk({ page }) {
      await page.resize(390, 844);
      for (const path of ['/models', '/hardware', '/fine-tunes', '/jobs', '/']) {
        await page.open(path);
        await page.role('navigation', 'Pages').role('link', 'Jobs').seen();
        await page.role('heading').at(0).seen();
        // The page's main part scrolls, not the document.
        assert.equal(
          await page.read(() =>
            Math.max(
              ...[document.documentElement, ...document.querySelectorAll('main')].map(
                (box) => box.scrollWidth - box.clientWidth,
              ),
            ),
          ),
          0,
          path,
        );
      }
      await prompt(page).fill(beginning);
      await page.role('button', /^Run/).click();
      await state(page).says('Complete');
      assert.ok((await shown(page)).length > 10);
    },
  },
  {
    name: 'models are compared on one prompt',
    async walk({ page }) {
      await run(page, 16);
      await page.open('/?view=compare');
      await page.role('button', /^Duplicate column 1/).click();
      // The first shortcut focuses the button that says how many requests it sends, the second presses it.
      await page.keys('Mod+Enter');
      await page.keys('Mod+Enter');
      await until(
        'both columns are complete',
        () => page.role('status', 'State').each((element) => element.textContent ?? ''),
        (all) => all.filter((text) => text.includes('Complete')).length >= 2,
      );
    },
  },
];
