// GET /models: what this service can run, then the sample catalogue.
import type { Engine } from '#service/engine/engine.ts';
import { modelRecords } from '#service/models/records.ts';
import { sampleRecords } from '#service/models/sample-records.ts';
import type { Store } from '#service/store/store.ts';
import type { Operation } from './operation.ts';

/** A top-level array of Model records, as the interface document shows it. */
export function listModels(engine: Engine, store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/models',
    query: [],
    answer() {
      const here = modelRecords(engine.models(), store);
      return Response.json([...here, ...sampleRecords(here.map(({ id }) => id))]);
    },
  };
}
