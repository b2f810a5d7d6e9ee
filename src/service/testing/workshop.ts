// Data folder with running background, engine and trainer, for tests.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import { createTinyModel } from '#service/engine/testing/tiny-model.ts';
import { encodeWeightFile } from '#service/engine/model/weight-file.ts';
import { putRequest } from '#service/jobs/inbox.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { type Background, startBackground } from '#service/assembly.ts';
import { createService } from '#service/service.ts';
import type { FineTuneStatus } from '#service/store/fine-tunes.ts';
import { dataFile, type Places, placesIn } from '#service/store/data-folder.ts';
import { fineTuneRequest } from './records.ts';
import { origin, TOKEN } from './started.ts';

/** A model with random weights, so small that a step takes a millisecond. */
export const tiny = 'test/tiny';

/** As long as a test may take; hooks cannot poll. */
const waiting = { timeout: 60_000, interval: 20 };

export interface Workshop {
  readonly engine: Engine;
  readonly places: Places;
  readonly background: Background;
  fetch(request: Request): Promise<Response>;
  /** GET with the token. */
  get(path: string): Promise<Response>;
  /** Queues a fine-tune of these lines as a command-line program would. */
  queue(lines: readonly unknown[], fields?: Partial<FineTuneRequest>): Promise<FineTuneRequest>;
  reach(id: string, status: FineTuneStatus): Promise<void>;
  cancel(fineTuneId: string): Promise<void>;
  /** Stops the background, as a server stop does; rejects if it has reported an internal failure. */
  stop(): Promise<void>;
}

export function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'inferdeck-workshop-'));
}

/** Without the sample unless asked for. */
export async function openWorkshop(
  engine: Engine,
  home: string,
  { sample = false, clock = Date.now }: { readonly sample?: boolean; readonly clock?: () => number } = {},
): Promise<Workshop> {
  const failures: unknown[] = [];
  const background = await startBackground({
    home,
    engine,
    sample,
    clock,
    onFailure: (error) => failures.push(error),
  });
  const places = placesIn(home);
  const service = createService({
    engine,
    store: background.store,
    token: TOKEN,
    ownOrigins: [origin],
    pageAccess: 'same-origin',
    pace: null,
  });
  return {
    engine,
    places,
    background,
    fetch: (request) => service.fetch(request),
    get: (path) =>
      service.fetch(new Request(`${origin}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })),
    async queue(lines, fields = {}) {
      const request = fineTuneRequest({ createdAt: Date.now(), model: tiny, ...fields });
      await mkdir(places.files, { recursive: true });
      const text = lines
        .map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
        .join('');
      for (const file of [request.trainingFile, request.validationFile]) {
        if (file !== null) writeFileSync(dataFile(places, file.id), text);
      }
      await putRequest(places, request);
      return request;
    },
    async reach(id, status) {
      await vi.waitUntil(() => background.store.fineTunes.find(id)?.status === status, waiting);
    },
    cancel: (fineTuneId) =>
      putRequest(places, {
        kind: 'cancel',
        id: `cancel-${randomUUID()}`,
        createdAt: Date.now(),
        fineTuneId,
      }),
    async stop() {
      await background.stop();
      await engine.removeModel(tiny);
      if (failures.length > 0) throw new Error('The background has failed inside.', { cause: failures[0] });
    },
  };
}

/** With an engine, a new folder and the tiny model of its own. End it with `closeWorkshop`. */
export async function startWorkshop(): Promise<Workshop> {
  const engine = await startEngine();
  const workshop = await openWorkshop(engine, newHome());
  await addTiny(workshop, engine);
  return workshop;
}

/** Its engine and folder, too. */
export async function closeWorkshop(workshop: Workshop): Promise<void> {
  await workshop.stop();
  await workshop.engine.close();
  removeHome(workshop.places.home);
}

/** Adds the tiny model as an upload would; it is served from then on. */
export async function addTiny({ places, background: { store } }: Workshop, engine: Engine): Promise<void> {
  const model = {
    id: tiny,
    path: 'models/tiny.bin',
    description: '',
    license: 'Apache-2.0',
    jobId: `job-${randomUUID()}`,
    createdAt: 1,
  };
  const file = join(places.home, model.path);
  await mkdir(places.models, { recursive: true });
  writeFileSync(file, encodeWeightFile(createTinyModel()));
  const job = { id: model.jobId, type: 'model_upload', args: {}, file: '', createdAt: 1 } as const;
  store.transaction(() => {
    store.jobs.add(job, 'Queued.');
    store.jobs.update(job.id, 'Complete', 'Done.', 1);
    store.models.put(model);
  });
  await engine.addModel({ id: tiny, file });
}

export function tinyLines(count: number): readonly { readonly text: string }[] {
  return Array.from({ length: count }, (_, index) => ({ text: `hello there, hello again ${index % 7}` }));
}

export function newFile(name: string): { readonly id: string; readonly name: string } {
  return { id: `file-${randomUUID()}`, name };
}

/** The background must have stopped. */
export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
}
