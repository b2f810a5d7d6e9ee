// Under a run that broke off: what can be done now, what it may cost, and the buttons that do it.
import type { Run } from '#pages/playground/run.ts';
import { isFree } from '#pricing/completion-cost.ts';
import { Button } from '#ui/Button.tsx';
import { useTokenPrices } from '#pages/playground/use-model.ts';
import { ContinueActs } from './ContinueActs.tsx';
import { writeActs } from './act.ts';
import { nextStep, type WayOut } from './next-step.ts';
import { RepeatAct } from './RepeatAct.tsx';
import { resumeOffers } from './resume-offer.ts';
import type { RunActs } from './run-acts.ts';
import { useIsElsewhere } from './use-is-elsewhere.ts';
import { WhyUnreachable } from './WhyUnreachable.tsx';

interface NextActsProps {
  run: Run;
  /** What the place can do; the Write view's by default. */
  acts?: RunActs;
  /** Of the button that sends the request again. */
  repeatLabel?: string;
}

/** Nothing for a run that is whole. Nothing is ever sent unless it is pressed, or armed by hand. */
export function NextActs({ run, acts = writeActs, repeatLabel = 'Send again' }: NextActsProps) {
  const isElsewhere = useIsElsewhere(run);
  const prices = useTokenPrices(run.request.model).prices;
  const step = nextStep(run);
  const { goOn } = acts;
  const offers = goOn === null ? [] : resumeOffers(run);
  const error = run.state.phase === 'ended' ? run.state.error : null;
  const isRepeated = step.canRepeat && (goOn === null || run.recording.tokenCount === 0);
  const ways = step.ways.flatMap((way) => (acts.ways[way] ? [{ way, go: acts.ways[way] }] : []));
  const isSending = isRepeated || offers.some(({ request }) => request !== null);
  return (
    <div className="grid justify-items-start gap-2 empty:hidden">
      {error?.code === 'unreachable' && run.baseUrl !== null && <WhyUnreachable baseUrl={run.baseUrl} />}
      {step.advice !== null && <p>{step.advice}</p>}
      {goOn !== null && offers.length > 0 && <ContinueActs run={run} offers={offers} onContinue={goOn} />}
      {isRepeated && <RepeatAct run={run} label={repeatLabel} onRepeat={acts.repeat} />}
      {ways.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {ways.map(({ way, go }) => (
            <Button key={way} onClick={go}>
              {wayLabels[way]}
            </Button>
          ))}
        </div>
      )}
      {isSending && step.mayBeCharged && !isFree(prices) && (
        <p className="text-dense text-warn">You may be charged again.</p>
      )}
      {isSending && isElsewhere && (
        <p className="text-dense text-warn">
          This goes to the connection in use now, not to the one it ran on.
        </p>
      )}
    </div>
  );
}

const wayLabels: Readonly<Record<WayOut, string>> = {
  connections: 'Open connections',
  model: 'Choose another model',
  prompt: 'Go to the prompt',
};
