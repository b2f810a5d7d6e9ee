// Confirmation before a data run is discarded.
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { discardRun } from './run-holder.ts';

export function useDiscardRun(): { readonly ask: () => void; readonly dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    ask: () => setAsking(true),
    dialog: isAsking && (
      <Dialog title="New run" onClose={() => setAsking(false)}>
        <div className="grid gap-4">
          <p>This discards the results. Export them first to keep them.</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Keep results</Button>
            <Button look="primary" onClick={discardRun}>
              Discard results
            </Button>
          </div>
        </div>
      </Dialog>
    ),
  };
}
