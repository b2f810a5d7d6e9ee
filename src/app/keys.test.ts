// Keyboard shortcuts: each is listed by `?` and bound only once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { widgetKeys } from './widget-keys.ts';

const src = join(import.meta.dirname, '..');

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/^(tools|service)\/|\.test\.|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

/** Key listeners that bind no shortcut: user activity, and a dialog that is still loading. */
const listeners = new Set([
  'ui/LazyDialog.tsx',
  'ui/keep-focus.ts',
  'ui/kept-scroll.ts',
  'pages/playground/write/RunOutput.tsx',
  'pages/playground/compare/CompareView.tsx',
]);

test('page-wide keys are bound only by the table of commands', () => {
  const bound = files.filter(({ text }) => /'key(down|up|press)'/.test(text)).map(({ path }) => path);
  // The table’s own listener is set by the shell, which is there as long as the page.
  expect(bound.filter((path) => !listeners.has(path))).toEqual(['app/App.tsx']);
  expect([...listeners].filter((path) => !bound.includes(path))).toEqual([]);
});

test('a part that handles keys lists them', () => {
  const taking = files.flatMap(({ path, text }) =>
    // A button only ignores repeats of a held key.
    path === 'ui/Button.tsx' ? [] : [...text.matchAll(/onKey(?:Down|Up|Press)(?:=\{|: )/g)].map(() => path),
  );
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/'?data-keys'?(?:="|: ')([^"']+)["'](?!;)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(taking.length).toBeGreaterThan(10);
  expect(taking.filter((path) => !named.some((each) => each.path === path))).toEqual([]);
  expect(named.filter(({ name }) => !(name in widgetKeys))).toEqual([]);
  expect(Object.keys(widgetKeys).filter((name) => !named.some((each) => each.name === name))).toEqual([]);
});

test('a toggle button keeps its name when pressed', () => {
  const renamed = files.flatMap(({ path, text }) =>
    [...text.matchAll(/aria-pressed=\{([^{}]+)\}([\s\S]*?)<\/[Bb]utton>/g)].flatMap(
      ([, state = '', rest = '']) =>
        rest.replaceAll(/(?:className|title)=\{(?:`[^`]*`|[^{}]*)\}/g, '').includes(`{${state} ? `)
          ? [path]
          : [],
    ),
  );
  expect(renamed).toEqual([]);
});
