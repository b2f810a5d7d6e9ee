// The vocabulary of a model: of the one that the next request asks, unless another is named.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useServiceKey } from '#connection/use-client.ts';
import { useDraft } from '#pages/playground/draft-store.ts';
import { useModel } from '#pages/playground/use-model.ts';
import { vocabularyOf, type Vocabulary } from './vocabularies.ts';

/** Draws again when something was learned. `of`: the model; absent and empty are the draft's. */
export function useVocabulary(of = ''): Vocabulary & { readonly model: string } {
  const serviceKey = useServiceKey();
  const { model: chosen } = useModel(useDraft((state) => state.draft.model));
  const model = of || chosen;
  const vocabulary = useMemo(() => vocabularyOf(serviceKey, model), [serviceKey, model]);
  return { ...useStore(vocabulary), model };
}
