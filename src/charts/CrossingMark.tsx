// A ring where two lines cross, with its words at the upper left, where a rising line leaves room.
import { usePlotArea } from 'recharts';
import type { ChartPoint } from './named-line.ts';

interface CrossingMarkProps {
  at: ChartPoint;
  text: string;
  /** Ends of both axes, which begin at 0. */
  end: ChartPoint;
}

/** Inside of a chart only. The words stay within the plot. */
export function CrossingMark({ at, text, end }: CrossingMarkProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const x = plot.x + (at.x / end.x) * plot.width;
  const y = plot.y + plot.height * (1 - at.y / end.y);
  return (
    <g className="pointer-events-none">
      <circle cx={x} cy={y} r={5} fill="var(--panel)" stroke="var(--text)" strokeWidth={2} />
      <text
        x={Math.max(plot.x + 4, x - 6 - text.length * 6)}
        y={Math.max(plot.y + 10, y - 12)}
        fill="var(--text)"
        stroke="var(--bg)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {text}
      </text>
    </g>
  );
}
