// Inferdeck as one process: page and service on one port.
import { fileURLToPath } from 'node:url';
import { logRequests } from '#service/http/access-log.ts';
import { HttpError } from '#service/http/http-error.ts';
import { createListener, type Fetch } from '#service/http/listener.ts';
import { isServicePath } from '#service/http/operation.ts';
import { ownOrigins, addressOf, type OwnOrigins, requireOwnHost } from '#service/http/origins.ts';
import { createPage, type Page } from '#service/http/page.ts';
import { listen, type Listening } from '#service/http/server.ts';
import { type Environment, readSettings } from './settings.ts';
import { type Assembly, assemble } from './assembly.ts';
import type { Service } from './service.ts';

export { explain } from './explain-start.ts';
export { mount } from './assembly.ts';

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

/** `explain` turns its errors into sentences. */
export async function launch(
  env: Environment,
  { drainMs = defaultDrainMs }: LaunchOptions = {},
): Promise<Running> {
  const settings = readSettings(env);
  const server = await listen(settings.host, settings.port);
  try {
    const [assembly, page] = await Promise.all([
      assemble(settings, settings.host, server.port),
      createPage(pageFolder(), settings.connect),
    ]);
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
