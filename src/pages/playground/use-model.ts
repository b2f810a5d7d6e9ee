// The models that the service lists, and the one that is asked.
import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '#api/queries.ts';
import type { Model } from '#api/schema/model.ts';
import { readTokenPrices, type TokenPrices } from '#pricing/completion-cost.ts';
import { useTokenUnit } from '#pricing/units.ts';
import { useClient } from '#connection/use-client.ts';
import { defaultModel } from './model-groups.ts';

/** @param chosen the draft's model; empty until a person chooses: then it is the newcomer's */
export function useModel(chosen: string): { model: string; models: readonly Model[]; isLoading: boolean } {
  const query = useQuery(modelsQuery(useClient()));
  const models = query.data?.items ?? [];
  return { model: chosen || (defaultModel(models)?.id ?? ''), models, isLoading: query.isPending };
}

/** What the service lists of one model, and its prices in the unit in which they are read; null where it states none. */
export function useTokenPrices(id: string): {
  readonly model: Model | undefined;
  readonly prices: TokenPrices | null;
} {
  const unit = useTokenUnit((state) => state.unit);
  const model = useModel(id).models.find((each) => each.id === id);
  return { model, prices: readTokenPrices(model?.pricing, unit) };
}
