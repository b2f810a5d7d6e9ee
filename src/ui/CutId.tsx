// Id truncated in the middle, since ids differ at their ends.

/** Characters at the end that are always visible. */
const endLength = 8;

export function CutId({ id }: { id: string }) {
  const cut = Math.max(0, id.length - endLength);
  return (
    <span className="flex min-w-0 font-mono text-dense" title={id}>
      <span className="truncate whitespace-pre">{id.slice(0, cut)}</span>
      <span className="shrink-0 whitespace-pre">{id.slice(cut)}</span>
    </span>
  );
}
