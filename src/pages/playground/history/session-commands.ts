// Sessions of history as command palette entries.
import { fillDraft } from '#draft/draft-store.ts';
import { formatCounted } from '#lib/format.ts';
import { archive, walker } from './history-controller.ts';
import { saveHistory } from './history-file.ts';
import { hasHistory, loadHistory } from './start.ts';
import { runStore } from '#run/run-store.ts';
import type { Command } from '#ui/commands.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';

/** Opens a session at its newest state. */
interface SessionCommand extends Command {
  readonly id: string;
  readonly detail: string;
}

/** Clears the page; the old session stays. */
export function beginSession(): void {
  if (runStore.clear()) fillDraft({ prompt: '' }, { how: 'new' });
}

export async function exportHistory(): Promise<void> {
  await loadHistory();
  await saveHistory(archive, null);
}

/** Most recently used first. */
export async function sessionCommands(): Promise<readonly SessionCommand[]> {
  if (!hasHistory()) return [];
  await loadHistory();
  return sessionsOf(archive.tree).map(({ id, label, stateCount }) => ({
    id,
    title: label,
    detail: formatCounted(stateCount, 'state'),
    run: () => {
      const [newest] = treeRows(archive.tree, id);
      if (newest) walker.visit(newest.node.id);
    },
  }));
}
