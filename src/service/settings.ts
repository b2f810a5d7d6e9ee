// Settings from the environment, validated at startup.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isIP } from 'node:net';
import { isLoopback } from '#lib/loopback.ts';
import { shorten } from '#lib/unicode.ts';
import type { PageAccess } from '#service/http/authentication.ts';
import { parseUpstream, type UpstreamAddress } from '#service/proxy/address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  readonly home: string;
  /** Null to generate one. */
  readonly token: string | null;
  /** Tokens per second and choice of a stream; null for full speed. */
  readonly pace: number | null;
  /** Further origins that the page may connect to. */
  readonly connect: readonly string[];
  /** Further origins of the service, through a name or a proxy. */
  readonly origins: readonly string[];
  readonly pageAccess: PageAccess;
  /** Addresses and networks of trusted proxies. */
  readonly trustedProxies: readonly string[];
  /** Null for the embedded service. */
  readonly upstream: UpstreamAddress | null;
  readonly faults: boolean;
  /** Adds the sample to a data folder without fine-tunes. */
  readonly sample: boolean;
  readonly log: boolean;
}

/** A sentence for users. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}

/** When other machines can reach the service. */
const minSharedToken = 16;

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/iu;

/** An empty variable counts as unset. Throws SettingError. */
export function readSettings(env: Environment): Settings {
  const host = readHost(env['HOST'] || '127.0.0.1');
  const origins = readOrigins('INFERDECK_ORIGINS', env['INFERDECK_ORIGINS']);
  const token = readSecret('INFERDECK_TOKEN', env['INFERDECK_TOKEN'] || null);
  const pageAccess: PageAccess = isLoopback(host) && origins.length === 0 ? 'same-origin' : 'sign-in';
  if (pageAccess === 'sign-in' && (token ?? '').length < minSharedToken) {
    const cause = isLoopback(host) ? 'INFERDECK_ORIGINS' : `HOST=${host}`;
    const need = `an access secret of at least ${minSharedToken} characters in INFERDECK_TOKEN`;
    throw new SettingError(`${cause} lets others than this machine reach Inferdeck, which needs ${need}.`);
  }
  return {
    port: readPort(env['PORT'] || '4173'),
    host,
    home: readHome(env),
    token,
    pace: readPace(env['INFERDECK_PACE'] || '100'),
    connect: readOrigins('INFERDECK_CONNECT', env['INFERDECK_CONNECT']),
    origins,
    pageAccess,
    trustedProxies: readNetworks('INFERDECK_PROXIES', env['INFERDECK_PROXIES']),
    ...readBackend(env),
    sample: readSwitch('INFERDECK_SAMPLE', env['INFERDECK_SAMPLE'] || 'on'),
    log: readSwitch('INFERDECK_LOG', env['INFERDECK_LOG'] || 'off'),
  };
}

function readBackend(env: Environment): Pick<Settings, 'upstream' | 'faults'> {
  const upstream = readUpstream(env['INFERDECK_UPSTREAM'] || null, env['INFERDECK_API_KEY'] || null);
  const faults = readSwitch('INFERDECK_FAULTS', env['INFERDECK_FAULTS'] || 'off');
  if (upstream === null || !faults) return { upstream, faults };
  throw new SettingError(
    'INFERDECK_FAULTS is for the embedded service and cannot be combined with INFERDECK_UPSTREAM.',
  );
}

function readUpstream(address: string | null, key: string | null): UpstreamAddress | null {
  const checkedKey = readSecret('INFERDECK_API_KEY', key);
  if (address === null) {
    if (checkedKey === null) return null;
    throw new SettingError(
      'INFERDECK_API_KEY is for a hosted service; set its address in INFERDECK_UPSTREAM.',
    );
  }
  const parsed = parseUpstream(address, checkedKey);
  if (parsed.ok) return parsed.address;
  throw new SettingError(`INFERDECK_UPSTREAM ${parsed.reason}.`);
}

/** Absolute path. */
export function readHome(env: Environment): string {
  return resolve(env['INFERDECK_HOME'] || join(homedir(), '.inferdeck'));
}

function readHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/u, '$1').toLowerCase();
  if (isIP(host) !== 0 || (hostName.test(host) && !/^[\d.]+$/u.test(host))) return host;
  throw new SettingError(`HOST must be an address or a host name, such as 127.0.0.1; it is ${quote(text)}.`);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new SettingError(`PORT must be a number from 0 to 65535, 0 for any free one; it is ${quote(text)}.`);
}

function readPace(text: string): number | null {
  if (text === 'off') return null;
  const pace = /^\d{1,6}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : NaN;
  if (pace > 0) return pace;
  throw new SettingError(`INFERDECK_PACE must be off or a number of tokens a second; it is ${quote(text)}.`);
}

/** The error must not contain the secret. */
function readSecret(name: string, text: string | null): string | null {
  if (text === null || /^[\u0021-\u007E]{1,4096}$/u.test(text)) return text;
  throw new SettingError(`${name} must consist of visible ASCII characters without spaces.`);
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new SettingError(`${name} must be on or off; it is ${quote(text)}.`);
}

function readOrigins(name: string, list: string | undefined): readonly string[] {
  return entriesOf(list).map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isExact = url !== null && /^https?:$/u.test(url.protocol) && url.origin === text.toLowerCase();
    if (isExact && !text.includes('*')) return url.origin;
    const form = 'exact origins such as https://api.example.com, with commas between them';
    throw new SettingError(`${name} must be a list of ${form}; ${quote(text)} is none.`);
  });
}

function readNetworks(name: string, list: string | undefined): readonly string[] {
  return entriesOf(list).map((text) => {
    const [address = '', length = '0', ...rest] = text.split('/');
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (rest.length === 0 && /^\d{1,3}$/u.test(length) && Number(length) <= longest) return text;
    const form = 'addresses such as 10.0.0.2 or networks such as 10.0.0.0/8, with commas between them';
    throw new SettingError(`${name} must be a list of ${form}; ${quote(text)} is none.`);
  });
}

function entriesOf(list: string | undefined): readonly string[] {
  const texts = (list ?? '').split(',').map((text) => text.trim());
  return texts.filter((text) => text !== '');
}

/** JSON string, truncated if long. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 100));
}
