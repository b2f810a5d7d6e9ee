// Button that sends the prompt with an answer, to continue it.
import { useContext } from 'react';
import { continueChoice } from '#pages/playground/tokens/branch.ts';
import type { Choice } from '#run/choice.ts';
import { RunContext, continueKeys } from '#run/run-store.ts';
import { isRunning, type Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';

interface ContinueActProps {
  run: Run;
  lane: Choice;
  look?: 'plain' | 'quiet';
  label?: string;
  /** Whether it is the run's only choice, which a key continues. */
  isOnly?: boolean;
}

export function ContinueAct({
  run,
  lane,
  look = 'plain',
  label = 'Continue',
  isOnly = false,
}: ContinueActProps) {
  const send = useContext(RunContext);
  const isOff = isRunning(run);
  const act = () => continueChoice(run, lane, send);
  useCommands(isOnly ? [{ title: label, keys: continueKeys, isOff, run: act }] : []);
  return (
    <Button
      look={look}
      title="Sends the prompt with this output"
      disabled={isOff}
      {...(isOnly && { keys: continueKeys })}
      onClick={act}
    >
      {label}
    </Button>
  );
}
