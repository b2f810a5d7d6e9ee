// Recovery actions under a failed run.
import type { Client } from '#api/client.ts';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { WhyUnreachable } from '#connection/WhyUnreachable.tsx';
import { focusField, fillDraft, useDraft, useNextRequest } from '#draft/draft-store.ts';
import { draftOfRequest } from '#draft/draft-of-request.ts';
import { formatAbout, formatCount } from '#lib/format.ts';
import { usePromptCounter } from '#pages/playground/parameters/prompt-tokens.ts';
import { useModel, useTokenPrices } from '#pages/playground/parameters/use-model.ts';
import { isFree, boundDollars } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { changeTo } from '#pages/playground/parameters/change-to.ts';
import { noteRepeated, noteResumed } from '#run/resumed-runs.ts';
import { runStore, continueKeys } from '#run/run-store.ts';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';
import { RepeatAct } from './RepeatAct.tsx';
import { nextStep, type WayOut } from '#run/next-step.ts';
import { resumeOffers, type RunActs, boundOfOffer, type ResumeOffer } from './resume-offer.ts';

interface NextActsProps {
  run: Run;
  /** Defaults to the Write view's. */
  acts?: RunActs;
  repeatLabel?: string;
}

/** Sends only on a press or an armed retry. */
export function NextActs({ run, acts = writeActs, repeatLabel = 'Send again' }: NextActsProps) {
  const isElsewhere = useElsewhere()(run) !== null;
  const prices = useTokenPrices(run.request.model).prices;
  const step = nextStep(run);
  const { resume } = acts;
  const offers = resume === null ? [] : resumeOffers(run);
  const error = run.state.phase === 'ended' ? run.state.error : null;
  const isRepeated = step.canRepeat && (resume === null || run.recording.tokenCount === 0);
  const ways = step.ways.flatMap((way) => (acts.ways[way] ? [{ way, go: acts.ways[way] }] : []));
  const isSending = isRepeated || offers.some(({ request }) => request !== null);
  return (
    <div className="grid justify-items-start gap-2 empty:hidden">
      {error?.code === 'unreachable' && run.baseUrl !== null && <WhyUnreachable baseUrl={run.baseUrl} />}
      {step.advice !== null && <p>{step.advice}</p>}
      {resume !== null && offers.length > 0 && (
        <ContinueActs
          run={run}
          offers={offers}
          onContinue={resume}
          // The key would not say which run it continues.
          keys={acts === writeActs && run.recording.choices.size === 1 ? continueKeys : undefined}
        />
      )}
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

interface ContinueActsProps {
  run: Run;
  /** At least one. */
  offers: readonly ResumeOffer[];
  onContinue: NonNullable<RunActs['resume']>;
  keys: string | undefined;
}

function ContinueActs({ run, offers, onContinue, keys }: ContinueActsProps) {
  const client = useClient();
  const { model, prices } = useTokenPrices(run.request.model);
  const isOnly = run.recording.choices.size === 1;
  const first = offers.find(({ request }) => request !== null);
  const { tokens, isExact } = usePromptCounter()(run.request);
  const bound = first && boundOfOffer(first, run, model?.context_length, isExact ? tokens : 0);
  const dollars = bound ? boundDollars(bound, prices) : null;
  const resume = (offer: ResumeOffer) => onContinue(client, run, offer);
  useCommands(keys && first ? [{ title: 'Continue', keys, run: () => resume(first) }] : []);
  return (
    <>
      <ul className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
        {offers.map((offer) => (
          <li key={offer.choice}>
            {offer.request === null ? (
              <p className="text-dense text-muted">
                {isOnly ? 'It' : `Choice ${offer.choice}`} used all of max_tokens; nothing is left to continue
                with.
              </p>
            ) : (
              <Button
                look={isOnly ? 'primary' : 'plain'}
                {...(keys && { keys })}
                onClick={() => resume(offer)}
              >
                {isOnly
                  ? 'Continue from here'
                  : `Continue choice ${offer.choice} from token ${formatAbout(String(offer.tokenCount), run.recording.isUncounted)}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {bound && (
        <p className="text-dense text-faint">
          Sends the prompt with this answer, up to {formatCount(bound.input)} tokens, and generates{' '}
          {bound.output === null ? 'as many as the service allows' : `up to ${formatCount(bound.output)}`}
          {dollars !== null && `: at most ${formatDollars(dollars)}`}
          {isOnly ? '.' : ' per choice.'}
        </p>
      )}
      {onContinue === continueRun && first && <EarlierSettings run={run} />}
    </>
  );
}

/** Continuing puts the run's model and settings back into Write. */
function EarlierSettings({ run }: { run: Run }) {
  const { model, models } = useModel(useDraft(({ draft }) => draft.model));
  const next = useNextRequest(model);
  const change = next && changeTo(next, run, models);
  if (change === null) return null;
  return (
    <p className="text-dense text-warn">
      It continues with {change === 'settings' ? 'the settings' : `${run.request.model} and the settings`} of
      this output, not with those chosen since.
    </p>
  );
}

const writeActs: RunActs = {
  repeat: repeatRun,
  resume: continueRun,
  ways: {
    connections: openConnections,
    model: () => focusField('model')?.click(),
    prompt: () => focusField('prompt'),
  },
};

/** A no-op while a run receives. */
function continueRun(client: Client, run: Run, { choice, tokenCount, request }: ResumeOffer): void {
  if (request === null || runStore.current()?.state.phase !== 'ended') return;
  const filled = draftOfRequest(request);
  const { max_tokens: _, ...numbers } = filled.numbers;
  // What is left of max_tokens is for this answer alone.
  const { max_tokens: own } = useDraft.getState().draft.numbers;
  fillDraft(
    { ...filled, numbers: own === undefined ? numbers : { ...numbers, max_tokens: own } },
    { how: 'resumed', runId: run.id, choice },
  );
  const next = start(client, request);
  if (next !== null) noteResumed(next.id, { fromRunId: run.id, choice }, tokenCount);
}

/** Leaves the draft alone. A no-op while a run receives. */
function repeatRun(client: Client, run: Run): void {
  const next = start(client, run.request);
  if (next !== null) noteRepeated(next.id, run.id);
}

function start(client: Client, request: Run['request']): Run | null {
  return runStore.start(client, request) ? runStore.current() : null;
}
