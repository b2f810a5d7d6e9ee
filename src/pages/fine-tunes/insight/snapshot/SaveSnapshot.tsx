// Saves all that is known of a fine-tune as a file that this page reads again without any service.
import { Button } from '#ui/Button.tsx';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { snapshotName, writeSnapshot } from './snapshot-file.ts';
import { saveFile } from '#ui/save-file.ts';

const hint =
  'One file with record, events, curves and checkpoints; without secrets. It opens again under “Open log files”, with no service at hand.';
const coming =
  'Events, curves or checkpoints are still on their way: a file without them would not be whole.';

/** The file holds no token and no key, and addresses without their query. */
export function SaveSnapshot({ open }: { open: OpenFineTune }) {
  const { fineTune: record, events, curves, checkpoints, eventsBeside, curvesBeside } = open;
  const isComing = [checkpoints, eventsBeside, curvesBeside].some(({ isLoading }) => isLoading);
  const facts = { record, events, curves, checkpoints: checkpoints.items ?? null };
  return (
    <Button
      look="quiet"
      title={isComing ? coming : hint}
      disabled={isComing}
      onClick={() => {
        const blob = new Blob([writeSnapshot(facts, Date.now())], { type: 'application/json' });
        saveFile(blob, snapshotName(record.id));
      }}
    >
      Save as a file
    </Button>
  );
}
