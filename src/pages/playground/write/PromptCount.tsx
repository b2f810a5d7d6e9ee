// Live token count of the prompt.
import { useDeferredValue } from 'react';
import type { Model } from '#api/schema/model.ts';
import { useNextRequest } from '#draft/draft-store.ts';
import { formatAbout, formatCount, formatCounted } from '#lib/format.ts';
import { contextExcess, usePromptCounter } from '#pages/playground/parameters/prompt-tokens.ts';

interface PromptCountProps {
  prompt: string;
  model: string;
  models: readonly Model[];
}

/** Counts after the key is on the screen. */
export function PromptCount({ prompt, model, models }: PromptCountProps) {
  const maxTokens = useNextRequest(model)?.max_tokens;
  const count = usePromptCounter()({ model, prompt: useDeferredValue(prompt) });
  const context = models.find(({ id }) => id === model)?.context_length;
  if (prompt === '') return null;
  const { tokens, isExact } = count;
  const excess = contextExcess(count, maxTokens, context);
  const of = context === undefined ? '' : `${formatCount(tokens)} of `;
  return (
    <p
      title={isExact ? 'Counted by the service' : 'Estimated from earlier prompts; exact after a run'}
      className={excess === null ? '' : 'text-warn'}
    >
      {excess ?? formatAbout(`${of}${formatCounted(context ?? tokens, 'token')}`, !isExact)}
    </p>
  );
}
