// The reading operations as TanStack Query options. Keys begin with the connection's id and never hold a token.
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { FineTuneMetric } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';

// Nothing is retried by itself: a 429 or an outage is for the page to show, and for its poll to slow down.
const common = { retry: false } as const;

/** GET /models. */
export function modelsQuery(client: Client) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'models'],
    queryFn: ({ signal }) => client.listModels({ signal }),
  });
}

/** GET /hardware, for a model or for all. */
export function hardwareQuery(client: Client, model?: string) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'hardware', model ?? null],
    queryFn: ({ signal }) => client.listHardware({ model, signal }),
  });
}

/** GET /fine-tunes: list, detail and charts all read from this one key. */
export function fineTunesQuery(client: Client) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes'],
    queryFn: ({ signal }) => client.listFineTunes({ signal }),
  });
}

/** GET /fine-tunes/{id}/checkpoints. Without an id nothing is asked. */
export function checkpointsQuery(client: Client, id: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes', id, 'checkpoints'],
    queryFn: id === null ? skipToken : ({ signal }) => client.listCheckpoints(id, { signal }),
  });
}

/** GET /fine-tunes/{id}/events; its data is null where the service has no such operation. */
export function fineTuneEventsQuery(client: Client, id: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes', id, 'events'],
    queryFn: id === null ? skipToken : ({ signal }) => client.listFineTuneEvents(id, { signal }),
  });
}

/** GET /fine-tunes/{id}/metrics, asked again for what is new; its data is null where the service has no such operation. */
export function fineTuneMetricsQuery(client: Client, id: string | null) {
  const queryKey = [client.connectionId, 'fine-tunes', id, 'metrics'] as const;
  return queryOptions({
    ...common,
    queryKey,
    // What is known is shared already; comparing every row of a long run with itself would hold the page.
    structuralSharing: false,
    queryFn:
      id === null
        ? skipToken
        : async ({ signal, client: cache }) => {
            const { readNewerMetrics } = await import('./newer-metrics.ts');
            const known = cache.getQueryData<RecordList<FineTuneMetric> | null>(queryKey);
            return readNewerMetrics(client, id, known, signal);
          },
  });
}

/** GET /jobs/{jobId}. Without an id nothing is asked. */
export function jobQuery(client: Client, jobId: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'jobs', jobId],
    queryFn: jobId === null ? skipToken : ({ signal }) => client.getJob(jobId, { signal }),
  });
}
