// Static file server for the page: compression, security headers, CSP.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface Page {
  fetch(request: Request): Promise<Response>;
}

/** `connect`: further origins that the page may connect to. */
export async function createPage(
  folder: string,
  connect: readonly string[],
  compressBody = compress,
): Promise<Page> {
  const files = await listPage(folder);
  const headers = pageHeaders(connect);
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const compressOnce = (file: PageFile, encoding: Encoding) => {
    const key = `${encoding} ${file.etag}`;
    const known = compressed.get(key);
    if (known !== undefined) return known;
    const body = compressBody(file.body, encoding);
    compressed.set(key, body);
    body.catch(() => compressed.delete(key));
    return body;
  };
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
      const shared = { ...headers, ...cachingOf(file) };
      if (request.headers.get('if-none-match')?.includes(file.etag))
        return new Response(null, { status: 304, headers: shared });
      const encoding = file.isCompressible
        ? chooseEncoding(request.headers.get('accept-encoding'))
        : 'identity';
      const body = await compressOnce(file, encoding);
      const described = {
        ...shared,
        'Content-Type': file.type,
        'Content-Length': String(body.byteLength),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      };
      return new Response(method === 'HEAD' ? null : body, { headers: described });
    },
  };
}

/** A dot in the last segment means a file, otherwise a route. */
function findFile(files: ReadonlyMap<string, PageFile>, request: Request): PageFile | null {
  const { pathname } = new URL(request.url);
  const isRoute = !pathname.startsWith('/assets/') && !/\.[^/]*$/u.test(pathname);
  return files.get(pathname) ?? (isRoute ? (files.get('/index.html') ?? null) : null);
}

function cachingOf(file: PageFile): Record<string, string> {
  return {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Weak, because all encodings of a file share it.
    ETag: `W/"${file.etag}"`,
    ...(file.isCompressible ? { Vary: 'Accept-Encoding' } : {}),
  };
}

function plain(status: number, sentence: string, headers: Readonly<Record<string, string>>): Response {
  const described = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(`${sentence}\n`, { status, headers: described });
}

interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly isCompressible: boolean;
}

/** By path, such as `/index.html`; null if not built. */
async function listPage(folder: string): Promise<ReadonlyMap<string, PageFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [urlOf(folder, path), await readPage(folder, path)] as const),
  );
  const listing = new Map(files);
  return listing.has('/index.html') ? listing : null;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const compressible: ReadonlySet<string> = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
]);

async function readPage(folder: string, path: string): Promise<PageFile> {
  const body = await readFile(path);
  const extension = extname(path).toLowerCase();
  return {
    body,
    type: types[extension] ?? 'application/octet-stream',
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    isImmutable: urlOf(folder, path).startsWith('/assets/'),
    isCompressible: compressible.has(extension),
  };
}

function urlOf(folder: string, path: string): string {
  return `/${relative(folder, path).split(sep).join('/')}`;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** A quality of 0 forbids an encoding. */
function chooseEncoding(accepted: string | null): Encoding {
  const forms = (accepted ?? '').split(',').map((form) => form.trim().toLowerCase());
  const allows = (name: string) =>
    forms.some((form) => form === name || (form.startsWith(`${name};`) && !forbidden.test(form)));
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}

export async function compress(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return zip(body, { level: 9 });
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
  });
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const forbidden = /;\s*q\s*=\s*0(?:\.0*)?\s*$/u;

const loopbackSources = ['http://127.0.0.1:*', 'http://localhost:*'];

/** The page may also connect to services on this machine and to `connect`. */
export function pageHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
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
