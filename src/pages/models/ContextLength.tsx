// A context length exactly as the service says it, and before it the short form where that says the same.
import { formatCount } from '#lib/format.ts';
import { shortContext } from './short-context.ts';

/** "128K 131,072"; 163,839 has no short form. */
export function ContextLength({ tokens }: { tokens: number | undefined }) {
  if (tokens === undefined) return <span className="text-faint">—</span>;
  const short = shortContext(tokens);
  return (
    <>
      {short !== null && <span className="mr-2 text-dense text-faint">{short}</span>}
      {formatCount(tokens)}
    </>
  );
}
