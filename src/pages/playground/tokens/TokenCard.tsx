// What is known of the token under the pointer or the cursor.
import { formatDuration } from '#lib/format.ts';
import type { Lane } from '#pages/playground/lane.ts';
import { stallBefore } from './stalls.ts';
import { leastLikely, perplexityUpTo, readToken, type TokenFacts } from './token-facts.ts';
import { toVisibleToken } from './visible-text.ts';

/** Reads like one line of an instrument; the text is shown with its spaces and controls visible. */
export function TokenCard({ lane, token }: { lane: Lane; token: number }) {
  const facts = readToken(lane, token);
  const perplexity = perplexityUpTo(lane, token);
  const stallMs = stallBefore(lane.arrivals, token);
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <bdi className="truncate font-mono text-token font-strong">
          {toVisibleToken(facts.text) || 'no text'}
        </bdi>
        <span className="shrink-0 text-dense text-muted">
          token {token + 1}
          {facts.id !== null && ` · id ${Number.isSafeInteger(facts.id) ? '' : '≈ '}${facts.id}`}
          {facts.isSpecial && ' · special'}
        </span>
      </div>
      <p className="text-dense">
        {describeProbability(facts)}
        {leastLikely(lane) === token && ' · lowest probability in this output'}
      </p>
      <p className="text-dense text-muted">
        {perplexity !== null && `perplexity so far ${perplexity.toFixed(2)} · `}
        at {formatDuration(facts.arrivedMs)}
        {facts.gapMs !== null && ` (+${formatDuration(facts.gapMs)})`}
      </p>
      {stallMs !== null && (
        <p className="text-dense text-warn">Stall: nothing came for {formatDuration(stallMs)} before it</p>
      )}
    </>
  );
}

/** Probability and logprob in words; what is missing or impossible is said, not drawn. */
export function describeProbability({ logprob, probability }: TokenFacts): string {
  if (logprob === null) return 'no logprob was sent';
  if (logprob === Number.NEGATIVE_INFINITY) return 'logprob −∞: called impossible by the service';
  if (probability === null) return `logprob ${signed(logprob)}: above zero, which no probability has`;
  return `p ${percent(probability)} · logprob ${signed(logprob)}`;
}

/** A probability in percent; what rounds to an end is said to be near it. */
export function percent(probability: number): string {
  const share = probability * 100;
  if (share >= 99.95 && share < 100) return '> 99.9 %';
  if (share > 0 && share < 0.01) return '< 0.01 %';
  return `${share.toFixed(share < 10 ? 2 : 1)} %`;
}

/** Three decimals, with a real minus sign. */
export function signed(value: number): string {
  return value.toFixed(3).replace('-', '−');
}
