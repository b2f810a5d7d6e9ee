import { expect, test } from 'vitest';
import { isChord } from './commands.ts';

const key = { key: 'Enter', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('a shortcut matches all of its keys and no others', () => {
  expect(isChord('Mod+Enter', { ...key, ctrlKey: true })).toBe(true);
  expect(isChord('Mod+Enter', { ...key, metaKey: true })).toBe(true);
  expect(isChord('Mod+Enter', key)).toBe(false);
  expect(isChord('Alt+Enter', { ...key, altKey: true })).toBe(true);
  expect(isChord('Alt+Enter', { ...key, altKey: true, ctrlKey: true })).toBe(false);
  expect(isChord('Mod+Z', { ...key, key: 'z', ctrlKey: true })).toBe(true);
  expect(isChord('Mod+Z', { ...key, key: 'Z', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isChord('Mod+Shift+Z', { ...key, key: 'Z', metaKey: true, shiftKey: true })).toBe(true);
  expect(isChord('Control+Y', { ...key, key: 'y', ctrlKey: true })).toBe(true);
  expect(isChord('Control+Y', { ...key, key: 'y', metaKey: true })).toBe(false);
});

test('a symbol matches whatever modifiers the keyboard needs for it', () => {
  expect(isChord('?', { ...key, key: '?', shiftKey: true })).toBe(true);
  expect(isChord('/', { ...key, key: '/', shiftKey: true })).toBe(true);
  expect(isChord('/', { ...key, key: '/', metaKey: true })).toBe(false);
  expect(isChord('/', { ...key, key: '/', ctrlKey: true })).toBe(false);
});
