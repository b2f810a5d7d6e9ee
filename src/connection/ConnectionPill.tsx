// Connection status pill in the top bar; opens the connections panel.
import { LazyDialog } from '#ui/LazyDialog.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading, Status, type Tone } from '#ui/States.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { activeProfile, kindOf } from './profiles.ts';
import { closeConnections, openConnections, useConnections } from './store.ts';
import type { ConnectionCheck, ConnectionState } from './use-client.ts';

const ConnectionPanel = lazyPart(() => import('./ConnectionPanel.tsx'), 'ConnectionPanel');

/** Fixed width, so that nothing moves when the state changes. */
export function ConnectionPill({ check: { state, problem } }: { check: ConnectionCheck }) {
  const { profiles, activeId, isPanelOpen, upstream } = useConnections();
  const { id, name } = activeProfile({ profiles, activeId }, location.origin);
  const { tone, word } = stateWords[state];
  const isWell = state === 'connected' || state === 'checking';
  const place = kindOf(id, location.hostname);
  const kind = upstream && place !== 'direct' ? `to ${upstream}` : place;
  return (
    <>
      <button
        type="button"
        onClick={openConnections}
        aria-label={`Connection: ${word} ${name} · ${kind}`}
        aria-haspopup="dialog"
        title={problem}
        className="inline-flex h-control max-w-72 min-w-0 items-center gap-1.5 rounded-pill border border-line pr-3 pl-2 text-dense transition-colors hover:border-edge"
      >
        <Status tone={tone}>
          <span className="max-desk:hidden">
            <span className="inline-block min-w-15 text-left text-muted">{word}</span> {name}
          </span>
          <span className="desk:hidden">{isWell ? name : `${word} ${name}`}</span>
        </Status>
        <span className="min-w-0 truncate text-muted max-desk:hidden">· {kind}</span>
      </button>
      {isPanelOpen && (
        <LazyDialog title="Connections" onClose={closeConnections}>
          <PanelBoundary name="The list of connections" whileLoading={<Loading rows={4} />}>
            <ConnectionPanel state={state} problem={problem} />
          </PanelBoundary>
        </LazyDialog>
      )}
    </>
  );
}

/** Never colour alone. */
export const stateWords: Readonly<Record<ConnectionState, { readonly tone: Tone; readonly word: string }>> = {
  checking: { tone: 'none', word: 'checking' },
  connected: { tone: 'ok', word: 'connected' },
  refused: { tone: 'bad', word: 'unauthorized' },
  offline: { tone: 'bad', word: 'unreachable' },
  failing: { tone: 'warn', word: 'failing' },
};
