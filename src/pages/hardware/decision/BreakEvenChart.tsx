// Chart of both costs over traffic, with the marker.
import { Suspense } from 'react';
import { formatCompact, formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { computeBreakEven, costLines, periodInWords, verdictSentence } from './break-even.ts';
import type { Decision } from './decision.ts';
import type { MovingTraffic } from './use-decision.ts';

const CostChart = lazyPart(() => import('#charts/CostChart.tsx'), 'CostChart');

interface BreakEvenChartProps {
  decision: Decision;
  /** Of the axis; constant while the marker moves. */
  end: number;
  moving: MovingTraffic;
}

export function BreakEvenChart({ decision, end, moving }: BreakEvenChartProps) {
  const { traffic, period, growth, throughput } = decision.terms;
  const each = periodInWords(period);
  const { serverless, dedicated, crossing, cannotServeFrom } = costLines(decision, end);
  const { serverlessCost, dedicatedCost, serverless: blended } = computeBreakEven(decision);
  const lines = [
    ...(serverless === null
      ? []
      : [
          {
            name: `serverless ${formatDollars(blended.value ?? 0)}/1M`,
            points: serverless,
            colour: 'var(--series-1)',
          },
        ]),
    ...(dedicated === null
      ? []
      : [
          {
            name: `dedicated ${formatDollars(dedicated[0]?.y ?? 0)}/${period}${growth === 'added' && throughput !== null ? ', and more' : ''}`,
            points: dedicated,
            colour: 'var(--series-2)',
          },
        ]),
  ];
  if (lines.length === 0)
    return <p className="p-4 text-muted">Neither has a stated price, so there is nothing to draw.</p>;
  const top = Math.max(...lines.flatMap(({ points }) => points.map(({ y }) => y)), 0.01);
  const beyond =
    cannotServeFrom !== null && traffic > cannotServeFrom ? ', more than the machines can serve' : '';
  const text = `${formatCount(traffic)} tokens/min${beyond}: serverless ${cost(serverlessCost.value)}, dedicated ${cost(dedicatedCost.value)} ${each}`;
  return (
    <Suspense
      fallback={
        <div className="p-4">
          <Loading rows={6} label="Loading the chart" />
        </div>
      }
    >
      <CostChart
        label={`Cost ${each} over traffic. ${verdictSentence(decision)}`}
        lines={lines}
        end={{ x: end, y: top * 1.05 }}
        crossing={crossing && { at: crossing, text: `break-even ${formatCount(crossing.x)}` }}
        outOfReach={cannotServeFrom === null ? null : { from: cannotServeFrom, text: 'cannot serve' }}
        marker={{ x: traffic, text, label: 'Your tokens/min', onMove: moving.move, onRest: moving.rest }}
        xLabel="input + output tokens a minute"
        yLabel={`$ ${each}`}
        formatX={formatCompact}
        formatY={(value) => `$${formatCompact(value)}`}
      />
    </Suspense>
  );
}

function cost(value: number | null): string {
  return value === null ? 'unknown' : formatDollars(value);
}
