import { expect, test } from 'vitest';
import { addressBehind, limitFailures, trustedProxies } from './authentication.ts';

test('ten wrong secrets are free, then the address waits out the minute, and others do not', () => {
  let now = 1_000;
  const failures = limitFailures(() => now);
  for (let count = 0; count < 10; count += 1) failures.count('10.0.0.1');
  now += 20_000;
  expect(refusalOf(() => failures.count('10.0.0.1'))).toMatchObject({
    status: 429,
    details: { code: 'too_many_failures', headers: { 'Retry-After': '40' } },
  });
  expect(() => failures.count('10.0.0.2')).not.toThrow();
  now += 40_000;
  expect(() => failures.count('10.0.0.1')).not.toThrow();
});

test('the addresses of one IPv6 network are counted together, and no others with them', () => {
  const failures = limitFailures(() => 0);
  const sameNetwork = [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:ffff::',
    '2001:db8:0:7:0:0:0.0.0.9',
    '2001:db8::7:a:b:c:d',
  ];
  for (let count = 0; count < 10; count += 1) failures.count(sameNetwork[count % 4] ?? '');
  expect(() => failures.count('2001:db8:0:7:1:2:3:4%eth0')).toThrow('Too many');
  for (const other of ['2001:db8:0:8::1', '2001:db8::7', '::1', 'fe80::1']) {
    expect(() => failures.count(other)).not.toThrow();
  }
});

test('a run of zeros at either end of an address counts as many groups as it has', () => {
  const failures = limitFailures(() => 0);
  const sameNetwork = ['::1:0:0:0:1', '0:0:0:1::', '0::1:a:b:c:d'];
  for (let count = 0; count < 10; count += 1) failures.count(sameNetwork[count % 3] ?? '');
  for (const each of sameNetwork) expect(() => failures.count(each)).toThrow('Too many');
  for (const other of ['::1:0:0:1', '0:0:1::', '1::', '::'])
    expect(() => failures.count(other)).not.toThrow();
});

test.each([
  ['1::2:3:4:5:6', '1::3:3:4:5:6'],
  ['2001:db8:1:23::', '2001:db8:12:3::'],
])('%s and %s belong to two networks', (left, right) => {
  const failures = limitFailures(() => 0);
  for (let count = 0; count < 10; count += 1) failures.count(left);
  expect(() => failures.count(left)).toThrow('Too many');
  expect(() => failures.count(right)).not.toThrow();
});

test('ten thousand addresses are remembered, and the least recently wrong one is dropped', () => {
  const failures = limitFailures(() => 0);
  const others = (from: number, to: number) => {
    for (let other = from; other < to; other += 1) failures.count(`other ${other}`);
  };
  for (let count = 0; count < 9; count += 1) failures.count('10.0.0.1');
  others(0, 9_000);
  failures.count('10.0.0.1');
  others(9_000, 9_999);
  // Ten thousand by now: none has been dropped.
  expect(() => failures.count('10.0.0.1')).toThrow('Too many');
  others(9_999, 18_999);
  // Its last wrong secret came after those of the first nine thousand, so they are dropped before it.
  expect(() => failures.count('10.0.0.1')).toThrow('Too many');
  others(18_999, 19_000);
  expect(() => failures.count('10.0.0.1')).not.toThrow();
});

test.each([
  ['nobody is trusted', [], '10.0.0.2', '203.0.113.9', '10.0.0.2'],
  ['the proxy is trusted', ['10.0.0.2'], '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['its network is', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['it says nothing', ['10.0.0.2'], '10.0.0.2', null, '10.0.0.2'],
  ['it says what is no address', ['10.0.0.2'], '10.0.0.2', '203.0.113.9, unknown', '10.0.0.2'],
  ['the client invents a hop', ['10.0.0.2'], '10.0.0.2', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies are', ['10.0.0.2', '10.0.0.3'], '10.0.0.2', '203.0.113.9, 10.0.0.3', '203.0.113.9'],
  ['the connection is shown as IPv6', ['10.0.0.2'], '::ffff:10.0.0.2', '2001:db8::1', '2001:db8::1'],
  ['it is and nobody is trusted', [], '::FFFF:10.0.0.2', null, '10.0.0.2'],
  ['it shows another as IPv6', ['10.0.0.2'], '10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
  ['an address of IPv6 ends alike', ['10.0.0.2'], '1::ffff:10.0.0.2', '203.0.113.9', '1::ffff:10.0.0.2'],
  ['one of IPv6 begins alike', [], '::ffff:a00:2', null, '::ffff:a00:2'],
  ['a single address of IPv6 is trusted', ['fd00::2'], 'fd00::2', '203.0.113.9', '203.0.113.9'],
  ['its neighbour is', ['fd00::2'], 'fd00::3', '203.0.113.9', 'fd00::3'],
  ['the proxy has an address of IPv6', ['fd00::/8'], 'fd00::2', '203.0.113.9', '203.0.113.9'],
  ['another connects and says so', ['10.0.0.2'], '203.0.113.8', '203.0.113.9', '203.0.113.8'],
  ['the connection is gone', ['10.0.0.2'], '', '203.0.113.9', ''],
])('the origin of a request when %s', (_name, trusted, remote, forwardedFor, address) => {
  expect(addressBehind(trustedProxies(trusted), remote, forwardedFor)).toBe(address);
});

function refusalOf(act: () => void): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}
