// Smaller answers: each file of the page is compressed once, when somebody first asks for it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How a body is sent. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that an Accept-Encoding header allows; a quality of 0 forbids. */
export function chooseEncoding(accepted: string | null): Encoding {
  const forms = (accepted ?? '').split(',').map((form) => form.trim().toLowerCase());
  const allows = (name: string) =>
    forms.some((form) => form === name || (form.startsWith(`${name};`) && !FORBIDDEN.test(form)));
  if (allows('br')) return 'br';
  return allows('gzip') ? 'gzip' : 'identity';
}

/** Compresses off the main thread. */
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
const FORBIDDEN = /;\s*q\s*=\s*0(?:\.0*)?\s*$/u;
