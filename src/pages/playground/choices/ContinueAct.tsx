// Buttons that continue or edit an answer.
import { useContext, useMemo } from 'react';
import { inputLimits } from '#api/schema/request-fields.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import {
  contextExcess,
  countPromptTokens,
  usePromptTokens,
} from '#pages/playground/parameters/prompt-tokens.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { continueChoice, editChoice } from '#pages/playground/tokens/branch.ts';
import type { Choice } from '#run/choice.ts';
import { RunContext, continueKeys } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { continuedPrompt } from '#run/token.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { isWithin, parseNumber } from '#ui/number-text.ts';

interface ContinueActProps {
  run: Run;
  choice: Choice;
  look?: 'plain' | 'quiet';
  label?: string;
  /** A key continues the only choice. */
  isOnly?: boolean;
}

export function ContinueAct({
  run,
  choice,
  look = 'plain',
  label = 'Continue',
  isOnly = false,
}: ContinueActProps) {
  const send = useContext(RunContext);
  const isOff = isRunning(run);
  const excess = useExcess(run, choice);
  // The next request asks for as many choices as the page says.
  const asked = parseNumber(useDraft((state) => state.draft.numbers.n ?? ''));
  const n = typeof asked === 'number' && isWithin(asked, { ...inputLimits('n'), isWhole: true }) ? asked : 1;
  const act = () => continueChoice(run, choice, send);
  useCommands(isOnly ? [{ title: label, keys: continueKeys, isOff, run: act }] : []);
  return (
    <>
      <Button
        look={look}
        title={
          excess ??
          `Sends the prompt with this output${n > 1 ? `, for ${formatCounted(n, 'choice')} (n)` : ''}`
        }
        disabled={isOff}
        {...(isOnly && { keys: continueKeys })}
        onClick={act}
      >
        {n > 1 ? `${label} × ${formatCount(n)}` : label}
      </Button>
      {excess !== null && !isOff && (
        <span title={excess} className="text-label text-warn">
          {look === 'quiet' ? 'exceeds the context' : `${excess}.`}
        </span>
      )}
    </>
  );
}

export function EditAct({
  run,
  choice,
  look,
  label = 'Edit',
}: Pick<ContinueActProps, 'run' | 'choice' | 'look' | 'label'>) {
  return (
    <Button
      {...(look && { look })}
      title="Moves this output into the prompt, to edit it before the next run"
      disabled={isRunning(run)}
      onClick={() => editChoice(run, choice)}
    >
      {label}
    </Button>
  );
}

/** Why it may be refused or cut; null if it fits or is unknown. */
function useExcess(run: Run, choice: Choice): string | null {
  const { model, models } = useModel(useDraft((state) => state.draft.model));
  const maxTokens = parseNumber(useDraft((state) => state.draft.numbers.max_tokens ?? '')) ?? undefined;
  const counted = usePromptTokens();
  const serviceKey = useClient().serviceKey();
  const isEnded = run.state.phase === 'ended';
  const count = useMemo(() => {
    if (!isEnded) return null;
    const prompt = continuedPrompt(run.request.prompt, choice, choice.text.length);
    return countPromptTokens(counted, { serviceKey, model, prompt, run, choice });
  }, [isEnded, run, choice, counted, serviceKey, model]);
  const context = models.find(({ id }) => id === model)?.context_length;
  return count && contextExcess(count, maxTokens, context);
}
