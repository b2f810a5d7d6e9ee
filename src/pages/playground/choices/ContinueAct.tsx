// Button that sends the prompt with an answer, to continue it.
import { useContext } from 'react';
import type { Choice } from '#run/choice.ts';
import { isRunning, type Run } from '#run/run.ts';
import { RunContext } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { continueChoice } from '#pages/playground/tokens/branch.ts';

interface ContinueActProps {
  run: Run;
  lane: Choice;
  look?: 'plain' | 'quiet';
  label?: string;
}

export function ContinueAct({ run, lane, look = 'plain', label = 'Continue' }: ContinueActProps) {
  const send = useContext(RunContext);
  return (
    <Button
      look={look}
      title="Sends the prompt with this output"
      disabled={isRunning(run)}
      onClick={() => continueChoice(run, lane, send)}
    >
      {label}
    </Button>
  );
}
