// Import boundaries between the folders of src, and the form of imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Each room and what it may import besides itself. A name with a slash admits only files below it. */
const rooms: Readonly<Record<string, { readonly what: string; readonly mayImport: readonly string[] }>> = {
  lib: {
    what: 'pure functions: numbers, times and sizes as text, quantiles, decimation, smoothing, storage',
    mayImport: [],
  },
  ui: { what: 'primitives and the design tokens (`theme.css`)', mayImport: ['lib'] },
  api: { what: 'the interface: schema, errors, http, stream, client, queries', mayImport: ['lib'] },
  connection: {
    what: 'whom we talk to: profiles, token, form, pill, stream slots, timeouts, polling policy',
    mayImport: ['api', 'ui', 'lib'],
  },
  run: {
    what: 'a completion as it comes: run, recording, choice, request pool, recording file, figures',
    mayImport: ['api', 'connection', 'ui', 'lib'],
  },
  draft: {
    what: 'what will be sent: the draft, its parameters, their help, the draft of a request',
    mayImport: ['api', 'ui', 'lib'],
  },
  pricing: {
    what: 'what things cost: units, formulas, the history of prices',
    mayImport: ['api', 'ui', 'lib'],
  },
  table: {
    what: 'columns, filters, order and picks over TanStack Virtual, once, for every page',
    mayImport: ['ui', 'lib'],
  },
  charts: {
    what: 'Recharts and canvas lines, once: they take arrays and never fetch',
    mayImport: ['ui', 'lib'],
  },
  timeline: {
    what: 'what happened, in time: order, silences, folds, phases, the list of it',
    mayImport: ['ui', 'lib'],
  },
  pages: {
    what: 'one folder is one page; never another page',
    mayImport: ['api', 'connection', 'run', 'draft', 'pricing', 'table', 'charts', 'timeline', 'ui', 'lib'],
  },
  app: {
    what: 'what surrounds pages: routes, paths, shell, palette, keyboard shortcuts',
    mayImport: ['pages', 'draft', 'api', 'connection', 'ui', 'lib'],
  },
  service: {
    what: 'the embedded service: Web Request in, Response out',
    mayImport: ['api/schema', 'api/errors', 'lib'],
  },
  tools: {
    what: 'what the commands run: install, build, serve, check, bench, train the base model',
    mayImport: ['everything'],
  },
  'main.tsx': { what: 'boot', mayImport: ['app'] },
};

/** Additional imports in tests: those of the service use the page's client, those of pages the service. */
const testWalls: Readonly<Record<string, readonly string[]>> = {
  service: ['lib', 'api'],
  pages: ['lib', 'service'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|tsx|js)$/.test(path));

const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(
    ([, target = '']) => (/^[.#]/.test(target) ? [{ file, target }] : []),
  ),
);

function roomOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** A page is a room of its own: pages/models and pages/jobs do not know each other. */
function placeOf(path: string): string {
  return roomOf(path) === 'pages' ? path.split('/').slice(0, 2).join('/') : roomOf(path);
}

function isAllowed({ file, target }: Import): boolean {
  if (!target.startsWith('#')) return true;
  const path = target.slice(1);
  if (placeOf(path) === placeOf(file)) return true;
  if (file.includes('.test.') && (testWalls[roomOf(file)] ?? ['lib']).includes(roomOf(path))) return true;
  return (rooms[roomOf(file)]?.mayImport ?? []).some(
    (room) =>
      room === 'everything' || path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`),
  );
}

test('the test finds the source files', () => {
  expect(imports.length).toBeGreaterThan(100);
});

test('every room has its line in the table', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !(room in rooms))).toEqual([]);
});

test('the table of the README matches this one', () => {
  const readme = readFileSync(join(src, '../README.md'), 'utf8');
  const [, section = ''] = /^## Rooms of `src`$(.*?)^## /ms.exec(readme) ?? [];
  const [, , ...lines] = [...section.matchAll(/^\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
  expect(lines.map(([, ...cells]) => cells)).toEqual(
    Object.entries(rooms).map(([room, { what, mayImport }]) => [
      room,
      what,
      mayImport.join(', ') || 'nothing',
    ]),
  );
});

test('no room imports from a room that is not listed for it', () => {
  expect(imports.filter((each) => !isAllowed(each))).toEqual([]);
});

test('folders do not import each other in a cycle of any length', () => {
  const left = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const path = target.startsWith('#') ? target.slice(1) : posix.join(dirname(file), target);
    if (dirname(path) === dirname(file) || [file, path].some((each) => /\.test\.|\/testing\//.test(each)))
      continue;
    left.set(dirname(file), (left.get(dirname(file)) ?? new Set()).add(dirname(path)));
  }
  expect(left.size).toBeGreaterThan(10);
  const isDone = (folder: string) => [...(left.get(folder) ?? [])].every((each) => !left.has(each));
  // Folders without remaining imports are removed: those left are a cycle or lead into one.
  for (let before = 0; before !== left.size;) {
    before = left.size;
    for (const folder of left.keys()) if (isDone(folder)) left.delete(folder);
  }
  expect([...left.keys()]).toEqual([]);
});

test('a room imports itself by ./ and others by #room/, always with the file ending', () => {
  const outside = imports.filter(
    ({ target }) => target.includes('../') || !/\.(ts|tsx|js|css|json)(\?worker&url)?$/.test(target),
  );
  expect(outside).toEqual([]);
});

test('nothing is imported through an index', () => {
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});
