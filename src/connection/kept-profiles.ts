// What of the connections is kept on disk: names, addresses, the choice. Never a token.
import * as z from 'zod/mini';
import '#api/schema/jitless.ts';
import { checkBaseUrl } from '#api/connection.ts';
import { stored } from '#lib/stored.ts';
import { serverId, type Profiles } from './profiles.ts';

/** The part of the state that may lie in localStorage. */
export type KeptProfiles = Pick<Profiles, 'profiles' | 'activeId'>;

const id = z.string().check(z.regex(/^[a-z0-9]{1,32}$/));

const Kept = z.object({
  activeId: id,
  profiles: z.array(
    z.object({
      id,
      name: z.string().check(z.minLength(1), z.maxLength(80)),
      baseUrl: z.string().check(z.refine((text) => checkBaseUrl(text).ok)),
    }),
  ),
});

/** The names of all fields are listed in the schema, so that nothing else can slip in or out. */
export function parseKept(value: unknown): KeptProfiles | null {
  return Kept.safeParse(value).data ?? null;
}

/** Reads and writes them; storage that is blocked or full leaves them in memory. */
export function keptProfiles(storage: () => Storage = () => localStorage) {
  const fallback: KeptProfiles = { activeId: serverId, profiles: [] };
  return stored({ key: 'inferdeck.connections', version: 1, parse: parseKept, fallback, storage });
}
