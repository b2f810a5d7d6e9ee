// The sessions of history as acts of the command palette.
import { fillDraft } from '#draft/draft-store.ts';
import { formatCounted } from '#lib/format.ts';
import { archive, walker } from './history-controller.ts';
import { saveHistory } from './history-file.ts';
import { hasHistory, loadHistory } from './start.ts';
import { runStore } from '#run/run-store.ts';
import type { Command } from '#ui/commands.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';

/** A session, opened at its newest state. While a run receives, the page stays where it is. */
interface SessionCommand extends Command {
  readonly id: string;
  readonly detail: string;
}

/** Empties the page; what stood there stays in its session. */
export function beginSession(): void {
  if (runStore.clear()) fillDraft({ prompt: '' }, { how: 'new' });
}

/** Downloads the whole history. */
export async function exportHistory(): Promise<void> {
  await loadHistory();
  await saveHistory(archive, null);
}

/** All sessions of this browser, the one that was used last first. */
export async function sessionCommands(): Promise<readonly SessionCommand[]> {
  if (!hasHistory()) return [];
  await loadHistory();
  return sessionsOf(archive.tree).map(({ id, label, stateCount }) => ({
    id,
    title: label,
    detail: formatCounted(stateCount, 'state'),
    run: () => {
      const newest = treeRows(archive.tree, id).at(-1);
      if (newest) walker.visit(newest.node.id);
    },
  }));
}
