// The names of a chart's lines: each is a button that hides its line, and says so.
import { LineSample } from './LineSample.tsx';
import type { Track } from './track.ts';

interface LegendProps {
  tracks: readonly Track[];
  onToggle: (track: Track) => void;
}

/** In the order of runs; a hidden line keeps its place. */
export function Legend({ tracks, onToggle }: LegendProps) {
  return (
    <div role="group" aria-label="Lines" className="flex min-w-0 flex-wrap gap-x-1">
      {tracks.map((track) => (
        <button
          key={track.key}
          type="button"
          aria-pressed={!track.isHidden}
          onClick={() => onToggle(track)}
          className={`inline-flex h-6 max-w-60 items-center gap-1.5 rounded-control px-1.5 text-dense transition-colors hover:bg-raised pointer-coarse:h-control ${track.isHidden ? 'text-faint line-through' : ''}`}
        >
          <LineSample colour={track.colour} dash={track.dash} hasRing={track.isSparse} />
          <span className="truncate">{track.label}</span>
        </button>
      ))}
    </div>
  );
}
