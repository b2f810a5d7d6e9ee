// Watches: which configurations to wait for, and the list of those that are waited for, each with its stop.
import { useMemo, useState } from 'react';
import type { Client } from '#api/client.ts';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import type { HardwareRow } from '#pages/hardware/hardware-row.ts';
import { OfferStatus } from '#pages/hardware/OfferStatus.tsx';
import { PermissionLine } from './PermissionLine.tsx';
import { WatchLine } from './WatchLine.tsx';
import { useWatches, watcher } from './watches.ts';

interface WatchPanelProps {
  client: Client;
  /** Null while no model is chosen: availability is always that for a model. */
  model: string | null;
  rows: readonly HardwareRow[];
}

/** Nothing is asked without a watch; a watch asks every half minute, slower where the service wants it. */
export function WatchPanel({ client, model, rows }: WatchPanelProps) {
  const watches = useWatches();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
      {model === null ? (
        <Empty title="Watch for capacity">
          <p>Choose a model above: availability is always that for a model.</p>
        </Empty>
      ) : (
        <WatchForm key={model} client={client} model={model} rows={rows} />
      )}
      <PermissionLine />
      <section className="border-t border-line pt-3">
        <h2 className="font-medium">Watches</h2>
        {watches.length === 0 ? (
          <p className="mt-1 text-muted">None; nothing is asked by itself.</p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {watches.map((watch) => (
              <WatchLine key={watch.id} watch={watch} />
            ))}
          </ul>
        )}
        <p className="mt-2 text-dense text-faint">
          Watches go on while another page or tab is in front, and end when this tab is closed.
        </p>
      </section>
    </div>
  );
}

/** More boxes than this are found by their name. */
const shownAtMost = 200;

function WatchForm({ client, model, rows }: { client: Client; model: string; rows: readonly HardwareRow[] }) {
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
        Choose configurations, or none for any that becomes available from now on.
      </p>
      {offered.length > shownAtMost && (
        <div className="mt-2 grid gap-1">
          <TextInput
            value={words}
            onValue={setWords}
            aria-label="Find a configuration"
            placeholder="Find a configuration"
          />
          {found.length > shownAtMost && (
            <p className="text-dense text-muted">
              The first {shownAtMost} of {formatCount(found.length)} are listed.
            </p>
          )}
        </div>
      )}
      <ul className="mt-2 max-h-72 overflow-y-auto border-y border-line py-1">
        {offered.length === 0 && (
          <li className="text-muted">No configuration is offered, as far as is known.</li>
        )}
        {found.slice(0, shownAtMost).map(({ hardware, offer }) => (
          <li key={hardware.id}>
            <label className="flex h-control items-center gap-2">
              <input
                type="checkbox"
                checked={wanted.includes(hardware.id)}
                onChange={() => toggle(hardware.id)}
                className="size-3.5 shrink-0 accent-act"
              />
              <span className="min-w-0 flex-1 truncate font-mono text-dense">{hardware.id}</span>
              <OfferStatus offer={offer} />
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Button
          look="primary"
          onClick={() => {
            watcher.start(client, model, wanted);
            setWanted([]);
          }}
        >
          {wanted.length === 0 ? 'Watch for any change' : `Watch for ${wanted.length}`}
        </Button>
      </div>
    </section>
  );
}
