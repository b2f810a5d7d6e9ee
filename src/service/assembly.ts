// The service with its engine, on the settings of the environment; who listens is another question.
import { randomBytes } from 'node:crypto';
import { startEngine } from './engine/engine.ts';
import { reportFailure } from './node/access-log.ts';
import { originsOf } from './node/address.ts';
import { prepareDataFolder } from './node/data-folder.ts';
import type { Settings } from './node/settings.ts';
import { createService, type Service } from './service.ts';
import { superviseEngine } from './supervision.ts';

/** A service that runs, and the ways to end it. */
export interface Assembly {
  readonly service: Service;
  readonly token: string;
  /** The origins that it is reached at. */
  readonly origins: readonly string[];
  /** From here on new requests are refused. */
  stop(): void;
  /** Ends what is still open with an error event. */
  cut(): void;
  /** Ends the engine. */
  close(): Promise<void>;
}

/** Prepares the data folder and starts the engine, for a server that listens on `host` and `port`. */
export async function assemble(settings: Settings, host: string, port: number): Promise<Assembly> {
  await prepareDataFolder(settings.home);
  const engine = await superviseEngine(startEngine, () => {
    process.stderr.write('The engine stopped, and is started again.\n');
  });
  const token = settings.token ?? randomBytes(24).toString('base64url');
  const origins = originsOf(host, port, settings.origins);
  const stopping = new AbortController();
  const cut = new AbortController();
  const service = createService({
    engine,
    token,
    ownOrigins: origins,
    pageAccess: settings.pageAccess,
    pace: settings.pace,
    stopping: stopping.signal,
    cut: cut.signal,
    onFailure: reportFailure,
  });
  return {
    service,
    token,
    origins,
    stop: () => stopping.abort(),
    cut: () => cut.abort(),
    close: () => engine.close(),
  };
}
