import { expect, test } from 'vitest';
import { tooOld } from './node-version.js';
import { failureMessage } from './run.js';

test.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('Node %s is accepted', (version) => {
  expect(tooOld(version)).toBeNull();
});

test.each(['14.21.3', '18.20.0', '20.18.1'])('Node %s is refused with the required version', (version) => {
  expect(tooOld(version)).toContain('needs Node 20.19');
  expect(tooOld(version)).toContain(version);
});

test.each([
  ['npm error code ENOSPC\nnpm error no space left on device', /disk is full/],
  ["Error: EACCES: permission denied, mkdir 'dist'", /no permission to write/],
  ['npm error code ENOTFOUND', /could not be reached/],
])('%s becomes a message', (output, sentence) => {
  expect(failureMessage(output, 'npm could not install')).toMatch(sentence);
});

test('an unknown failure shows the last output of the program', () => {
  const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  expect(failureMessage(output, 'The build failed')).toContain('line 39');
  expect(failureMessage(output, 'The build failed')).not.toContain('line 20');
});
