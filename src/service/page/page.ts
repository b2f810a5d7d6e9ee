// The built page over HTTP: its files, and for every other path the page itself, which knows its own routes.
import { chooseEncoding, compress, type Encoding } from './encoding.ts';
import { pageHeaders } from './headers.ts';
import { listPage, type PageFile } from './listing.ts';

/** Answers everything that is not the service. */
export interface Page {
  fetch(request: Request): Promise<Response>;
}

/** Reads the folder of the built page once. `connect`: origins that the page may connect to besides this one. */
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
        return plain(405, 'The page can only be read.', { ...headers, Allow: 'GET, HEAD' });
      }
      if (files === null)
        return plain(503, 'The page has not been built. Run npm run build, then start again.', headers);
      const file = find(files, request);
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

/** A path with a dot in its last segment asks for a file; any other is a route of the page. */
function find(files: ReadonlyMap<string, PageFile>, request: Request): PageFile | null {
  const { pathname } = new URL(request.url);
  const isRoute = !pathname.startsWith('/assets/') && !/\.[^/]*$/u.test(pathname);
  return files.get(pathname) ?? (isRoute ? (files.get('/index.html') ?? null) : null);
}

function cachingOf(file: PageFile): Record<string, string> {
  return {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Weak, since every encoding of the file has the same.
    ETag: `W/"${file.etag}"`,
    ...(file.isCompressible ? { Vary: 'Accept-Encoding' } : {}),
  };
}

function plain(status: number, sentence: string, headers: Readonly<Record<string, string>>): Response {
  const described = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(`${sentence}\n`, { status, headers: described });
}
