// TanStack Query options, keyed by connection id and never by token.
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from './client.ts';

// No automatic retry: the page shows a 429 or an outage, and polls more slowly.
const common = { retry: false } as const;

export function modelsQuery(client: Client) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'models'],
    queryFn: ({ signal }) => client.listModels({ signal }),
  });
}

export function hardwareQuery(client: Client, model?: string) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'hardware', model ?? null],
    queryFn: ({ signal }) => client.listHardware({ model, signal }),
  });
}

export function fineTunesQuery(client: Client) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes'],
    queryFn: ({ signal }) => client.listFineTunes({ signal }),
  });
}

export function checkpointsQuery(client: Client, id: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes', id, 'checkpoints'],
    queryFn: id === null ? skipToken : ({ signal }) => client.listCheckpoints(id, { signal }),
  });
}

/** Null if the service lacks the operation. */
export function fineTuneEventsQuery(client: Client, id: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'fine-tunes', id, 'events'],
    queryFn: id === null ? skipToken : ({ signal }) => client.listFineTuneEvents(id, { signal }),
  });
}

export function jobQuery(client: Client, jobId: string | null) {
  return queryOptions({
    ...common,
    queryKey: [client.connectionId, 'jobs', jobId],
    queryFn: jobId === null ? skipToken : ({ signal }) => client.getJob(jobId, { signal }),
  });
}
