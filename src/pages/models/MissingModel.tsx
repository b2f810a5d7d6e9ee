// Instead of a model's panel where the address names one that the list does not have.
import { Button } from '#ui/Button.tsx';

/** Says so and can be closed; the table stays. */
export function MissingModel({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 text-dense"
    >
      <span className="min-w-0 wrap-anywhere">
        The list has no model called <span className="font-mono">{id}</span>.
      </span>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
