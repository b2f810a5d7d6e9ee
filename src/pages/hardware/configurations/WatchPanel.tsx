// Availability watches.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Client } from '#api/client.ts';
import { hardwareQuery } from '#api/queries.ts';
import { useConnections } from '#connection/store.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { clockWords, pastWords } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { CutId } from '#ui/CutId.tsx';
import { TextInput } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Empty, Status } from '#ui/States.tsx';
import { askForNotifications, notificationProblems, notificationRight } from '#ui/notifications.ts';
import { useNow } from '#ui/use-now.ts';
import { RestedStatus } from '#ui/use-pulse.tsx';
import { isSimulated, OfferStatus, SimulatedBadge, simulatedHelp } from './OfferStatus.tsx';
import type { HardwareRow } from './hardware-row.ts';
import {
  countdownWords,
  useWatches,
  watcher,
  acknowledge,
  firstOf,
  type Watch,
  useUnseen,
  whereWords,
} from './watches.ts';

interface WatchPanelProps {
  client: Client;
  /** Null without a model. */
  model: string | null;
  rows: readonly HardwareRow[];
}

/** Polls every 30 s, slower if the service asks for it. */
export function WatchPanel({ client, model, rows }: WatchPanelProps) {
  const watches = useWatches();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
      {model === null ? (
        <Empty title="Watch for capacity">
          <p>Choose a model above; availability is per model.</p>
        </Empty>
      ) : (
        <WatchForm key={model} client={client} model={model} rows={rows} />
      )}
      <PermissionLine />
      <section className="border-t border-line pt-3">
        <h2 className="font-medium">Watches</h2>
        <RestedStatus text={formatCounted(watches.length, 'watch', 'watches')} />
        {watches.length === 0 ? (
          <p className="mt-1 text-muted">None.</p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {watches.map((watch) => (
              <WatchLine key={watch.id} watch={watch} />
            ))}
          </ul>
        )}
        <p className="mt-2 text-dense text-faint">
          Watches run in the background and end when this tab is closed or reloaded.
        </p>
      </section>
    </div>
  );
}

/** More are found by name. */
const maxShown = 200;

function WatchForm({ client, model, rows }: { client: Client; model: string; rows: readonly HardwareRow[] }) {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const offered = useMemo(() => rows.filter(({ offer }) => offer.kind === 'offered'), [rows]);
  const found = offered.filter(({ hardware: { id } }) =>
    id.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const toggle = (id: string) =>
    setWanted((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  return (
    <section>
      <h2 className="font-medium">
        Wait for <span className="font-mono text-dense wrap-anywhere">{model}</span>
      </h2>
      <p className="mt-1 text-muted">
        Choose configurations, or none to watch for any that becomes available.
      </p>
      {offered.length > maxShown && (
        <div className="mt-2 grid gap-1">
          <TextInput
            value={words}
            onValue={setWords}
            aria-label="Find a configuration"
            placeholder="Find a configuration"
          />
          {found.length > maxShown && (
            <p className="text-dense text-muted">
              The first {maxShown} of {formatCount(found.length)} are listed.
            </p>
          )}
        </div>
      )}
      <ul className="mt-2 max-h-76 overflow-y-auto border-y border-line py-1">
        {offered.length === 0 && <li className="text-muted">No configuration is known to be offered.</li>}
        {found.slice(0, maxShown).map(({ hardware, offer }) => (
          <li key={hardware.id}>
            <Checkbox
              look="h-control"
              isOn={wanted.includes(hardware.id)}
              onToggle={() => toggle(hardware.id)}
            >
              <CutId id={hardware.id} endLength={14} />
              <OfferStatus offer={offer} />
            </Checkbox>
          </li>
        ))}
      </ul>
      {offered.some(({ offer }) => isSimulated(offer)) && (
        <p className="mt-2 text-dense text-muted">{simulatedHelp}</p>
      )}
      <div className="mt-2">
        <Button
          look="primary"
          onClick={() => {
            // The table must not contradict what a watch has seen.
            watcher.start(client, model, wanted, (list) =>
              cache.setQueryData(hardwareQuery(client, model).queryKey, list),
            );
            setWanted([]);
          }}
        >
          {wanted.length === 0
            ? 'Notify when any becomes available'
            : `Notify when ${wanted.length === 1 ? 'it becomes' : `one of ${wanted.length} becomes`} available`}
        </Button>
      </div>
    </section>
  );
}

function WatchLine({ watch }: { watch: Watch }) {
  const nowMs = useNow();
  const where = useConnections((now) => whereWords(now, watch));
  const { id, model, wanted, state, problem } = watch;
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className={`text-dense wrap-anywhere ${wanted.length > 0 ? 'font-mono' : ''}`}>
          {wanted.length === 0 ? 'any that becomes available' : wanted.join(', ')}
        </p>
        <p className="text-dense wrap-anywhere text-muted">
          for {model}
          {where}
        </p>
        <p className="mt-0.5 text-dense text-muted tabular-nums">
          <Status tone={state === 'found' ? 'ok' : state === 'watching' ? 'live' : 'bad'}>
            {wordOf(watch, nowMs)}
          </Status>{' '}
          {watch.isSimulated && <SimulatedBadge />}
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
  if (state === 'found') return `available ${pastWords(foundMs ?? nowMs, nowMs)}: ${firstOf(found)}`;
  if (state === 'failed') return 'ended: the service refuses requests';
  if (state === 'ended') return 'ended: its connection was changed or forgotten';
  const next = nextMs === null ? 'asking' : `next check in ${countdownWords(nextMs - nowMs)}`;
  return askedMs === null ? 'asking' : `checked ${askCount === 1 ? 'once' : `${askCount} times`}, ${next}`;
}

/** The note and the title's count say the same without permission. */
function PermissionLine() {
  const [right, setRight] = useState(notificationRight);
  if (right === 'granted') return <p className="text-muted">Desktop notifications are on, too.</p>;
  if (right !== 'unasked')
    return (
      <p className="text-muted">
        {notificationProblems[right]} The window title and a note here tell you instead.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => void askForNotifications().then(setRight)}>Desktop notifications</Button>
      <span className="text-dense text-muted">The window title and a note here tell you in any case.</span>
    </div>
  );
}

export function FoundNotes() {
  const watches = useWatches();
  const { ids } = useUnseen();
  const connections = useConnections();
  const found = watches.filter(({ id, state }) => state === 'found' && ids.includes(id));
  return (
    <div role="status" className="shrink-0">
      {found.map(({ id, connectionId, model, found: free, foundMs, isSimulated: isInvented }) => (
        <p key={id} className="flex items-center gap-2 border-b border-line bg-tint px-3 py-1">
          <Icon name="full" className="text-ok" />
          <span className="min-w-0 flex-1 wrap-anywhere" title={free.join(', ')}>
            <span className="font-mono text-dense">{firstOf(free)}</span> available for{' '}
            <span className="font-mono text-dense">{model}</span>
            {whereWords(connections, { connectionId })}
            {foundMs !== null && `, seen at ${clockWords(foundMs)}`} {isInvented && <SimulatedBadge />}
          </span>
          <Button look="quiet" onClick={() => acknowledge(id)}>
            Dismiss
          </Button>
        </p>
      ))}
    </div>
  );
}
