// The time that is left, by the clock: it goes on between two answers.
import { useNow } from '#ui/use-now.ts';
import type { TimeLeftNow } from './fine-tune-row.ts';
import { leftText } from './left-text.ts';

/** A dash where it is not known. */
export function LeftCell({ left }: { left: TimeLeftNow | null }) {
  const nowMs = useNow();
  return left === null ? <span className="text-faint">—</span> : leftText(left, nowMs);
}
