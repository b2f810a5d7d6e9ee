// Confirmation for deleting history states.
import { useState } from 'react';
import { formatCounted } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { removeStates } from './history-controller.ts';
import type { Tree } from './tree.ts';

interface DeleteDialogProps {
  title: string;
  /** Its label: another one may have been looked at. */
  session?: string | undefined;
  count: number;
  /** Called on confirmation: states may be added meanwhile. */
  pick: (tree: Tree) => readonly string[];
  /** @param deleted 0 if cancelled */
  onClose: (deleted: number) => void;
}

export function DeleteDialog({ title, session, count, pick, onClose }: DeleteDialogProps) {
  const [isDeleting, setDeleting] = useState(false);
  const states = formatCounted(count, 'state');
  async function handleDelete() {
    setDeleting(true);
    onClose((await removeStates(pick)).length);
  }

  return (
    <Dialog title={title} onClose={() => onClose(0)}>
      {session !== undefined && <p className="mb-2 font-strong wrap-anywhere">{session}</p>}
      <p className="text-dense">
        {count === 1 ? 'Its prompt, output and recording are' : 'Their prompts, outputs and recordings are'}{' '}
        deleted from this browser for good. Export anything you may need first.
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => onClose(0)}>Cancel</Button>
        <Button look="primary" disabled={isDeleting} onClick={() => void handleDelete()}>
          Delete {states}
        </Button>
      </div>
    </Dialog>
  );
}
