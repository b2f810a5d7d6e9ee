// Static file server for the page: encodings, security headers, CSP.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';

export interface Page {
  fetch(request: Request): Promise<Response>;
}

// Not hono's serveStatic: it has neither an ETag of the content nor an answer for a page that is not built.
export async function createPage(folder: string, connect: readonly string[]): Promise<Page> {
  const files = await listPage(folder);
  const headers = pageHeaders(connect);
  const preloads = readPreloads(files);
  return {
    async fetch(request) {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') {
        return plain(405, 'The page accepts only GET and HEAD.', { ...headers, Allow: 'GET, HEAD' });
      }
      if (files === null)
        return plain(503, 'The page has not been built. Run npm run build, then start again.', headers);
      const file = findFile(files, request);
      if (file === null) return plain(404, 'There is no such file.', headers);
      const { pathname, search } = new URL(request.url);
      const preload = preloads.find(({ pattern }) => pattern.test(pathname + search));
      const shared = { ...headers, ...cachingOf(file), ...(preload && { Link: preload.link }) };
      if (request.headers.get('if-none-match')?.includes(file.etag))
        return new Response(null, { status: 304, headers: shared });
      const { body, encoding } = chooseBody(file, request.headers.get('accept-encoding'));
      const described = {
        ...shared,
        'Content-Type': file.type,
        'Content-Length': String(body.byteLength),
        ...(encoding !== null && { 'Content-Encoding': encoding }),
      };
      return new Response(method === 'HEAD' ? null : body, { headers: described });
    },
  };
}

/** A dot in the last segment means a file, but in an id; otherwise a route. */
function findFile(files: ReadonlyMap<string, PageFile>, request: Request): PageFile | null {
  const { pathname } = new URL(request.url);
  const isRoute =
    /^\/(?:fine-tunes|jobs)\//u.test(pathname) ||
    (!pathname.startsWith('/assets/') && !/\.[^/]*$/u.test(pathname));
  return files.get(pathname) ?? (isRoute ? (files.get('/index.html') ?? null) : null);
}

interface Preload {
  readonly pattern: RegExp;
  /**
   * Scripts of these addresses: without it, each is asked for by the one before, and on a phone the content comes 1.1
   * to 3.7 s later. Their priority is low: the first paint would wait for them.
   */
  readonly link: string;
}

function readPreloads(files: ReadonlyMap<string, PageFile> | null): readonly Preload[] {
  const list = files?.get('/preloads.json');
  if (list === undefined) return [];
  return preloadList.parse(JSON.parse(Buffer.from(list.body).toString())).map(([source, names]) => ({
    pattern: new RegExp(source, 'u'),
    link: names.map((name) => `</${name}>; rel=modulepreload; fetchpriority=low`).join(', '),
  }));
}

const preloadList = z.array(z.tuple([z.string(), z.array(z.string())]));

function cachingOf(file: PageFile): Record<string, string> {
  return {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Weak, because all encodings of a file share it.
    ETag: `W/"${file.etag}"`,
    ...(file.encoded.length > 0 && { Vary: 'Accept-Encoding' }),
  };
}

function plain(status: number, sentence: string, headers: Readonly<Record<string, string>>): Response {
  const described = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(`${sentence}\n`, { status, headers: described });
}

type Body = Uint8Array<ArrayBuffer>;

interface PageFile {
  readonly body: Body;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  /** As the build left them beside the file, shortest first. */
  readonly encoded: readonly { readonly encoding: string; readonly body: Body }[];
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** By path, such as `/index.html`; null if not built. */
async function listPage(folder: string): Promise<ReadonlyMap<string, PageFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  const files = await Promise.all(
    paths
      .filter((path) => !encodings.some(([, extension]) => path.endsWith(extension)))
      .map(async (path) => [urlOf(folder, path), await readPage(folder, path, all)] as const),
  );
  const listing = new Map(files);
  return listing.has('/index.html') ? listing : null;
}

/** Of what the build makes. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

async function readPage(folder: string, path: string, paths: ReadonlySet<string>): Promise<PageFile> {
  const body = await readFile(path);
  const copies = encodings.filter(([, extension]) => paths.has(path + extension));
  return {
    body,
    type: types[extname(path).toLowerCase()] ?? 'application/octet-stream',
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    isImmutable: urlOf(folder, path).startsWith('/assets/'),
    encoded: await Promise.all(
      copies.map(async ([encoding, extension]) => ({ encoding, body: await readFile(path + extension) })),
    ),
  };
}

function urlOf(folder: string, path: string): string {
  return `/${relative(folder, path).split(sep).join('/')}`;
}

/** A quality of 0 forbids an encoding. */
function chooseBody(
  { body, encoded }: PageFile,
  accepted: string | null,
): { readonly body: Body; readonly encoding: string | null } {
  const forms = (accepted ?? '').split(',').map((form) => form.trim().toLowerCase());
  const allows = (name: string) =>
    forms.some((form) => form === name || (form.startsWith(`${name};`) && !forbidden.test(form)));
  return encoded.find(({ encoding }) => allows(encoding)) ?? { body, encoding: null };
}

const forbidden = /;\s*q\s*=\s*0(?:\.0*)?\s*$/u;

const loopbackSources = ['http://127.0.0.1:*', 'http://localhost:*'];

/** The page may also connect to services on this machine and to `connect`. */
function pageHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...loopbackSources, ...connect].join(' ')}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // In lib/own-worker.ts.
    'trusted-types inferdeck-worker',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  };
}

/** Clipboard writing stays allowed, for copying. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
