// Heat legend and switches.
import type { CSSProperties, ReactNode } from 'react';
import { formatCounted } from '#lib/format.ts';
import { formatPercent } from '#run/format-share.ts';
import { stopBorders, toggleMark, useMarks, type Marks } from './heat.ts';

interface HeatLegendProps {
  /** Absent: no switch for stalls. */
  stallCount?: number;
  /** Instead of the ramp. */
  instead?: ReactNode;
  children?: ReactNode;
}

export function HeatLegend({ stallCount, instead, children }: HeatLegendProps) {
  const { heat, stalls } = useMarks();
  return (
    <div className="-my-2 grid justify-items-end text-label text-muted @min-[44rem]:@max-[68rem]:flex low:my-0 low:flex">
      {instead || (
        <Switch mark="heat" isOn={heat}>
          probability
          <span aria-hidden="true" className={`flex ${heat ? '' : 'opacity-30'}`}>
            {stopBorders.map((border, index) => (
              <span
                key={border}
                title={`p of ${formatPercent(border)} and below`}
                className="h-2 w-2"
                data-stop=""
                style={stopStyle(index + 1)}
              />
            ))}
          </span>
          <span className="tabular-nums">
            {formatPercent(stopBorders[0] ?? 1)} → {formatPercent(stopBorders.at(-1) ?? 0)}
          </span>
        </Switch>
      )}
      {/* Positioned, so that unseen words in it do not widen the page. */}
      <div className="relative flex items-center gap-1">
        {stallCount === undefined ? (
          <span className="px-1.5 text-faint">sure → surprised</span>
        ) : (
          <Switch mark="stalls" isOn={stalls}>
            <span aria-hidden="true" className={`h-3 w-0.5 bg-text ${stalls ? '' : 'opacity-30'}`} />
            {formatCounted(stallCount, 'pause')}
          </Switch>
        )}
        {children}
      </div>
    </div>
  );
}

const markNames = { heat: 'probabilities', stalls: 'pauses' } as const satisfies Record<keyof Marks, string>;

function Switch({ mark, isOn, children }: { mark: keyof Marks; isOn: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={`${isOn ? 'Hide' : 'Show'} ${markNames[mark]} in the text`}
      onClick={() => toggleMark(mark)}
      className={`${small} gap-1.5 px-1.5 ${isOn ? '' : 'line-through'}`}
    >
      {children}
    </button>
  );
}

function stopStyle(stop: number): CSSProperties & { '--stop': number } {
  return { '--stop': stop, backgroundColor: `var(--ember-${stop})` };
}

export const small =
  'inline-flex h-6 items-center justify-center rounded-control whitespace-nowrap hover:bg-raised hover:text-text';
