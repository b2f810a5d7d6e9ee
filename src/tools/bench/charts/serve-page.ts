// Builds the page of the charts' bench as the real page is built, and serves it on a free port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** The page while it is served. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Takes some seconds; the files lie in a folder of their own, which `close` removes. */
export async function servePage(): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'inferdeck-charts-'));
  const file = 'src/tools/bench/charts/page.html';
  const shared = { configFile: false, logLevel: 'warn' } as const;
  await build({
    ...shared,
    plugins: [react(), tailwindcss()],
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      rolldownOptions: { input: file },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/${file}`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
