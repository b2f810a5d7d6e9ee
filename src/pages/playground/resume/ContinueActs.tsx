// Goes on from where an answer was cut: one button a choice, with what it sends at most.
import { useClient } from '#connection/use-client.ts';
import { formatCount } from '#lib/format.ts';
import type { Run } from '#pages/playground/run.ts';
import { useModel } from '#pages/playground/use-model.ts';
import { boundDollars, boundTokens, readTokenPrices } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';
import { Button } from '#ui/Button.tsx';
import type { ResumeOffer } from './resume-offer.ts';
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
  const { models } = useModel(run.request.model);
  const unit = useTokenUnit((state) => state.unit);
  const model = models.find(({ id }) => id === run.request.model);
  const prices = readTokenPrices(model?.pricing, unit);
  const isOnly = run.recording.lanes.size === 1;
  const sendable = offers.flatMap(({ request }) => request ?? []);
  const [first] = sendable;
  const bound = first && boundTokens(first, model?.context_length);
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
          Sends the prompt with the text that came, at most {formatCount(bound.input)} tokens, and asks for{' '}
          {bound.output === null
            ? 'as many as the service gives'
            : `at most ${formatCount(bound.output)} more`}
          {dollars !== null && `: at most ${formatDollars(dollars)}`}
          {isOnly ? '.' : ' a choice.'}
        </p>
      )}
    </>
  );
}
