// The ember ramp with its ends in words, and on hover the probability at which each stop begins.
import { stopBorders } from './heat.ts';

/** Six stops, sure to surprised. */
export function HeatLegend() {
  return (
    <div className="grid justify-items-end gap-1">
      <span className="flex" aria-hidden="true">
        {stopBorders.map((border, index) => (
          <span
            key={border}
            title={`p of ${(border * 100).toPrecision(2)} % and below`}
            className="h-2 w-3.5"
            style={{ backgroundColor: `var(--ember-${index + 1})` }}
          />
        ))}
      </span>
      <span className="text-label text-faint">sure → surprised</span>
    </div>
  );
}
