// Journeys through the playground, for every browser; each has a fresh browser.
import assert from 'node:assert/strict';
import { beginning, boxOf, output, prompt, run, shown, state, write, type Journey } from './acts.ts';
import { until, type Page } from './page.ts';

/** Painted pixels of the canvases behind the text. */
async function painted(page: Page): Promise<number> {
  const counts = await output(page)
    .css('canvas')
    .each((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.hidden || canvas.width === 0) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count += 1;
      return count;
    });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The middle of a word of the output. */
function wordAt(page: Page, from: number): Promise<{ x: number; y: number }> {
  return output(page).one((element, start) => {
    const node = element.querySelector('[data-block]')?.lastChild;
    if (!(node instanceof Text)) throw new TypeError('no text');
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + 1);
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, from);
}

export const playgroundJourneys: readonly Journey[] = [
  {
    name: 'a run streams token by token, and ends with what the service says',
    async walk({ page, service }) {
      await write(page, 120);
      await page.keys('Mod+Enter');
      await until(
        'some of the text is there',
        () => shown(page),
        (text) => text.length > 10,
      );
      assert.match(await state(page).text(), /^(?!Complete)/);
      await state(page).says('Complete');
      const answer = await fetch(`${service.url}/v1/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'inferdeck/tale-1m', prompt: beginning, max_tokens: 120, seed: 42 }),
      });
      assert.ok((await answer.text()).includes(JSON.stringify(await shown(page)).slice(1, -1)));
    },
  },
  {
    name: 'Escape stops a run on the screen and in the service, and keeps its text',
    async walk({ page, service }) {
      await write(page, 400);
      await page.role('button', /^Run/).click();
      await until(
        'some of the text is there',
        () => shown(page),
        (text) => text.length > 10,
      );
      const left = () => service.lines.filter((line) => line.includes('/completions 200 left')).length;
      const before = left();
      await page.keys('Escape');
      await state(page).says('Stopped');
      await until(
        'the service saw it',
        () => Promise.resolve(left()),
        (count) => count > before,
      );
      assert.ok((await shown(page)).length > 10);
    },
  },
  {
    name: 'heat is painted, a token tells its figures under the pointer, and a press pins its card',
    async walk({ page }) {
      await run(page, 60);
      await until(
        'heat is painted',
        () => painted(page),
        (points) => points > 100,
      );
      await page.move(await wordAt(page, 12));
      await output(page).says(/p (> )?[\d.]+ % · logprob −/);
      await page.press(await wordAt(page, 12));
      const card = page.role('dialog', /^Token \d+$/);
      await card.seen();
      await page.keys('Escape');
      await card.gone();
      await page.role('button', /^probability/).click();
      await until(
        'heat is gone',
        () => painted(page),
        (points) => points < 100,
      );
    },
  },
  {
    name: 'tokens are read by keys',
    async walk({ page }) {
      await run(page, 40);
      await output(page).one((element) => element.focus());
      await page.keys('Home');
      await page.keys('ArrowRight');
      await output(page).says('token 2 of 40');
      await page.keys('Enter');
      await page.role('dialog', 'Token 2').seen();
    },
  },
  {
    name: 'a selection dragged past the end of the answer is copied as it was received',
    async walk({ page }) {
      await run(page, 60);
      const text = await shown(page);
      const from = await wordAt(page, 0);
      const box = await boxOf(output(page));
      await page.drag(
        { x: from.x - 3, y: from.y },
        { x: from.x + 80, y: from.y },
        { x: box.right - 20, y: box.bottom + 60 },
      );
      await page.keys('Mod+c');
      await prompt(page).click();
      await page.keys('Mod+a');
      await page.keys('Mod+v');
      await prompt(page).holds(text);
    },
  },
  {
    name: 'the output is copied by its button',
    async walk({ page }) {
      await run(page, 40);
      const text = await shown(page);
      await page.role('button', 'Copy output').click();
      await page.says('Copied');
      await prompt(page).click();
      await page.keys('Mod+a');
      await page.keys('Mod+v');
      await prompt(page).holds(text);
    },
  },
  {
    name: 'undo and redo show runs as they were, also after a reload',
    async walk({ page }) {
      await run(page, 24);
      const first = await shown(page);
      await prompt(page).fill('There was a bear');
      await page.keys('Mod+Enter');
      await until(
        'a second answer',
        () => shown(page),
        (text) => text !== first && text.length > 20,
      );
      await state(page).says('Complete');
      const second = await shown(page);
      await page.role('button', /^Undo/).click();
      await page.role('button', /^Undo/).click();
      await prompt(page).holds(beginning);
      await until(
        'the first answer',
        () => shown(page),
        (text) => text === first,
      );
      await page.reload();
      await until(
        'the first answer after a reload',
        () => shown(page),
        (text) => text === first,
      );
      await page.role('button', /^Redo/).click();
      await page.role('button', /^Redo/).click();
      await prompt(page).holds('There was a bear');
      await until(
        'the second answer',
        () => shown(page),
        (text) => text === second,
      );
    },
  },
  {
    name: 'the prompt is as tall as its text, also under an answer',
    async walk({ page }) {
      await run(page, 24);
      const height = () => boxOf(prompt(page)).then((box) => box.height);
      const low = await height();
      await prompt(page).click();
      await page.keys('End');
      await page.type('\nand a bear\nand an owl\nand nobody else');
      await until('it has grown', height, (now) => now > low * 3);
      const hidden = await prompt(page).one((element) => element.scrollHeight - element.clientHeight);
      assert.ok(hidden <= 1, `${hidden} px of the prompt are hidden`);
      await prompt(page).fill('Short');
      await until('it has shrunk', height, (now) => now <= low + 1);
      await page.open('/?view=data');
      await prompt(page).fill('a\nb\nc');
      const lines = await prompt(page).one((element) => element.scrollHeight - element.clientHeight);
      assert.ok(lines <= 1, `${lines} px of the prompt of Data are hidden`);
    },
  },
  {
    name: 'where the browser keeps nothing, runs work and the page says what is not kept',
    firefox: { 'browser.privatebrowsing.autostart': true, 'dom.indexedDB.privateBrowsing.enabled': false },
    async walk({ page }) {
      await run(page, 24);
      assert.ok((await shown(page)).length > 10);
      await page.role('tab', 'History').click();
      await page.role('tree', 'History').role('treeitem').at(0).seen();
      await page.says('does not let the page store history');
    },
  },
];
