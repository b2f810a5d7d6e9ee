import { expect, test } from 'vitest';
import { sameOriginUrl } from './own-worker.ts';

const page = 'http://127.0.0.1:4173/fine-tunes';

test('a script of the own origin gets its full address', () => {
  expect(sameOriginUrl('/assets/worker.js', page)).toBe('http://127.0.0.1:4173/assets/worker.js');
});

test.each(['https://elsewhere.test/x.js', '//elsewhere.test/x.js', 'data:text/javascript,1', 'blob:null/1'])(
  'the script %s is refused',
  (url) => expect(() => sameOriginUrl(url, page)).toThrow('Only scripts of this page'),
);
