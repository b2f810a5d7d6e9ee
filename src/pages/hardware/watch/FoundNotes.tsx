// What watches have found, said above the table until it is read.
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { firstOf } from './found-words.ts';
import { acknowledge, useUnseen, useWatches } from './watches.ts';

/** Nothing while nothing was found. */
export function FoundNotes() {
  const watches = useWatches();
  const { ids } = useUnseen();
  const found = watches.filter(({ id, state }) => state === 'found' && ids.includes(id));
  return (
    <div role="status" className="shrink-0">
      {found.map(({ id, model, found: free, foundMs }) => (
        <p key={id} className="flex items-center gap-2 border-b border-line bg-tint px-3 py-1">
          <Icon name="full" className="text-ok" />
          <span className="min-w-0 flex-1 wrap-anywhere" title={free.join(', ')}>
            <span className="font-mono text-dense">{firstOf(free)}</span> available for{' '}
            <span className="font-mono text-dense">{model}</span>
            {foundMs !== null && `, seen at ${new Date(foundMs).toLocaleTimeString('en-GB')}`}
          </span>
          <Button look="quiet" onClick={() => acknowledge(id)}>
            Read
          </Button>
        </p>
      ))}
    </div>
  );
}
