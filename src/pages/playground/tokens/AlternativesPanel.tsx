// Sampling panel of next-token alternatives.
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import type { TopToken } from '#api/read-view.ts';
import { openConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { formatCount, formatCounted, noValue } from '#lib/format.ts';
import { formatPercent } from '#run/format-share.ts';
import { countSamples, type TokenSample, isRenormalised, type CountedRound } from './count-samples.ts';
import { RequestsCost } from '#pages/playground/parameters/RequestsCost.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { NextActs } from '#pages/playground/recovery/NextActs.tsx';
import { SilenceNotice } from '#pages/playground/recovery/SilenceNotice.tsx';
import { takeRunChord, useRunKeys } from '#run/run-store.ts';
import { Button } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { Failed } from '#ui/States.tsx';
import { useDraft, isWithin, numberProblem, parseNumber } from '#ui/number-text.ts';
import { AlternativeRows, TokenTable } from './AlternativeRows.tsx';
import {
  alternativesRequest,
  maxSamples,
  sampleAlternatives,
  alternativesStore,
  stopSampling,
  useSamplingRun,
} from './sample-alternatives.ts';

interface AlternativesPanelProps {
  model: string;
  prompt: string;
  answerToken: TokenSample | null;
  /** Includes the answer's token. */
  sent: readonly TopToken[];
  onChoose: (text: string) => void;
  /** Below its prompt's field, with page-wide Ctrl+Enter and Escape. */
  isLab?: boolean;
}

export function AlternativesPanel(props: AlternativesPanelProps) {
  const { model, prompt, answerToken, sent, onChoose, isLab = false } = props;
  const client = useClient();
  const { models } = useModel(model);
  const sampling = useMemo(() => alternativesStore(client, model, prompt), [client, model, prompt]);
  const { rounds, count, runId, failed, refusedCount } = useStore(sampling);
  const counted = rounds.map(countSamples);
  const found = counted.flatMap(({ alternatives }) => alternatives);
  const ids = found.flatMap(({ id }) => id ?? []);
  const isSampling = runId !== null;
  const [countText, setCountText] = useDraft(count, String(count));
  const isCount = countText.trim() !== '' && numberProblem(countText, sampleLimits) === null;
  const running = useSamplingRun(sampling);
  const canBan = ids.length > 0;

  function handleSample(without: readonly string[]) {
    sampleAlternatives(sampling, client, model, prompt, without).catch(() => undefined);
  }
  function handleNext() {
    if (isCount && !isSampling && (found.length === 0 || canBan)) handleSample(ids);
  }
  function handleKey(event: KeyboardEvent) {
    if (takeRunChord(event)) handleNext();
  }

  return (
    <div role="presentation" className="grid gap-4" data-keys="panel" onKeyDown={handleKey}>
      {isLab ? (
        <PageKeys onRun={handleNext} onStop={() => stopSampling(sampling)} canStop={isSampling} />
      ) : (
        <PromptEnd prompt={prompt} />
      )}
      {sent.length > 0 && <SentAlternatives sent={sent} prompt={prompt} onChoose={onChoose} />}
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Samples</span>
          <NumberInput
            aria-label="Samples"
            {...sampleLimits}
            text={countText}
            disabled={isSampling}
            onText={(text) => {
              const meant = parseNumber(text);
              const isRight = typeof meant === 'number' && isWithin(meant, sampleLimits);
              setCountText(text, isRight ? meant : count);
              if (isRight) sampling.setState({ count: meant });
            }}
          />
          {isSampling ? (
            <Button {...(isLab && { keys: 'Escape' })} onClick={() => stopSampling(sampling)}>
              Stop
            </Button>
          ) : (
            <Button
              look="primary"
              keys="Mod+Enter"
              disabled={!isCount || (found.length > 0 && !canBan)}
              onClick={handleNext}
            >
              {`Sample ${isCount ? formatCount(count) : noValue}${found.length > 0 ? ' more' : ''}`}
            </Button>
          )}
          <output aria-label="Progress" className="text-dense text-muted">
            {isSampling && 'Sampling …'}
            {!isSampling && found.length > 0 && (
              <span className="sr-only">{formatCounted(found.length, 'token')} found</span>
            )}
          </output>
        </div>
        {found.length > 0 && !canBan && (
          <p className="text-dense text-muted">A token without an id cannot be banned from the next draw.</p>
        )}
        {canBan && ids.length < found.length && (
          <p className="text-dense text-muted">
            Tokens found so far are banned from the next draw, except {formatCount(found.length - ids.length)}{' '}
            without an id, which may recur.
          </p>
        )}
        <div className="flex flex-wrap gap-x-2">
          {!isLab && <span className="font-mono text-dense wrap-anywhere text-muted">{model}</span>}
          {isCount ? (
            <RequestsCost requests={[alternativesRequest(model, prompt, count, [])]} models={models} />
          ) : (
            noValue
          )}
        </div>
        {refusedCount !== null && (
          <p className="text-dense text-warn">
            The service refused {formatCount(refusedCount)} at once, so the number was lowered. Nothing was
            resent.
          </p>
        )}
      </div>
      {running && <SilenceNotice key={running.id} runs={[running]} onStop={() => stopSampling(sampling)} />}
      {failed?.state.phase === 'ended' && (
        <div className="grid gap-2">
          <Failed
            title={
              found.length > 0 ? 'The draw ended early; what arrived is kept' : 'The service sent no tokens'
            }
          >
            {failed.state.error?.serviceMessage ?? failed.state.error?.message}
          </Failed>
          <NextActs
            run={failed}
            acts={{
              repeat: () => handleSample(ids),
              resume: null,
              ways: { connections: openConnections },
            }}
          />
        </div>
      )}
      {counted.length > 0 && (
        <>
          <RoundsNote rounds={counted} />
          <AlternativeRows rounds={counted} answerToken={answerToken} prompt={prompt} onChoose={onChoose} />
        </>
      )}
    </div>
  );
}

function PageKeys(keys: Parameters<typeof useRunKeys>[0]) {
  useRunKeys(keys);
  return null;
}

/** Takes the focus from the dialog's header, so that the panel's keys work at once. */
function PromptEnd({ prompt }: { prompt: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p
      ref={text}
      tabIndex={-1}
      className="rounded-control border border-line bg-bg px-3 py-2 font-mono text-dense wrap-anywhere whitespace-pre-wrap outline-none"
    >
      <bdi>{tailOf(prompt)}</bdi>
      <span className="text-act" aria-hidden="true">
        ▏
      </span>
    </p>
  );
}

/** Without half of a surrogate pair. */
function tailOf(prompt: string): string {
  if (prompt.length <= 160) return prompt;
  return `…${prompt.slice(-160).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

const sampleLimits = { min: 1, max: maxSamples, isWhole: true };

const pressHint = 'Press a token to go on from here with it.';

interface SentAlternativesProps {
  sent: readonly TopToken[];
  prompt: string;
  onChoose: (text: string) => void;
}

/** Some services send floor values (−9999). */
function SentAlternatives({ sent, prompt, onChoose }: SentAlternativesProps) {
  const sorted = sent.toSorted(
    (one, other) => (other.logprob ?? Number.NEGATIVE_INFINITY) - (one.logprob ?? Number.NEGATIVE_INFINITY),
  );
  return (
    <div>
      <p className="pb-1">
        <span className="font-strong">Sent with the answer.</span> {pressHint}
      </p>
      <TokenTable
        label="Sent with the answer"
        rows={sorted.map(({ id, text, logprob }) => ({
          id: id === undefined ? null : String(id),
          text,
          logprob,
          isSpecial: false,
        }))}
        prompt={prompt}
        onChoose={onChoose}
      />
    </div>
  );
}

function RoundsNote({ rounds }: { rounds: readonly CountedRound[] }) {
  const [first, ...later] = rounds;
  if (first === undefined) return null;
  const isAfter = isRenormalised(rounds);
  return (
    <div className="grid gap-1 text-dense">
      <p>
        <span className="font-strong">Sampled, not exhaustive.</span> {describe(first)}
        {first.mass !== null && `, which cover ${formatPercent(Math.min(1, first.mass))} of the probability`}.
        If the service limits top_k by default, tokens beyond it never come. Your temperature, bias and other
        parameters are left out. {pressHint}
      </p>
      {later.map((round, index) => (
        <p key={`round ${index + 2}`} className="text-muted">
          Round {index + 2}, without those before: {describe(round)}
          {round.mass !== null &&
            !isAfter &&
            `, another ${formatPercent(round.mass)} if logprobs are read before the bias`}
          .
        </p>
      ))}
      {later.length > 0 && (
        <p className="text-muted">
          {isAfter
            ? 'The rounds are more than 100 % together: the service seems to count after the bias, so figures of later rounds are not those of the first.'
            : 'Assumed: logprobs are the model’s own, before the bias. A service that counts after it shows later rounds too likely.'}
        </p>
      )}
    </div>
  );
}

function describe({ asked, answered, alternatives }: CountedRound): string {
  const samples = formatCounted(asked, 'sample');
  const of = answered === asked ? samples : `${formatCount(answered)} of ${samples}`;
  const tokens =
    alternatives.length === 1 ? '1 token' : `${formatCount(alternatives.length)} distinct tokens`;
  return `${of}, ${tokens}`;
}
