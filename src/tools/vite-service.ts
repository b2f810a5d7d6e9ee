// Vite plugin: the embedded service in dev and build.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Connect, Plugin } from 'vite';
import type { mount } from '#service/assembly.ts';
import { isServicePath } from '#service/http/operation.ts';

type Mount = typeof mount;
type Mounted = Awaited<ReturnType<Mount>>;

const baseModelFile = 'src/service/engine/tale-1m.bin';

/** Dev loads the service through Vite, so that edits apply to the next request. Does nothing under Vitest. */
export function servicePlugin(): Plugin {
  const name = 'inferdeck:service';
  if (process.env['VITEST'] !== undefined) return { name };
  let root = process.cwd();
  let serviceFolder: string | null = null;
  return {
    name,
    config(_config, { isSsrBuild }) {
      const place = /[#?]/u.test(root) ? { root: linkTo(root), resolve: { preserveSymlinks: true } } : {};
      // Chunks beside the entries, which resolve files relative to themselves.
      if (isSsrBuild === true)
        return { ...place, build: { rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } } } };
      return { ...place, server: { cors: false } };
    },
    configResolved(config) {
      root = config.root;
      const isServiceBuild = config.command === 'build' && Boolean(config.build.ssr);
      if (isServiceBuild) serviceFolder = resolve(root, config.build.outDir);
    },
    async writeBundle() {
      if (serviceFolder === null) return;
      await copyFile(join(root, baseModelFile), join(serviceFolder, basename(baseModelFile)));
    },
    configureServer(server) {
      const { httpServer, config } = server;
      if (!(httpServer !== null && 'headersTimeout' in httpServer)) return;
      const load = () => server.ssrLoadModule('/src/service/assembly.ts');
      server.middlewares.use(serveWith(httpServer, load, (line) => config.logger.info(line)));
    },
  };
}

/** Vite strips # and ? from paths: link such a folder while this process lives. */
function linkTo(folder: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'inferdeck-vite-'));
  const link = join(parent, 'inferdeck');
  symlinkSync(folder, link, 'junction');
  process.once('exit', () => {
    unlinkSync(link);
    rmdirSync(parent);
  });
  return link;
}

/** Mounts on the first request, and again after the module changed or a mount failed. */
export function serveWith(
  server: Server,
  load: () => Promise<unknown>,
  inform: (line: string) => void,
): Connect.NextHandleFunction {
  const token = process.env['INFERDECK_TOKEN'] || randomBytes(24).toString('base64url');
  let mounted: { readonly module: unknown; readonly service: Promise<Mounted> } | null = null;
  const current = async (): Promise<Mounted> => {
    const module = await load();
    if (mounted !== null && mounted.module === module) return mounted.service;
    if (mounted === null) inform(`Other clients of /v1 need this token: ${token}`);
    else void closeMounted(mounted.service);
    const service = mountOn(server, module, token);
    mounted = { module, service };
    // What prevented the start may be fixed by the next request.
    service.catch(() => {
      if (mounted?.service === service) mounted = { module: null, service };
    });
    return service;
  };
  server.on('close', () => {
    if (mounted !== null) void closeMounted(mounted.service);
  });
  return (incoming: IncomingMessage, outgoing: ServerResponse, next) => {
    if (!isServicePath((incoming.url ?? '').split('?', 1).join(''))) return next();
    current().then(({ listener }) => listener(incoming, outgoing), next);
  };
}

async function mountOn(server: Server, module: unknown, token: string): Promise<Mounted> {
  const address = server.address();
  if (!isServiceModule(module)) throw new Error('src/service/assembly.ts does not export mount.');
  if (typeof address !== 'object' || address === null)
    throw new Error('The server does not listen on a port.');
  return module.mount({ ...process.env, INFERDECK_TOKEN: token }, address);
}

async function closeMounted(service: Promise<Mounted>): Promise<void> {
  await service.then(
    (mounted) => mounted.close(),
    () => {},
  );
}

function isServiceModule(module: unknown): module is { mount: Mount } {
  return typeof module === 'object' && module !== null && 'mount' in module;
}
