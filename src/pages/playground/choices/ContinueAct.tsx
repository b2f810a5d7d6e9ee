// Buttons that continue or edit an answer.
import { useContext } from 'react';
import { inputLimits } from '#api/schema/request-fields.ts';
import { useDraft } from '#draft/draft-store.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { useExcess } from '#pages/playground/parameters/use-excess.ts';
import { continueChoice, editChoice } from '#pages/playground/tokens/branch.ts';
import type { Choice } from '#run/choice.ts';
import { RunContext, continueKeys } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
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
  const excess = useExcess(run, choice, choice.text.length);
  // The next request asks for as many choices as the page says.
  const asked = parseNumber(useDraft((state) => state.draft.numbers.n ?? ''));
  const n = typeof asked === 'number' && isWithin(asked, { ...inputLimits('n'), isWhole: true }) ? asked : 1;
  const act = () => send && continueChoice(run, choice, send);
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
