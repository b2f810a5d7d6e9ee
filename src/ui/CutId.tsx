// Id truncated in the middle, since ids differ at their ends.

interface CutIdProps {
  id: string;
  /** Characters at the end that are always visible. */
  endLength?: number;
  title?: string;
}

export function CutId({ id, endLength = 8, title }: CutIdProps) {
  const cut = Math.max(0, id.length - endLength);
  return (
    <span className="flex min-w-0 font-mono text-dense" title={title}>
      <span className="truncate whitespace-pre">{id.slice(0, cut)}</span>
      <span className="shrink-0 whitespace-pre">{id.slice(cut)}</span>
    </span>
  );
}
