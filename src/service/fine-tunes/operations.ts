// GET /fine-tunes, with checkpoints, and the undocumented events and metrics.
import { metricParameters, readMetricsQuery, thinned } from './metrics-query.ts';
import { createListing, checkpointRecord, eventRecord, metricRecord } from './record.ts';
import { HttpError } from '#service/http/http-error.ts';
import type { Operation } from '#service/http/operation.ts';
import type { Store } from '#service/store/store.ts';

/** `{"data": […]}`: all fine-tuning jobs with all their events, newest first. */
export function listFineTunes(store: Store): Operation {
  const listing = createListing(store);
  return {
    method: 'GET',
    path: '/v1/fine-tunes',
    query: [],
    answer: () => new Response(listing(), { headers: { 'Content-Type': 'application/json' } }),
  };
}

/** `{"data": […]}`: the checkpoints of one job in step order; 404 for an unknown id. */
export function listCheckpoints(store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/fine-tunes/:id/checkpoints',
    query: [],
    answer({ ids }) {
      const id = requireFineTune(store, ids);
      return Response.json({ data: store.checkpoints.list(id).map(checkpointRecord) });
    },
  };
}

/** `{"data": […]}`: the events of one job in chronological order. */
export function listEvents(store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/fine-tunes/:id/events',
    query: [],
    answer({ ids }) {
      const id = requireFineTune(store, ids);
      return Response.json({ data: store.events.list(id).map(eventRecord) });
    },
  };
}

/** `{"metrics": […]}`: a row per training step and evaluation; fewer with `resolution`. */
export function listMetrics(store: Store): Operation {
  return {
    method: 'GET',
    path: '/v1/fine-tunes/:id/metrics',
    query: metricParameters,
    answer({ request, ids }) {
      const { range, resolution } = readMetricsQuery(new URL(request.url).searchParams);
      const rows = store.metrics.list(requireFineTune(store, ids), range);
      const kept = new Set(
        thinned(
          rows.filter(({ kind }) => kind === 'train'),
          resolution,
        ),
      );
      const metrics = rows.filter((row) => row.kind === 'evaluation' || kept.has(row)).map(metricRecord);
      return Response.json({ metrics });
    },
  };
}

function requireFineTune(store: Store, { id = '' }: Readonly<Record<string, string>>): string {
  if (store.fineTunes.find(id) !== null) return id;
  throw new HttpError(404, `There is no fine-tune ${id}.`, { code: 'fine_tune_not_found', param: 'id' });
}
