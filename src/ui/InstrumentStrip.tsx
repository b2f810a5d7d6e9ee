// Strip of key figures.
import type { ReactNode } from 'react';

/** Wraps, and scrolls sideways on a phone and in a low window, where labels are beside figures. */
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it too
      tabIndex={0}
      className="@container flex min-w-0 items-center gap-x-2 gap-y-3 overflow-x-auto px-4 py-3 tablet:flex-wrap low:flex-nowrap low:py-1 print:flex-wrap"
    >
      <dl className="contents">{children}</dl>
      {end && <div className="ml-auto shrink-0 pl-1">{end}</div>}
    </section>
  );
}

const tones = { text: '', act: 'text-act', bad: 'text-bad', faint: 'text-faint' } as const;

interface FigureProps {
  /** With its unit. */
  label: ReactNode;
  /** An em dash while unknown. */
  value: ReactNode;
  /** Reserved characters: a longer figure does not move its neighbours. */
  minChars?: number;
  tone?: keyof typeof tones;
}

export function Figure({ label, value, minChars = 4, tone = 'text' }: FigureProps) {
  return (
    <div className="flex flex-col-reverse border-r border-line pr-2 last:border-r-0 last:p-0 low:flex-row-reverse low:items-center low:gap-1.5">
      <dt className="text-label whitespace-nowrap text-faint">{label}</dt>
      <dd
        style={{ minWidth: `${minChars}ch` }}
        className={`text-figure font-strong whitespace-nowrap low:min-w-0! ${tones[tone]}`}
      >
        {value}
      </dd>
    </div>
  );
}
