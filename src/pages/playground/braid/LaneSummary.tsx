// The line of figures under an answer: who it is, how it ended, how long and how probable it was.
import { formatCount } from '#lib/format.ts';
import type { Lane } from '#pages/playground/lane.ts';
import { finishOf, readLane } from './lane-figures.ts';

interface LaneSummaryProps {
  /** At least one; all have the same text. */
  lanes: readonly Lane[];
  /** Choices that go through here; more than `lanes` where some go on. */
  count: number;
  isReceiving: boolean;
}

/** Names that are listed; more are counted. */
const listed = 4;

/** Logprobs of equal texts are equal but for rounding: those of the first choice stand for all. */
export function LaneSummary({ lanes, count, isReceiving }: LaneSummaryProps) {
  const [first] = lanes;
  if (first === undefined) return null;
  const { tokenCount, meanLogprob, perplexity } = readLane(first, isReceiving);
  const finishes = [...new Set(lanes.map((lane) => finishOf(lane, isReceiving)))].join(', ');
  const parts = [
    `${nameOf(lanes)}${lanes.length < count ? ` ${lanes.length === 1 ? 'ends' : 'end'} here` : ''}`,
    `${formatCount(tokenCount)} ${tokenCount === 1 ? 'token' : 'tokens'}`,
    finishes,
    meanLogprob !== null && `mean logprob ${meanLogprob.toFixed(3).replace('-', '−')}`,
    perplexity !== null && `perplexity ${perplexity.toFixed(2)}`,
  ];
  return (
    <p className="text-label text-faint tabular-nums">{parts.filter((part) => part !== false).join(' · ')}</p>
  );
}

function nameOf(lanes: readonly Lane[]): string {
  const names = lanes
    .slice(0, listed)
    .map(({ index }) => index)
    .join(', ');
  const more = lanes.length > listed ? ` and ${formatCount(lanes.length - listed)} more` : '';
  return `${lanes.length === 1 ? 'choice' : 'choices'} ${names}${more}`;
}
