// Inferdeck as one process: page and service on one port.
import { fileURLToPath } from 'node:url';
import { logRequests } from '#service/http/access-log.ts';
import { HttpError } from '#service/http/http-error.ts';
import { createListener, type Fetch } from '#service/http/listener.ts';
import { isServicePath } from '#service/http/operation.ts';
import { ownOrigins, addressOf, type OwnOrigins, requireOwnHost } from '#service/http/origins.ts';
import { createPage, type Page } from '#service/http/page.ts';
import { listen, type Listening } from '#service/http/server.ts';
import { type Environment, readSettings, SettingError } from './settings.ts';
import { type Assembly, assemble } from './assembly.ts';
import type { Service } from '#service/http/gate.ts';
import { EngineError } from '#service/engine/engine.ts';
import { StoreError } from '#service/store/database.ts';
import { DataFolderError } from '#service/store/data-folder.ts';

export interface Running {
  /** For a browser on this machine; no trailing slash. */
  readonly url: string;
  /** Bearer token of every client but the page. */
  readonly token: string;
  /** Drains running answers, then ends them with an error event. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly drainMs?: number;
}

const defaultDrainMs = 10_000;
/** For the last error events. */
const cutGraceMs = 1_000;

export async function launch(
  env: Environment,
  { drainMs = defaultDrainMs }: LaunchOptions = {},
): Promise<Running> {
  const settings = readSettings(env);
  const server = await listen(settings.host, settings.port);
  try {
    // First the page: what fails after the assembly would leave its threads and its lock behind.
    const page = await createPage(pageFolder(), settings.connect);
    const assembly = await assemble(settings, settings.host, server.port);
    const listener = createListener(createSite(assembly.service, page, ownOrigins(assembly.origins)));
    server.serve(settings.log ? logRequests(listener, (line) => console.log(line)) : listener);
    let closed: Promise<void> | null = null;
    return {
      url: addressOf(settings.host, server.port),
      token: assembly.token,
      close: () => (closed ??= drain(server, assembly, drainMs)),
    };
  } catch (error) {
    server.destroy();
    await server.stop();
    throw error;
  }
}

async function drain(server: Listening, assembly: Assembly, drainMs: number): Promise<void> {
  assembly.stop();
  const cutting = setTimeout(() => assembly.cut(), drainMs);
  const ending = setTimeout(() => server.destroy(), drainMs + cutGraceMs);
  await server.stop();
  clearTimeout(cutting);
  clearTimeout(ending);
  await assembly.close();
}

/** Beside the built service, or where the build would put it. */
function pageFolder(): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? '../../dist/page' : '../page', import.meta.url));
}

/** Public, since it holds no secret, but limited to own hosts. */
function createSite(service: Service, page: Page, own: OwnOrigins): Fetch {
  return async (request, remoteAddress) => {
    if (isServicePath(new URL(request.url).pathname)) return service.fetch(request, remoteAddress);
    try {
      requireOwnHost(request, own);
    } catch (error) {
      if (error instanceof HttpError) return error.response();
      throw error;
    }
    return page.fetch(request);
  };
}

/** Null for a bug, which should be shown in full. */
export function explain(error: unknown): string | null {
  if (error instanceof SettingError || error instanceof StoreError) return error.message;
  if (error instanceof DataFolderError) return explainFolder(error);
  if (error instanceof EngineError) {
    return `${error.message.replace(/\.$/u, '')}. The model comes with Inferdeck: build again with npm run build, or check the clone out again.`;
  }
  const { code, address, port, path } = systemError(error);
  const place = `${address}${port === '' ? '' : `:${port}`}`;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with PORT=${nextPort(port)} npm start, or any free one with PORT=0.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. HOST=127.0.0.1 always works.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name in HOST has no address on this machine. HOST=127.0.0.1 always works.';
    case 'EACCES':
    case 'EPERM':
      return address === ''
        ? `Permission denied: ${path || 'a file that Inferdeck needs'}.`
        : `No permission to listen on ${place}. Choose a port above 1023, such as PORT=4173.`;
    case 'ENOSPC':
      return `The disk is full${path === '' ? '' : ` at ${path}`}. Inferdeck needs some megabytes.`;
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open on this machine. Close some programs, or raise the limit with ulimit -n.';
    case 'ENOENT':
      return `A file of Inferdeck is missing: ${path}. Rebuild with npm run build, or clone the repository again.`;
    default:
      return null;
  }
}

function explainFolder({ folder, cause }: DataFolderError): string | null {
  const way = 'Choose another with INFERDECK_HOME.';
  switch (systemError(cause).code) {
    case 'EACCES':
    case 'EPERM':
      return `There is no permission to write to the data folder ${folder}. ${way}`;
    case 'EROFS':
      return `The data folder ${folder} is on a read-only file system. ${way}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder ${folder} is full. Free some space, or choose another with INFERDECK_HOME.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} cannot be made: a file has its name, or that of a folder above it. ${way}`;
    default:
      return `The data folder ${folder} cannot be used. ${way}`;
  }
}

function systemError(error: unknown): Record<'code' | 'address' | 'port' | 'path', string> {
  const field = (name: string): string => {
    if (typeof error !== 'object' || error === null) return '';
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return { code: field('code'), address: field('address'), port: field('port'), path: field('path') };
}

function nextPort(port: string): number {
  return Number(port) >= 65_535 ? 4173 : Number(port) + 1;
}
