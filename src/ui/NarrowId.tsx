// An id where a phone has little room for it: the middle gives way, since ids differ at their ends.

interface NarrowIdProps {
  id: string;
  /** How many characters at the end are always in sight. */
  endLength: number;
}

/** In mono, 7.2 px a character. On a wider window it is plain text, which is selected and copied as one. */
export function NarrowId({ id, endLength }: NarrowIdProps) {
  const cut = Math.max(0, id.length - endLength);
  return (
    <span className="font-mono text-dense max-tablet:flex max-tablet:min-w-0">
      <span className="max-tablet:min-w-0 max-tablet:truncate">{id.slice(0, cut)}</span>
      <span className="max-tablet:shrink-0">{id.slice(cut)}</span>
    </span>
  );
}
