// The signature: big figures with small words under them, a hairline between; it reads like an instrument.
import type { ReactNode } from 'react';

/** A list of figures in one line; it scrolls sideways when there is no room, and in a low window each has its words beside it. `end` stands at the far end, or below. */
export function InstrumentStrip({
  label,
  end,
  children,
}: {
  label: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys too
      tabIndex={0}
      className="flex min-w-0 items-center gap-3 overflow-x-auto px-4 py-3 tablet:flex-wrap low:flex-nowrap low:py-1"
    >
      <dl className="flex shrink-0">{children}</dl>
      {end && <div className="ml-auto shrink-0">{end}</div>}
    </section>
  );
}

const tones = {
  text: '',
  act: 'text-act',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  faint: 'text-faint',
} as const;

interface FigureProps {
  /** The small words under the figure: what it is, with its unit. */
  label: ReactNode;
  /** The figure; an em dash while it is not known. */
  value: ReactNode;
  /** Room for this many signs, so that a longer figure does not move its neighbours. */
  signs?: number;
  tone?: keyof typeof tones;
}

/** One figure of the strip, with room for its label's and its own longest form. */
export function Figure({ label, value, signs = 4, tone = 'text' }: FigureProps) {
  return (
    <div className="flex flex-col-reverse border-l border-line px-2 first:border-l-0 first:pl-0 last:pr-0 low:flex-row-reverse low:items-baseline low:gap-1.5">
      <dt className="text-label whitespace-nowrap text-faint">{label}</dt>
      <dd
        style={{ minWidth: `${signs}ch` }}
        className={`text-figure font-strong whitespace-nowrap low:min-w-0! ${tones[tone]}`}
      >
        {value}
      </dd>
    </div>
  );
}
