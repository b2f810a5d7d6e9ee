// One answer with its cut: what would be kept, the stop itself, and what would never have been generated.
import { formatCount } from '#lib/format.ts';
import type { Choice } from '#run/choice.ts';
import { toVisible } from '#ui/escapes.ts';
import { cutBlocks, type StopCut } from './cut-at-stops.ts';

interface CutTextProps {
  lane: Choice;
  /** Null where no candidate is in the text. */
  cut: StopCut | null;
}

/** The stop is shown where it stands, with its line ends visible; it is not part of what is kept. */
export function CutText({ lane, cut }: CutTextProps) {
  return (
    <>
      <p className="mb-1 border-b border-line py-1 text-label text-faint tabular-nums">
        choice {lane.index} ·{' '}
        {cut === null ? (
          `no candidate is in its ${formatCount(lane.answerTokenCount)} tokens`
        ) : (
          <>
            <span className="font-mono text-text">{toVisible(cut.stop)}</span> cuts it after{' '}
            {formatCount(cut.tokensUsed)} of {formatCount(lane.answerTokenCount)} tokens ·{' '}
            {formatCount(cut.tokensSaved)} saved
          </>
        )}
      </p>
      <div className="font-mono text-token wrap-anywhere whitespace-pre-wrap [unicode-bidi:isolate]">
        {cutBlocks(lane, cut).map(({ start, kept, hasStop, dropped }) => (
          // A long answer in one piece would be laid out whole, however little of it is in sight.
          <div key={start} className="[contain-intrinsic-block-size:auto_32rem] [content-visibility:auto]">
            {kept}
            {hasStop && (
              <mark className="rounded-token bg-tint px-0.5 text-act outline-1 outline-act">
                {toVisible(cut?.stop ?? '')}
              </mark>
            )}
            {dropped !== '' && <del className="text-faint decoration-line">{dropped}</del>}
          </div>
        ))}
      </div>
    </>
  );
}
