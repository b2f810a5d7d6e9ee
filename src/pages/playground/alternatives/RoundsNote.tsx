// How far the draws reach: what they cover, that they are draws, and how later figures are to be read.
import { formatCount } from '#lib/format.ts';
import { percent } from '#pages/playground/tokens/TokenCard.tsx';
import { isRenormalised, type CountedRound } from './tally.ts';

/** One sentence a round; the first round's figures stand for themselves. */
export function RoundsNote({ rounds }: { rounds: readonly CountedRound[] }) {
  const [first, ...later] = rounds;
  if (first === undefined) return null;
  const isAfter = isRenormalised(rounds);
  return (
    <div className="grid gap-1 text-dense">
      <p>
        <span className="font-strong">Sampled, not exhaustive.</span> {describe(first)}
        {first.mass !== null && `, which cover ${percent(Math.min(1, first.mass))} of the probability`}.
      </p>
      {later.map((round, index) => (
        <p key={`round ${index + 2}`} className="text-muted">
          Round {index + 2}, without those before: {describe(round)}
          {round.mass !== null &&
            !isAfter &&
            `, another ${percent(round.mass)} if logprobs are read before the bias`}
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
  const of = answered === asked ? formatCount(answered) : `${formatCount(answered)} of ${formatCount(asked)}`;
  const tokens =
    alternatives.length === 1 ? '1 token' : `${formatCount(alternatives.length)} distinct tokens`;
  return `${of} samples, ${tokens}`;
}
