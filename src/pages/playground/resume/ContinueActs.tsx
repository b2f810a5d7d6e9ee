// Goes on from where an answer was cut: one button a choice, with what it sends at most.
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import type { Run } from '#pages/playground/run.ts';
import { useTokenPrices } from '#pages/playground/use-model.ts';
import { boundDollars } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { Button } from '#ui/Button.tsx';
import { boundOfOffer, type ResumeOffer } from './resume-offer.ts';
import type { RunActs } from './run-acts.ts';

interface ContinueActsProps {
  run: Run;
  /** At least one. */
  offers: readonly ResumeOffer[];
  onContinue: NonNullable<RunActs['goOn']>;
}

/** One press is one request: the prompt, the text that came, and what is left of max_tokens. */
export function ContinueActs({ run, offers, onContinue }: ContinueActsProps) {
  const client = useClient();
  const { model, prices } = useTokenPrices(run.request.model);
  const isOnly = run.recording.lanes.size === 1;
  const first = offers.find(({ request }) => request !== null);
  const bound = first && boundOfOffer(first, run, model?.context_length);
  const dollars = bound ? boundDollars(bound, prices) : null;
  return (
    <>
      <ul className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
        {offers.map((offer) => (
          <li key={offer.lane}>
            {offer.request === null ? (
              <p className="text-dense text-muted">
                {isOnly ? 'It' : `Choice ${offer.lane}`} had used all of max_tokens: nothing is left to go on
                with.
              </p>
            ) : (
              <Button look={isOnly ? 'primary' : 'plain'} onClick={() => onContinue(client, run, offer)}>
                {isOnly
                  ? 'Continue from here'
                  : `Continue choice ${offer.lane} from token ${offer.tokenCount}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {bound && (
        <p className="text-dense text-faint">
          Sends up to {formatCount(bound.input)} tokens, generates{' '}
          {bound.output === null ? 'as many as the service gives' : `up to ${formatCount(bound.output)}`}
          {dollars !== null && `: at most ${formatDollars(dollars)}`}
          {isOnly ? '.' : ' per choice.'}
        </p>
      )}
    </>
  );
}
