// GET /fine-tunes as this page asks for it: shared with the answer before, remembered, and repeated by the policy.
import { isAbort } from '#api/errors.ts';
import type { Client } from '#api/client.ts';
import { fineTunesQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { pollHistory, type PolledState } from '#connection/polling.ts';
import { queryOptions } from '@tanstack/react-query';
import { listMemory, rememberList, type ListMemory } from './list-memory.ts';
import { pollDelayMs } from './poll-policy.ts';
import { shareFineTunes } from './share-fine-tunes.ts';

/** The query without a poll of its own. Its cache entry is that of every other reader of the list. */
export function polledFineTunesQuery(client: Client) {
  const { queryKey, ...common } = fineTunesQuery(client);
  return queryOptions({
    ...common,
    queryKey,
    // The queryFn has shared by id already; by position would be wrong.
    structuralSharing: false,
    // The embedded service answers on a machine without a network, too.
    networkMode: 'always',
    queryFn: async ({ signal, client: cache }) => {
      const memory = listMemory(client);
      const before = cache.getQueryData(queryKey);
      try {
        const list = shareFineTunes(before, await client.listFineTunes({ signal }));
        rememberList(memory, list, list !== before, Date.now());
        return list;
      } catch (error) {
        if (!isAbort(error)) memory.failureCount += 1;
        throw error;
      }
    },
  });
}

/** The delay until the next request; `openId` is the fine-tune whose page is open. Pure between two requests. */
export function delayOf(
  state: PolledState<RecordList<FineTune>>,
  memory: ListMemory,
  openId: string | null,
): number | false {
  const { data } = state;
  const open = openId === null ? undefined : data?.items.find(({ id }) => id === openId);
  return pollDelayMs({
    ...pollHistory(state, memory),
    statuses: data?.items.map(({ status }) => status) ?? null,
    openStatus: open === undefined ? null : (open.status ?? ''),
  });
}
