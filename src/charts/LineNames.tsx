// The names of lines, each on its own line, in its colour.
import { usePlotArea } from 'recharts';
import type { ChartPoint, NamedLine } from './named-line.ts';
import { placeNames } from './place-names.ts';

interface LineNamesProps {
  lines: readonly NamedLine[];
  colours: readonly string[];
  end: ChartPoint;
  isLeft: boolean;
}

/** Inside of a chart only. */
export function LineNames({ lines, colours, end, isLeft }: LineNamesProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const places = placeNames(lines, plot, end, isLeft);
  return (
    <g className="pointer-events-none">
      {lines.map(({ name }, index) => (
        <text
          key={name}
          {...places[index]}
          fill={colours[index] ?? 'var(--edge)'}
          stroke="var(--bg)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {name}
        </text>
      ))}
    </g>
  );
}
