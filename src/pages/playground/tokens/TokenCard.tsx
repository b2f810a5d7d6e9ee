// Token card, outline and announcement.
import { formatAbout, formatDuration, formatPerplexity, noValue } from '#lib/format.ts';
import { formatLogprob, formatProbability } from '#run/format-share.ts';
import type { Choice } from '#run/choice.ts';
import type { Run } from '#run/run.ts';
import { leastLikely, perplexityUpTo, readToken, type TokenFacts } from '#run/token.ts';
import { toVisibleToken } from '#ui/visible-text.ts';
import { cardWidth, type TokenPlace } from './blocks.ts';
import { readSentToken, useEventTexts } from './sent-token.ts';
import { stallBefore } from './stalls.ts';

export function TokenCard({ choice, token }: { choice: Choice; token: number }) {
  const facts = readToken(choice, token);
  const perplexity = perplexityUpTo(choice, token);
  const stallMs = stallBefore(choice.arrivals, token);
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <bdi className="truncate font-mono text-token font-strong">
          {toVisibleToken(facts.text) || 'no text'}
        </bdi>
        <span className="shrink-0 text-dense text-muted">
          token {token + 1}
          {facts.id !== null && ` · id ${formatAbout(String(facts.id), !Number.isSafeInteger(facts.id))}`}
          {facts.isSpecial && ' · special'}
        </span>
      </div>
      <p className="text-dense">
        {describeProbability(facts)}
        {leastLikely(choice) === token && ' · lowest probability in this text'}
      </p>
      <p className="text-dense text-muted">
        {[perplexity !== null && `perplexity so far ${formatPerplexity(perplexity)}`, timeOf(choice, facts)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {stallMs !== null && (
        <p className="text-dense text-warn">Pause: nothing came for {formatDuration(stallMs)} before it</p>
      )}
    </>
  );
}

/** A token of the prompt was there before. */
function timeOf({ promptTokenCount }: Choice, { token, arrivedMs, gapMs }: TokenFacts): string {
  if (token < promptTokenCount || Number.isNaN(arrivedMs)) return '';
  return `at ${formatDuration(arrivedMs)}${gapMs === null ? '' : ` (+${formatDuration(gapMs)})`}`;
}

function describeProbability({ logprob, probability }: TokenFacts): string {
  if (logprob === null) return 'no logprob was sent';
  if (logprob === Number.NEGATIVE_INFINITY) return 'logprob −∞: reported as impossible by the service';
  if (probability === null) return `logprob ${formatLogprob(logprob)}: above zero, which no probability has`;
  return `p ${formatProbability(probability)} · logprob ${formatLogprob(logprob)}`;
}

interface TokenFocusMarkProps {
  choice: Choice;
  place: TokenPlace;
  hasCard: boolean;
  /** Null: alternatives are not shown. */
  run: Run | null;
}

/** Place it where `place` was measured. */
export function TokenFocusMark({ choice, place, hasCard, run }: TokenFocusMarkProps) {
  return (
    <>
      <TokenOutline rects={place.rects} />
      {hasCard && (
        <div
          aria-hidden="true"
          data-card=""
          title="Press to pin"
          className="absolute z-1 grid max-w-full cursor-default gap-0.5 rounded-control border border-edge bg-panel px-3 py-2 font-sans whitespace-normal shadow-float select-none"
          style={{ ...place.card, width: cardWidth }}
        >
          <TokenCard choice={choice} token={place.token} />
          {run && <SentAlternatives run={run} choice={choice} token={place.token} />}
        </div>
      )}
    </>
  );
}

const shownAlternatives = 3;

/** The likeliest of those sent with the token; a pinned card lists all. */
function SentAlternatives({ run, choice, token }: { run: Run; choice: Choice; token: number }) {
  useEventTexts(run.recording.events);
  const sent = readSentToken(run.recording, choice, token, run.request.n ?? 1)?.top;
  if (!sent) return null;
  const likeliest = sent
    .toSorted((one, other) => (other.logprob ?? -Infinity) - (one.logprob ?? -Infinity))
    .slice(0, shownAlternatives);
  return (
    <ol className="mt-1 grid border-t border-line pt-1 text-dense text-muted">
      {likeliest.map(({ id, text, logprob }) => (
        <li key={`${id ?? 'text'} ${text} ${logprob}`} className="flex justify-between gap-4">
          <bdi className="truncate font-mono">{toVisibleToken(text) || 'no text'}</bdi>
          <span className="shrink-0 tabular-nums">
            {logprob === null || logprob > 0 ? noValue : formatProbability(Math.exp(logprob))}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function announce(choice: Choice, token: number): string {
  const facts = readToken(choice, token);
  return `${toVisibleToken(facts.text)}, ${describeProbability(facts)}, token ${token + 1} of ${choice.tokenCount}`;
}

/** Constant while the answer grows: spoken only once. */
export function announcePinned(choice: Choice, token: number): string {
  const facts = readToken(choice, token);
  return `Pinned: ${toVisibleToken(facts.text)}, ${describeProbability(facts)}, token ${token + 1}`;
}

/** One box per line of text. */
export function TokenOutline({ rects }: Pick<TokenPlace, 'rects'>) {
  return rects.map((rect) => (
    <span
      key={`${rect.left} ${rect.top}`}
      aria-hidden="true"
      className="pointer-events-none absolute rounded-token outline-2 outline-act"
      style={rect}
    />
  ));
}
