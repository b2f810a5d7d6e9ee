import { expect, test } from 'vitest';
import { EngineError } from '#service/engine/engine.ts';
import { DataFolderError } from '#service/store/data-folder.ts';
import { explain } from './node.ts';
import { SettingError } from './settings.ts';

function systemError(fields: Readonly<Record<string, string | number>>): Error {
  return Object.assign(new Error('from the system'), fields);
}

test('a port in use is named, with advice to choose another', () => {
  const sentence = explain(systemError({ code: 'EADDRINUSE', address: '127.0.0.1', port: 4173 }));
  expect(sentence).toBe(
    'Port 4173 is in use. Choose another with PORT=4174 npm start, or any free one with PORT=0.',
  );
});

test.each([
  [{ code: 'EACCES', address: '127.0.0.1', port: 80 }, /No permission to listen on 127\.0\.0\.1:80/u],
  [{ code: 'EADDRNOTAVAIL', address: '10.9.9.9', port: 4173 }, /no address 10\.9\.9\.9/u],
  [{ code: 'ENOTFOUND' }, /HOST/u],
  [{ code: 'ENOSPC', path: '/var/x' }, /disk is full at \/var\/x/u],
  [{ code: 'EMFILE' }, /files are open/u],
  [{ code: 'ENOENT', path: '/srv/weights/base.bin' }, /\/srv\/weights\/base\.bin.*npm run build/u],
])('%j has a message', (fields, sentence) => {
  expect(explain(systemError(fields))).toMatch(sentence);
});

test.each([
  ['EACCES', /no permission to write to the data folder \/data/u],
  ['EPERM', /no permission to write to the data folder \/data/u],
  ['EROFS', /\/data is on a read-only file system/u],
  ['ENOSPC', /disk of the data folder \/data is full/u],
  ['ENOTDIR', /a file has its name/u],
  ['EIO', /\/data cannot be used/u],
])('%s on the data folder has a message that names it', (code, sentence) => {
  const explained = explain(new DataFolderError('/data', systemError({ code })));
  expect(explained).toMatch(sentence);
  expect(explained).toContain('INFERDECK_HOME');
});

test('an engine without its weights says what is missing', () => {
  const error = new EngineError(
    'engine_closed',
    "The engine stopped: no such file, open '/srv/tale-1m.bin'",
    null,
  );
  expect(explain(error)).toMatch(/no such file, open '\/srv\/tale-1m\.bin'.*npm run build/u);
});

test('a refused setting keeps its message, and a bug in the program is not masked by one', () => {
  expect(explain(new SettingError('PORT must be a number.'))).toBe('PORT must be a number.');
  expect(explain(new TypeError('x is not a function'))).toBeNull();
  expect(explain('text')).toBeNull();
  expect(explain(null)).toBeNull();
});
