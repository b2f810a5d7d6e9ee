// History sessions and presets as commands.
import { fillDraft, focusField, replaceDraft, useDraft } from '#draft/draft-store.ts';
import { emptyDraft } from '#draft/draft.ts';
import { formatCounted } from '#lib/format.ts';
import { archive, historyNavigator } from './history-controller.ts';
import { saveHistory } from './history-file.ts';
import type { PresetRecord } from './node.ts';
import { hasHistory, loadHistory } from './start.ts';
import { runStore } from '#run/run-store.ts';
import { isRunning } from '#run/run.ts';
import type { Command } from '#ui/commands.ts';
import { touch } from '#ui/use-media.ts';
import { sessionsOf, treeRows } from './tree-rows.ts';

/** Opens a session at its newest state. */
interface SessionCommand extends Command {
  readonly id: string;
  readonly detail: string;
}

/** The old session stays. */
export function beginSession(): void {
  if (!runStore.clear()) return;
  fillDraft({ prompt: '' }, { how: 'new' });
  // By then a closed palette has returned the focus.
  if (!touch.matches) requestAnimationFrame(() => focusField('prompt'));
}

export async function exportHistory(): Promise<void> {
  await loadHistory();
  await saveHistory(archive, null);
}

/** Why no session can be opened or begun; empty if one can. */
export function sessionHindrance(): string {
  return isRunning(runStore.current()) ? 'stop the run first' : '';
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
      if (newest) historyNavigator.visit(newest.node.id);
    },
  }));
}

/** By name. */
export function savedPresets(): PresetRecord[] {
  return [...archive.presets.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Also clears absent parameters. */
export function applyPreset({ values, prompt, model }: PresetRecord): void {
  const more = { ...(prompt !== undefined && { prompt }), ...(model !== undefined && { model }) };
  fillDraft({ logprobs: undefined, echo: undefined, ...values, ...more }, { how: 'preset' });
}

/** All but prompt and model are no longer sent. Can be undone. */
export function resetParameters(): void {
  const { prompt, model } = useDraft.getState().draft;
  replaceDraft({ ...emptyDraft, prompt, model }, { how: 'preset' });
}

export async function presetCommands(): Promise<readonly (Command & { readonly id: string })[]> {
  if (!hasHistory()) return [];
  await loadHistory();
  return savedPresets().map((preset) => ({
    id: preset.id,
    title: `Apply preset ${preset.name}`,
    run: () => applyPreset(preset),
  }));
}
