// Chart of both costs over traffic, with the marker.
import { type RefCallback, Suspense, useCallback, useState } from 'react';
import { formatCompact, formatCount } from '#lib/format.ts';
import { formatDollars } from '#pricing/money.ts';
import { Loading } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { useIsPrinting } from '#ui/use-is-printing.ts';
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

/** On a phone it is two screens below the answer, and took a third of the page's first second. */
export function BreakEvenChart(props: BreakEvenChartProps) {
  const [isNear, watch] = useNear();
  return (
    <div ref={watch} className="h-full">
      {isNear && <Costs {...props} />}
    </div>
  );
}

function Costs({ decision, end, moving }: BreakEvenChartProps) {
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
            name: `dedicated ${growth === 'added' && throughput !== null ? 'from ' : ''}${formatDollars(dedicated[0]?.y ?? 0)}/${period}`,
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

/** Pixels below and above the part of the page that is seen. */
const margin = '400px';

/** @returns whether the watched element is near, or was; on paper everything is */
function useNear(): [boolean, RefCallback<Element>] {
  const [wasNear, setNear] = useState(false);
  const isPrinting = useIsPrinting();
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    // Scrolled boxes have a margin only where the browser knows `scrollMargin`.
    const options = { rootMargin: margin, scrollMargin: margin };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setNear(true);
      observer.disconnect();
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [wasNear || isPrinting, watch];
}
