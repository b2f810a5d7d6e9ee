import { expect, test } from 'vitest';
import { findOptions, roomFirst } from './fuzzy.ts';

const groups = [
  {
    label: 'This page',
    options: [
      { value: 'run', label: 'Run' },
      { value: 'prompt', label: 'Go to prompt' },
      { value: 'temp', label: 'Go to temperature' },
    ],
  },
  {
    label: 'Go to',
    options: [
      { value: 'fine', label: 'Fine-tunes' },
      { value: 'models', label: 'Models' },
    ],
  },
  { label: 'Models', options: [{ value: 'acme/fine-run-8b', detail: 'in the playground' }] },
  {
    label: 'Theme',
    options: [
      { value: 'dark', label: 'Dark theme' },
      { value: 'light', label: 'Light theme' },
    ],
  },
];

function find(query: string, recent: readonly string[] = []): string[] {
  return findOptions(groups, query, recent).groups.flatMap(({ options }) =>
    options.map(({ value }) => value),
  );
}

test('the best match ranks first: a prefix before a word, a word before a subsequence', () => {
  expect(find('run')).toEqual(['run', 'acme/fine-run-8b']);
  expect(find('fine')).toEqual(['fine', 'acme/fine-run-8b']);
  expect(find('tmp')).toEqual(['temp', 'prompt']);
  expect(find('drk')).toEqual(['dark']);
});

test('a whole name ranks first, however recently a longer one was used', () => {
  const exports = [
    { label: 'Sessions', options: [{ value: 'all', label: 'Export all' }] },
    { label: 'Buttons', options: [{ value: 'button', label: 'Export' }] },
  ];
  const { groups: found } = findOptions(exports, 'export', ['all']);
  expect(found.map(({ label }) => label)).toEqual(['Buttons', 'Sessions']);
});

test('a field whose whole name is typed ranks before longer names that begin with it', () => {
  const fields = [
    { label: 'Buttons', options: [{ value: 'new', label: 'New session' }] },
    {
      label: 'This page',
      options: [
        { value: 'next', label: 'Next pause' },
        { value: 'model', label: 'Go to n' },
      ],
    },
  ];
  const { groups: found } = findOptions(fields, 'n', ['new']);
  expect(found[0]?.options.map(({ label }) => label)).toEqual(['Go to n', 'Next pause']);
});

test('words match in any order, and each must be found', () => {
  expect(find('theme dark')).toEqual(['dark']);
  expect(find('8b acme playground')).toEqual(['acme/fine-run-8b']);
  expect(find('dark models')).toEqual([]);
});

test('recently used entries rank first in an empty search and among equal matches', () => {
  expect(find('', ['light', 'gone', 'run']).slice(0, 3)).toEqual(['recent light', 'recent run', 'run']);
  expect(find('theme')).toEqual(['dark', 'light']);
  expect(find('theme', ['light'])).toEqual(['light', 'dark']);
});

test('in a room the records of that room come before others of the same name', () => {
  const rooms = [{ label: 'Models' }, { label: 'Hardware' }, { label: 'Fine-tunes' }];
  const labels = (pathname: string) => roomFirst(rooms, pathname).map(({ label }) => label);
  expect(labels('/fine-tunes/ft-1')).toEqual(['Fine-tunes', 'Models', 'Hardware']);
  expect(labels('/')).toEqual(['Models', 'Hardware', 'Fine-tunes']);
});

test('words that are not shown find an option, and equal matches keep the order of their groups', () => {
  const offered = [
    { label: 'Theme', options: [{ value: 'dark', label: 'Dark theme', keywords: 'settings' }] },
    { label: 'Buttons on this page', options: [{ value: 'own', label: 'Reset to defaults' }] },
    { label: 'Presets', options: [{ value: 'all', label: 'Reset all parameters' }] },
  ];
  const labels = (query: string) => findOptions(offered, query, []).groups.map(({ label }) => label);
  expect(labels('settings')).toEqual(['Theme']);
  expect(labels('reset')).toEqual(['Buttons on this page', 'Presets']);
});

test('the button of the page ranks before a page whose hidden words name the same', () => {
  const offered = [
    { label: 'Go to', options: [{ value: 'tunes', label: 'Fine-tunes', keywords: 'export csv' }] },
    { label: 'Buttons', options: [{ value: 'button', label: 'Export', keywords: 'download save csv' }] },
  ];
  const labels = (query: string) => findOptions(offered, query, []).groups.map(({ label }) => label);
  expect(labels('export csv')).toEqual(['Buttons', 'Go to']);
  expect(labels('csv')).toEqual(['Go to', 'Buttons']);
});
