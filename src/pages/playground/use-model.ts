// The models that the service lists, and the one that is asked.
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '#api/queries.ts';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';

/** Types that complete text; a model of another type can be named all the same. */
const textTypes: ReadonlySet<string> = new Set(['language', 'code', 'chat']);

/** @param chosen the draft's model; empty until a person chooses: then it is the first that completes text */
export function useModel(chosen: string): { model: string; models: readonly Model[]; isLoading: boolean } {
  const query = useQuery(modelsQuery(useClient()));
  const models = query.data?.items ?? [];
  return { model: chosen || (firstTextModel(models)?.id ?? ''), models, isLoading: query.isPending };
}

function firstTextModel(models: readonly Model[]): Model | undefined {
  return models.find((model) => textTypes.has(model.type ?? '')) ?? models[0];
}
