// Live token count of the prompt.
import { useDeferredValue } from 'react';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { useNextRequest } from '#draft/draft-store.ts';
import { formatCount } from '#lib/format.ts';
import {
  contextExcess,
  countPromptTokens,
  usePromptTokens,
} from '#pages/playground/parameters/prompt-tokens.ts';
import { useRun } from '#run/run-store.ts';

interface PromptCountProps {
  prompt: string;
  model: string;
  models: readonly Model[];
}

/** Counts after the key is on the screen. */
export function PromptCount({ prompt, model, models }: PromptCountProps) {
  const maxTokens = useNextRequest(model)?.max_tokens;
  const counted = usePromptTokens();
  const run = useRun();
  const serviceKey = useClient().serviceKey();
  const count = countPromptTokens(counted, { serviceKey, model, prompt: useDeferredValue(prompt), run });
  const context = models.find(({ id }) => id === model)?.context_length;
  if (prompt === '') return null;
  const { tokens, isExact } = count;
  const excess = contextExcess(count, maxTokens, context);
  const of = context === undefined ? '' : ` of ${formatCount(context)}`;
  return (
    <p
      title={isExact ? 'Counted by the service' : 'Estimated from earlier prompts; exact after a run'}
      className={excess === null ? '' : 'text-warn'}
    >
      {excess ?? `${isExact ? '' : '≈ '}${formatCount(tokens)}${of} tokens`}
    </p>
  );
}
