import { expect, test } from 'vitest';
import { limitFailures } from './failures.ts';

test('ten wrong secrets are free, then the address waits out the minute; another address does not', () => {
  let now = 1_000;
  const failures = limitFailures(() => now);
  for (let count = 0; count < 10; count += 1) {
    expect(() => failures.check('10.0.0.1')).not.toThrow();
    failures.count('10.0.0.1');
  }
  now += 20_000;
  expect(refusalOf(() => failures.check('10.0.0.1'))).toMatchObject({
    status: 429,
    details: { headers: { 'Retry-After': '40' } },
  });
  expect(() => failures.check('10.0.0.2')).not.toThrow();
  now += 40_000;
  expect(() => failures.check('10.0.0.1')).not.toThrow();
});

function refusalOf(act: () => void): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}
