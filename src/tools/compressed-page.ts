// Vite plugin: compressed copies of the built page's text files, beside them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const textFiles: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg']);

/** `x.js` gets `x.js.br` and `x.js.gz`: compressing takes longer than a first visit should wait. */
export function compressedPage(): Plugin {
  let folder: string | null = null;
  return {
    name: 'inferdeck:compressed-page',
    apply: 'build',
    configResolved({ root, build }) {
      if (!build.ssr) folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      if (folder !== null) await compressFolder(folder);
    },
  };
}

export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFiles.has(extname(entry.name).toLowerCase()));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
  await Promise.all([
    promisify(brotliCompress)(body, { params }).then((short) => writeFile(`${path}.br`, short)),
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }).then((short) =>
      writeFile(`${path}.gz`, short),
    ),
  ]);
}
