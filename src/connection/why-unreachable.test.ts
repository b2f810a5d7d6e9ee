import { expect, test } from 'vitest';
import { describeFindings, type ReachFindings } from './test-connection.ts';

const nothing: ReachFindings = {
  origin: 'https://api.example',
  isOnline: true,
  ownServerAnswers: true,
  isOwnServer: false,
  isBlocked: false,
  isMixed: false,
  answersUnread: false,
  redirects: false,
};

test.each<[string, Partial<ReachFindings>, RegExp]>([
  ['the page’s policy', { isBlocked: true }, /may not connect to that address/],
  ['a plain address under https', { isMixed: true }, /https address/],
  ['one that the page’s policy blocks, too', { isMixed: true, isBlocked: true }, /https address/],
  ['a device without a network', { isOnline: false, ownServerAnswers: false }, /offline/],
  ['a service that does not allow the page', { answersUnread: true }, /CORS/],
  ['a service that redirects', { redirects: true, answersUnread: true }, /address it redirects to/],
  [
    'a redirect to where the page may not go',
    { redirects: true, isBlocked: true },
    /address it redirects to/,
  ],
  [
    'a service that is down',
    {},
    /Open https:\/\/api\.example .*not found.*refused.*certificate.*firewall.*CORS/,
  ],
  ['a network that is down', { ownServerAnswers: false }, /does not respond either/],
  ['an own server that is down', { isOwnServer: true, ownServerAnswers: false }, /does not respond\.$/],
  ['an own server that is back', { isOwnServer: true }, /is reachable again/],
])('%s is named', (_, found, sentence) =>
  expect(describeFindings({ ...nothing, ...found })).toMatch(sentence),
);

test('every cause has its own message', () => {
  const flags = [true, false];
  const sentences = new Set(
    flags.flatMap((isOwnServer) =>
      flags.flatMap((ownServerAnswers) =>
        flags.map((answersUnread) =>
          describeFindings({ ...nothing, isOwnServer, ownServerAnswers, answersUnread }),
        ),
      ),
    ),
  );
  expect(sentences.size).toBe(5);
});
