// Under a run that broke off: what can be done now, what it may cost, and the buttons that do it.
import { useClient } from '#connection/use-client.ts';
import { openConnections } from '#connection/store.ts';
import { focusField } from '#pages/playground/field-focus.ts';
import type { Run } from '#pages/playground/run.ts';
import { Button } from '#ui/Button.tsx';
import { ContinueActs } from './ContinueActs.tsx';
import { nextStep, type WayOut } from './next-step.ts';
import { RepeatAct } from './RepeatAct.tsx';
import { resumeOffers } from './resume-offer.ts';
import { WhyUnreachable } from './WhyUnreachable.tsx';

/** Nothing for a run that is whole. Nothing is ever sent unless it is pressed, or armed by hand. */
export function NextActs({ run }: { run: Run }) {
  const client = useClient();
  const step = nextStep(run);
  const offers = resumeOffers(run);
  const error = run.state.phase === 'ended' ? run.state.error : null;
  const isRepeated = step.canRepeat && run.recording.tokenCount === 0;
  const isSending = isRepeated || offers.some(({ request }) => request !== null);
  return (
    <div className="grid justify-items-start gap-2 empty:hidden">
      {error?.code === 'unreachable' && run.baseUrl !== null && <WhyUnreachable baseUrl={run.baseUrl} />}
      {step.advice !== null && <p>{step.advice}</p>}
      {offers.length > 0 && <ContinueActs run={run} offers={offers} />}
      {isRepeated && <RepeatAct run={run} />}
      {step.ways.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {step.ways.map((way) => (
            <Button key={way} onClick={wayOuts[way].go}>
              {wayOuts[way].label}
            </Button>
          ))}
        </div>
      )}
      {isSending && step.mayBeCharged && (
        <p className="text-dense text-warn">
          The service may have charged for this run already; what is sent now is charged anew.
        </p>
      )}
      {isSending && client.connectionId !== run.connectionId && (
        <p className="text-dense text-warn">It will go to the connection in use now, which is another one.</p>
      )}
    </div>
  );
}

const wayOuts: Readonly<Record<WayOut, { readonly label: string; readonly go: () => void }>> = {
  connections: { label: 'Open connections', go: openConnections },
  model: { label: 'Choose another model', go: () => focusField('model') },
  prompt: { label: 'Go to the prompt', go: () => focusField('prompt') },
};
