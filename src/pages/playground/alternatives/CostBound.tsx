// What one draw costs at most, said before it is sent.
import { formatCount } from '#lib/format.ts';
import { useModel } from '#pages/playground/use-model.ts';
import { boundDollars, boundTokens, readTokenPrices } from '#pricing/completion-cost.ts';
import { formatDollars } from '#pricing/money.ts';
import { useTokenUnit } from '#pricing/unit-store.ts';

interface CostBoundProps {
  model: string;
  prompt: string;
  count: number;
}

/** Every sample may be counted with the whole prompt; a price that is not known is said to be unknown. */
export function CostBound({ model, prompt, count }: CostBoundProps) {
  const { models } = useModel(model);
  const unit = useTokenUnit((state) => state.unit);
  const bound = boundTokens({ prompt, max_tokens: 1, n: count }, undefined);
  const prices = readTokenPrices(models.find(({ id }) => id === model)?.pricing, unit);
  const dollars = boundDollars(bound, prices);
  return (
    <p className="text-dense text-muted">
      One request to <span className="font-mono">{model}</span>, at most {formatCount(bound.input)} tokens in
      and {formatCount(bound.output ?? count)} out;{' '}
      {dollars === null
        ? 'its price is not known'
        : `at most ${formatDollars(dollars)} (prices in ${unit.label})`}
      .
    </p>
  );
}
