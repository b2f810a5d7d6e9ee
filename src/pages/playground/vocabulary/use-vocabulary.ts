// The vocabulary of the model that the next request asks.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#pages/playground/draft-store.ts';
import { useModel } from '#pages/playground/use-model.ts';
import { vocabularyOf, type Vocabulary } from './vocabularies.ts';

/** Draws again when something was learned. */
export function useVocabulary(): Vocabulary & { readonly model: string } {
  const { connectionId } = useClient();
  const { model } = useModel(useDraft((state) => state.draft.model));
  const vocabulary = useMemo(() => vocabularyOf(connectionId, model), [connectionId, model]);
  return { ...useStore(vocabulary), model };
}
