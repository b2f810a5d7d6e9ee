// Live token count of the prompt against the model's context.
import { useDeferredValue } from 'react';
import type { Model } from '#api/schema/model.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import { countPromptTokens, usePromptTokens } from './prompt-tokens.ts';

interface PromptCountProps {
  prompt: string;
  model: string;
  models: readonly Model[];
  /** undefined if it is not sent */
  maxTokens: number | undefined;
}

/** The prompt is counted after the key is on the screen. */
export function PromptCount({ prompt, model, models, maxTokens }: PromptCountProps) {
  const counted = usePromptTokens();
  const serviceKey = useClient().serviceKey();
  const { tokens, isExact } = countPromptTokens(counted, {
    serviceKey,
    model,
    prompt: useDeferredValue(prompt),
  });
  const context = models.find(({ id }) => id === model)?.context_length;
  if (prompt === '') return null;
  const isOver = context !== undefined && tokens + (maxTokens ?? 1) > context;
  const count = `${isExact ? '' : '≈ '}${formatCount(tokens)}`;
  return (
    <p
      title={isExact ? 'Counted by the service' : 'Estimated from earlier prompts; exact after a run'}
      className={isOver ? 'text-warn' : ''}
    >
      {isOver && maxTokens !== undefined
        ? `${count} + max_tokens ${formatCount(maxTokens)} exceed the context of ${formatCount(context)}`
        : `${count}${context === undefined ? '' : ` of ${formatCount(context)}`} tokens`}
    </p>
  );
}
