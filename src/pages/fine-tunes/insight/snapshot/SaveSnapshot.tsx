// Saves all that is known of a fine-tune as a file that this page reads again without any service.
import { Button } from '#ui/Button.tsx';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { snapshotName, writeSnapshot } from './snapshot-file.ts';
import { saveFile } from '#ui/save-file.ts';

/** The file holds no token and no key, and addresses without their query. */
export function SaveSnapshot({ open }: { open: OpenFineTune }) {
  const { fineTune: record, events, curves, checkpoints } = open;
  const facts = { record, events, curves, checkpoints: checkpoints.items ?? null };
  return (
    <Button
      look="quiet"
      title="One file with record, events, curves and checkpoints; without secrets. It opens again under “Open log files”, with no service at hand."
      onClick={() => {
        const blob = new Blob([writeSnapshot(facts, Date.now())], { type: 'application/json' });
        saveFile(blob, snapshotName(record.id));
      }}
    >
      Save as a file
    </Button>
  );
}
