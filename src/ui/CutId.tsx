// Id truncated in the middle.
import type { CSSProperties } from 'react';

interface CutIdProps {
  id: string;
  /** Characters at the end that are always visible. */
  endLength?: number;
  title?: string;
}

/** One text, to be selected and read as a whole; the end is drawn over it. Paper has room for all of it. */
export function CutId({ id, endLength = 8, title }: CutIdProps) {
  const style: CSSProperties & Record<'--end', string> = {
    // In mono, width is a count of characters. The end has none unless the id is cut, and leaves room for the beginning.
    '--end': `clamp(0px, (${id.length}ch - 100% - 0.1px) * 9999, min(${endLength}ch, 100% - 5ch))`,
    maxWidth: `${id.length}ch`,
  };
  return (
    <span
      title={title}
      data-end={id.slice(-endLength)}
      style={style}
      className="relative block min-w-0 flex-auto font-mono text-dense after:absolute after:top-0 after:right-0 after:flex after:w-(--end) after:justify-end after:overflow-hidden after:whitespace-pre after:content-[attr(data-end)/''] print:after:hidden"
    >
      <span className="mr-(--end) block truncate whitespace-pre print:mr-0">{id}</span>
    </span>
  );
}
