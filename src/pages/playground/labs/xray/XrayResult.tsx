// The X-ray itself: figures, the painted prompt with the marked span, and its lines beside it.
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import { useMemo, useRef, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { LeftOutNote } from '#pages/playground/labs/score/LeftOutNote.tsx';
import type { Scoring } from '#pages/playground/labs/score/read-score.ts';
import {
  formatPerplexity,
  formatSurprise,
  useSurpriseUnit,
} from '#pages/playground/labs/score/surprise-unit.ts';
import { UnitSwitch } from '#pages/playground/labs/score/UnitSwitch.tsx';
import { HeatLegend } from '#pages/playground/tokens/HeatLegend.tsx';
import { focusToken } from '#pages/playground/tokens/pinned-token.ts';
import { TokenText } from '#pages/playground/tokens/TokenText.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Figure, InstrumentStrip } from '#ui/InstrumentStrip.tsx';
import { LineList } from './LineList.tsx';
import { laneOfScore } from './prompt-lane.ts';
import { SpanJump } from './SpanJump.tsx';
import { SpanMark } from './SpanMark.tsx';
import type { Span } from './spans.ts';

/** Mounted anew for another scoring. */
export function XrayResult({ scoring }: { scoring: Extract<Scoring, { ok: true }> }) {
  const { score, run } = scoring;
  const unit = useSurpriseUnit((state) => state.unit);
  const lane = useMemo(() => laneOfScore(score, run.recording.lastEventMs ?? 0), [score, run]);
  const root = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  return (
    <section aria-label="X-ray" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="-mx-4 border-y border-line">
        <InstrumentStrip label="X-ray figures" end={<HeatLegend />}>
          <Figure label="perplexity" value={formatPerplexity(score.perplexity)} signs={6} />
          <Figure
            label={`${unit}/token`}
            value={formatSurprise(score.mean === null ? null : -score.mean, unit)}
            signs={5}
          />
          <Figure
            label={`${unit} in all`}
            value={formatSurprise(score.sum === null ? null : -score.sum, unit)}
            signs={8}
          />
          <Figure label="tokens" value={formatCount(score.tokens.length)} signs={5} />
          <Figure
            label="read by"
            value={<span className="font-mono text-dense font-regular">{run.request.model}</span>}
          />
        </InstrumentStrip>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SpanJump
          score={score}
          onSpan={(next) => {
            setSpan(next);
            focusToken(lane, next.peak, 'table');
          }}
        />
        <span className="ml-auto flex items-center gap-2 max-tablet:ml-0">
          <UnitSwitch />
          <CopyButton text={() => lane.text.toString()} label="Copy prompt" />
        </span>
      </div>
      <OtherConnection runs={[run]} />
      <LeftOutNote score={scoring.score} doubt={scoring.doubt} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:h-[max(18rem,calc(100dvh-26rem))] desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div
          data-scroll=""
          className="min-h-0 overflow-y-auto pb-32 font-mono text-token max-desk:max-h-[60dvh]"
        >
          <div ref={root} className="relative max-w-[92ch]">
            <TokenText lane={lane} isReceiving={false} isHeated label="Prompt, scored" />
            {span && <SpanMark root={root} lane={lane} span={span} />}
          </div>
        </div>
        <LineList score={score} unit={unit} onToken={(token) => focusToken(lane, token, 'table')} />
      </div>
    </section>
  );
}
