// What an answer's continuation exceeds.
import { useMemo } from 'react';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { continuedPrompt } from '#run/token.ts';
import { parseNumber } from '#ui/number-text.ts';
import { contextExcess, countPromptTokens, usePromptTokens } from './prompt-tokens.ts';
import { useModel } from './use-model.ts';

/**
 * Why going on may be refused or cut; null if it fits or is unknown.
 * @param offset UTF-16, in the choice's text
 */
export function useExcess(run: Run, choice: Choice, offset: number): string | null {
  const { model, models } = useModel(useDraft((state) => state.draft.model));
  const maxTokens = parseNumber(useDraft((state) => state.draft.numbers.max_tokens ?? '')) ?? undefined;
  const counted = usePromptTokens();
  const serviceKey = useClient().serviceKey();
  const isEnded = run.state.phase === 'ended';
  const count = useMemo(() => {
    if (!isEnded) return null;
    const prompt = continuedPrompt(run.request.prompt, choice, offset);
    return countPromptTokens(counted, { serviceKey, model, prompt, run, choice });
  }, [isEnded, run, choice, offset, counted, serviceKey, model]);
  const context = models.find(({ id }) => id === model)?.context_length;
  return count && contextExcess(count, maxTokens, context);
}
