// The files of the built page, listed once: what is not in the list is not served, whatever a path tries.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the page with what its answer needs. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** Its name holds its content's hash, so that it never changes. */
  readonly isImmutable: boolean;
  readonly isCompressible: boolean;
}

/** Files by path, such as `/index.html`; null when the folder has no built page. */
export async function listPage(folder: string): Promise<ReadonlyMap<string, PageFile> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [urlOf(folder, path), await readPage(folder, path)] as const),
  );
  const listing = new Map(files);
  return listing.has('/index.html') ? listing : null;
}

const TYPES: Readonly<Record<string, string>> = {
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

const COMPRESSIBLE: ReadonlySet<string> = new Set([
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
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    isImmutable: urlOf(folder, path).startsWith('/assets/'),
    isCompressible: COMPRESSIBLE.has(extension),
  };
}

function urlOf(folder: string, path: string): string {
  return `/${relative(folder, path).split(sep).join('/')}`;
}
