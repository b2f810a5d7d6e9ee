// One figure of the ranking with its bar: surprise as a length, PMI to either side of nothing.

interface MeasureCellProps {
  shown: string;
  value: number | null;
  /** The greatest distance from zero in the column. */
  largest: number;
  /** Whether values go both ways. */
  isDiverging: boolean;
}

/** A shorter ember bar is a likelier answer; the bar of PMI goes right where the prompt helps. */
export function MeasureCell({ shown, value, largest, isDiverging }: MeasureCellProps) {
  const share = value === null || largest === 0 ? 0 : Math.min(1, Math.abs(value) / largest);
  const width = `${share * (isDiverging ? 50 : 100)}%`;
  return (
    <td className="py-1.5 pl-4 text-right tabular-nums">
      {shown}
      <span aria-hidden="true" className="relative mt-0.5 block h-1 w-full bg-raised">
        {isDiverging ? (
          <>
            <span
              className="absolute inset-y-0 bg-muted"
              style={(value ?? 0) < 0 ? { right: '50%', width } : { left: '50%', width }}
            />
            <span className="absolute -inset-y-px left-1/2 w-px bg-edge" />
          </>
        ) : (
          <span className="absolute inset-y-0 left-0 bg-ember-6" style={{ width }} />
        )}
      </span>
    </td>
  );
}
