// Id truncated in the middle on phones, since ids differ at their ends.

interface NarrowIdProps {
  id: string;
  /** Characters at the end that are always visible. */
  endLength: number;
}

/** In mono, 7.2 px per character. On wider windows it is plain text, so that selecting and copying works. */
export function NarrowId({ id, endLength }: NarrowIdProps) {
  const cut = Math.max(0, id.length - endLength);
  return (
    <span className="font-mono text-dense max-tablet:flex max-tablet:min-w-0">
      <span className="max-tablet:min-w-0 max-tablet:truncate">{id.slice(0, cut)}</span>
      <span className="max-tablet:shrink-0">{id.slice(cut)}</span>
    </span>
  );
}
