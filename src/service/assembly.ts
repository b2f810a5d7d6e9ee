// Service assembly from settings: engine, background work, proxy; mounting in another server.
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEngine } from '#service/engine/engine.ts';
import { reportInterruption, reportFailure } from '#service/http/access-log.ts';
import { createGate, type GateParts, type Service } from '#service/http/gate.ts';
import { createListener } from '#service/http/listener.ts';
import { originsOf } from '#service/http/origins.ts';
import type { UpstreamAddress } from '#service/proxy/address.ts';
import { upstreamOperations } from '#service/proxy/operations.ts';
import { prepareDataFolder, lockDataFolder, placesIn } from '#service/store/data-folder.ts';
import { createService } from './service.ts';
import { SettingError, type Settings, type Environment, readSettings } from './settings.ts';
import { FineTuneQueue } from '#service/jobs/fine-tune-queue.ts';
import { prepareSample } from '#service/jobs/sample.ts';
import { watchInbox } from '#service/jobs/inbox.ts';
import { createLocalModels, type ModelHost } from '#service/jobs/local-models.ts';
import { createUploads } from '#service/jobs/uploads.ts';
import { openStore, type Store } from '#service/store/store.ts';

export interface Assembly {
  readonly service: Service;
  readonly token: string;
  readonly origins: readonly string[];
  stop(): void;
  /** Ends open streams with an error event. */
  cut(): void;
  /** Cuts, and stops the engine and training, which the next start resumes. */
  close(): Promise<void>;
}

interface Backend {
  readonly service: Service;
  readonly close: () => Promise<void>;
}

export async function assemble(settings: Settings, host: string, port: number): Promise<Assembly> {
  const token = settings.token ?? randomBytes(24).toString('base64url');
  const origins = originsOf(host, port, settings.origins);
  const stopping = new AbortController();
  const cut = new AbortController();
  const gate = {
    token,
    ownOrigins: origins,
    pageAccess: settings.pageAccess,
    trustedProxies: settings.trustedProxies,
    stopping: stopping.signal,
    onFailure: reportFailure,
  };
  const { service, close } =
    settings.upstream === null
      ? await startEmbedded(settings, gate, cut.signal)
      : startProxy(settings.upstream, gate, cut.signal);
  return {
    service,
    token,
    origins,
    stop: () => stopping.abort(),
    cut: () => cut.abort(),
    close: () => {
      // What a client left open on its way out must not meet a closed engine.
      cut.abort();
      return close();
    },
  };
}

async function startEmbedded(settings: Settings, gate: GateParts, cut: AbortSignal): Promise<Backend> {
  await prepareDataFolder(settings.home);
  const engine = await startEngine({
    onStop: (cause) => {
      process.stderr.write(`${cause} The next request starts it again.\n`);
    },
  });
  try {
    const { home, sample, pace } = settings;
    const background = await startBackground({ home, engine, sample, onFailure: reportFailure });
    const faults = settings.faults ? { faults: { slowMs: 1_000 } } : {};
    const service = createService({ ...gate, engine, store: background.store, pace, cut, ...faults });
    // When the service is stopping, not only after the last stream has ended.
    gate.stopping?.addEventListener('abort', () => void background.stop());
    const close = async () => {
      await background.stop();
      await engine.close();
    };
    return { service, close };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function startProxy(address: UpstreamAddress, gate: GateParts, cut: AbortSignal): Backend {
  if (gate.ownOrigins.includes(address.origin)) {
    throw new SettingError('INFERDECK_UPSTREAM is the address of this server itself.');
  }
  const operations = upstreamOperations({ address, cut, onInterrupted: reportInterruption });
  return { service: createGate(gate, operations), close: () => Promise.resolve() };
}

interface Mounted {
  readonly listener: RequestListener;
  readonly token: string;
  close(): Promise<void>;
}

/** HOST is the other server's. */
export async function mount(env: Environment, { address, port }: AddressInfo): Promise<Mounted> {
  const assembly = await assemble(readSettings({ ...env, HOST: address }), address, port);
  return {
    listener: createListener((request, remoteAddress) => assembly.service.fetch(request, remoteAddress)),
    token: assembly.token,
    async close() {
      assembly.stop();
      await assembly.close();
    },
  };
}

interface BackgroundParts {
  readonly home: string;
  readonly engine: ModelHost;
  readonly sample: boolean;
  /** Unix milliseconds. */
  readonly clock?: () => number;
  readonly onFailure: (error: unknown) => void;
}

export interface Background {
  readonly store: Store;
  /** Idempotent, never rejects. Stops within one step; the next start resumes. */
  stop(): Promise<void>;
}

/** Throws StoreError if the data folder is locked or unusable. */
export async function startBackground(parts: BackgroundParts): Promise<Background> {
  const { home, engine, sample, clock = Date.now, onFailure } = parts;
  const places = placesIn(home);
  const lock = await lockDataFolder(home);
  const closers: (() => void | Promise<unknown>)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const each of closers.toReversed()) {
      try {
        await each();
      } catch (error) {
        onFailure(error);
      }
    }
  };
  try {
    const store = openStore(places.database);
    closers.push(() => store.close());
    const localModels = createLocalModels({ engine, store, home, onFailure });
    await localModels.restore();
    const queue = new FineTuneQueue({ store, places, localModels, clock, onFailure });
    const uploads = createUploads({ store, places, localModels, clock, onFailure });
    closers.push(() => Promise.all([queue.stop(), uploads.stop()]));
    const wake = () => {
      queue.wake();
      uploads.wake();
    };
    const inbox = watchInbox(places.inbox, store, {
      acceptFineTune: (request) => queue.accept(request),
      acceptUpload: (request) => uploads.accept(request),
      cancel: ({ fineTuneId }) => queue.cancel(fineTuneId),
      onAccepted: wake,
      onFailure,
    });
    closers.push(() => inbox.close());
    if (sample && store.fineTunes.list().length === 0) queue.accept(prepareSample(places, clock()));
    wake();
    let stopped: Promise<void> | null = null;
    return { store, stop: () => (stopped ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}
