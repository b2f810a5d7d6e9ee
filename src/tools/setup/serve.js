// `npm start`: installs, builds, and serves until Ctrl+C.
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.js';
import { ensureInstalled } from './install.js';
import { root } from './paths.js';

/**
 * @typedef {{ url: string, token: string, close(): Promise<void> }} Running
 * @typedef {{ launch(env: NodeJS.ProcessEnv): Promise<Running>, explain(error: unknown): string | null }} ServiceModule
 */

const noOptions =
  'npm start takes no options. Its settings are variables, as in PORT=8080 npm start; README.md lists them.';

/** Stops cleanly on Ctrl+C or SIGTERM. */
export async function main() {
  if (process.argv.length > 2) throw new Error(noOptions);
  await ensureInstalled();
  await ensureBuilt();
  /** @type {ServiceModule} */
  const service = await import(pathToFileURL(`${root}/dist/service/node.js`).href);
  try {
    const running = await service.launch(process.env);
    // Whoever reads the announcement may stop it at once.
    stopOnSignals(running);
    announce(running);
  } catch (error) {
    const sentence = service.explain(error);
    if (sentence === null) throw error;
    throw new Error(sentence, { cause: error });
  }
}

/** @param {Running} running */
function announce(running) {
  const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
  const address = colours ? `\u001B[1m${running.url}\u001B[22m` : running.url;
  console.log(`Inferdeck is ready: ${address}`);
  const upstream = process.env['INFERDECK_UPSTREAM'];
  if (upstream) {
    const { host, pathname } = new URL(upstream);
    const hint = /\/v\d+/.test(pathname)
      ? ''
      : ' Most services answer under /v1, which INFERDECK_UPSTREAM lacks.';
    console.log(`It proxies ${host}.${hint}`);
  }
  if (!process.env['INFERDECK_TOKEN']) {
    console.log(`Other clients of ${running.url}/v1 need this token: ${running.token}`);
  }
  console.log('Ctrl+C stops it.');
  // A closed terminal or pipe must not end a running service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** @param {Running} running */
function stopOnSignals(running) {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    const notice = 'Stopping. Running streams get ten seconds to finish; Ctrl+C again stops at once.';
    // Without streams it has stopped by then.
    setTimeout(() => console.log(notice), 500);
    await running.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
}
