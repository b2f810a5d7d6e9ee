// One watch in the list: what it waits for, when it asked and asks again, and how it ended.
import { ago } from '#pages/hardware/age.ts';
import { useNow } from '#ui/use-now.ts';
import { secondsWord } from '#pages/hardware/seconds-word.ts';
import { Button } from '#ui/Button.tsx';
import { Status } from '#ui/Status.tsx';
import { acknowledge, watcher } from './watches.ts';
import { firstOf } from './found-words.ts';
import type { Watch } from './watcher.ts';

/** Stop ends a watch; what has ended can be removed. */
export function WatchLine({ watch }: { watch: Watch }) {
  const nowMs = useNow();
  const { id, model, wanted, state, problem } = watch;
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-mono text-dense wrap-anywhere">
          {wanted.length === 0 ? 'any that becomes available' : wanted.join(', ')}
        </p>
        <p className="text-dense wrap-anywhere text-muted">for {model}</p>
        <p className="mt-0.5 text-dense text-muted tabular-nums">
          <Status tone={state === 'found' ? 'ok' : state === 'watching' ? 'live' : 'bad'}>
            {wordOf(watch, nowMs)}
          </Status>
        </p>
        {problem !== null && <p className="text-dense wrap-anywhere text-muted">{problem}</p>}
      </div>
      <Button
        look="quiet"
        aria-label={`${state === 'watching' ? 'Stop' : 'Remove'} the watch for ${wanted.join(', ') || 'any'}`}
        onClick={() => {
          acknowledge(id);
          watcher.stop(id);
        }}
      >
        {state === 'watching' ? 'Stop' : 'Remove'}
      </Button>
    </li>
  );
}

function wordOf({ state, found, foundMs, askCount, askedMs, nextMs }: Watch, nowMs: number): string {
  if (state === 'found') return `available ${ago(foundMs ?? nowMs, nowMs)}: ${firstOf(found)}`;
  if (state === 'failed') return 'ended: the service refuses to answer';
  if (state === 'ended') return 'ended: its connection was changed or forgotten';
  const next = nextMs === null ? 'asking' : `asks again in ${secondsWord(nextMs - nowMs)}`;
  return askedMs === null ? 'asking' : `asked ${askCount === 1 ? 'once' : `${askCount} times`}, ${next}`;
}
