// The walls between the rooms of src: who may import whom, and how an import is written.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/** What a room may import, besides itself. A name with a slash admits only files below it. */
const walls: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  ui: ['lib'],
  api: ['lib'],
  connection: ['api', 'ui', 'lib'],
  table: ['ui', 'lib'],
  charts: ['ui', 'lib'],
  timeline: ['ui', 'lib'],
  pricing: ['api', 'ui', 'lib'],
  pages: ['api', 'connection', 'pricing', 'table', 'charts', 'timeline', 'ui', 'lib'],
  app: ['pages', 'api', 'connection', 'ui', 'lib'],
  service: ['api/schema', 'api/errors', 'lib'],
  'main.tsx': ['app'],
};

/** What tests of a room may import besides: those of the service use the page's own client, those of pages the service. */
const testWalls: Readonly<Record<string, readonly string[]>> = {
  service: ['lib', 'api'],
  pages: ['lib', 'service'],
};

/** Programs of the repository, which start and test the rooms and belong to none. */
const free = new Set(['tools']);

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
  if (free.has(roomOf(file)) || placeOf(path) === placeOf(file)) return true;
  if (file.includes('.test.') && (testWalls[roomOf(file)] ?? ['lib']).includes(roomOf(path))) return true;
  return (walls[roomOf(file)] ?? []).some(
    (room) => path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`),
  );
}

test('the test reads what it is about', () => {
  expect(imports.length).toBeGreaterThan(100);
});

test('every room has its line in the table', () => {
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].filter((room) => !(room in walls) && !free.has(room))).toEqual([]);
});

test('no room imports what it may not know', () => {
  expect(imports.filter((each) => !isAllowed(each))).toEqual([]);
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
