// Saves all that is known of a fine-tune as a file that this page reads again without any service.
import { Button } from '#ui/Button.tsx';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { snapshotName, writeSnapshot } from './snapshot-file.ts';

/** The file holds no token and no key, and addresses without their query. */
export function SaveSnapshot({ open }: { open: OpenFineTune }) {
  const { fineTune: record, events, curves, checkpoints } = open;
  const facts = { record, events, curves, checkpoints: checkpoints.items ?? null };
  return (
    <Button
      look="quiet"
      title="One file with record, events, curves and checkpoints; without secrets. It opens again under “Open log files”, with no service at hand."
      onClick={() => save(writeSnapshot(facts, Date.now()), snapshotName(record.id))}
    >
      Save as a file
    </Button>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; browsers read the address once.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
