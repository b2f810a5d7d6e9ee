// Tokens that the user asked this tab to remember: sessionStorage only, each bound to its address.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { checkToken } from '#api/connection.ts';
import type { HeldToken, Profile, Profiles } from './profiles.ts';

const key = 'inferdeck.tab';

const Remembered = z.record(z.string(), z.object({ token: z.string(), baseUrl: z.string() }));

/** The remembered tokens whose profile still exists with the same address. An unreadable entry is deleted, not kept. */
export function readTabTokens(profiles: readonly Profile[], storage: () => Storage = () => sessionStorage) {
  const tokens: Record<string, HeldToken> = {};
  try {
    const entry: unknown = JSON.parse(storage().getItem(key) ?? '{}');
    const remembered = Remembered.parse(entry);
    for (const { id, baseUrl } of profiles) {
      const held = remembered[id];
      if (held && held.baseUrl === baseUrl && checkToken(held.token).ok)
        tokens[id] = { token: held.token, baseUrl, isRemembered: true };
    }
  } catch {
    writeTabTokens({}, storage);
  }
  return tokens;
}

/** Writes those that may be remembered, and leaves nothing where there are none. */
export function writeTabTokens(tokens: Profiles['tokens'], storage: () => Storage = () => sessionStorage) {
  const remembered = Object.entries(tokens).flatMap(([id, { token, baseUrl, isRemembered }]) =>
    isRemembered ? [[id, { token, baseUrl }] as const] : [],
  );
  try {
    if (remembered.length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(Object.fromEntries(remembered)));
  } catch {
    // A tab that may not store forgets on reload, which is the safe side.
  }
}
