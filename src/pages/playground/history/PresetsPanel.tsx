// Presets panel.
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from '#draft/draft-store.ts';
import { randomId } from '#lib/random-id.ts';
import { Button, takeFocus } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Empty } from '#ui/States.tsx';
import { TextInput } from '#ui/Field.tsx';
import { archive, useArchiveVersion } from './history-controller.ts';
import type { PresetRecord } from './node.ts';
import { applyPreset, resetParameters, savedPresets } from './session-commands.ts';
import { timeAfter } from './storage.ts';
import { sentParameters } from '#draft/parameter-changes.ts';
import { oneLine } from './summary.ts';

/** Restores the last deleted preset while open. */
export function PresetsPanel() {
  useArchiveVersion();
  const draft = useDraft((state) => state.draft);
  const [name, setName] = useState('');
  const [savedName, setSavedName] = useState('');
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const [withPrompt, setWithPrompt] = useState(false);
  const [withModel, setWithModel] = useState(false);
  const presets = savedPresets();
  const deleted = archive.presets.get(deletedId ?? '');
  const sent = sentParameters(draft);
  const replaced = presets.find((preset) => preset.name === name.trim());

  function handleSave() {
    const { prompt, model, ...values } = draft;
    const more = { ...(withPrompt && { prompt }), ...(withModel && { model }) };
    const { id = randomId(), at = 0 } = replaced ?? {};
    keep({ id, name: name.trim(), at, values, ...more, isDeleted: false });
    setName('');
    setSavedName(name.trim());
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <form
        className="grid gap-2 border-b border-line px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') handleSave();
        }}
      >
        <div className="flex gap-2">
          <TextInput aria-label="Preset name" placeholder="Name" value={name} onValue={setName} />
          <Button type="submit" disabled={name.trim() === ''}>
            {replaced ? 'Replace preset' : 'Save preset'}
          </Button>
        </div>
        <div className="flex gap-4 text-dense">
          <Checkbox isOn={withPrompt} onToggle={setWithPrompt}>
            Include prompt
          </Checkbox>
          <Checkbox isOn={withModel} onToggle={setWithModel}>
            Include model
          </Checkbox>
        </div>
        <p className="text-label wrap-anywhere text-faint">
          {sent.length === 0 ? 'All parameters are at their defaults.' : `Now: ${sent.join(', ')}`}
        </p>
        <div>
          <Button look="quiet" disabled={sent.length === 0} onClick={resetParameters}>
            Reset all parameters
          </Button>
        </div>
        <output className="sr-only">{savedName !== '' && `Saved “${savedName}”.`}</output>
      </form>
      {deleted?.isDeleted && !isNameTaken(deleted.name, deleted.id) && (
        <p
          key={deleted.id}
          role="status"
          className="flex items-center justify-between gap-2 border-b border-line px-4 py-2 text-dense"
        >
          <span className="min-w-0 truncate">Deleted “{deleted.name}”.</span>
          <Button ref={takeFocus} onClick={() => keep({ ...deleted, isDeleted: false })}>
            Undo
          </Button>
        </p>
      )}
      {presets.length === 0 ? (
        <div className="p-4">
          <Empty title="No presets yet">
            <p>Save the current parameters under a name to reuse them, alone or with prompt and model.</p>
          </Empty>
        </div>
      ) : (
        <ul aria-label="Presets">
          {presets.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              onDelete={() => {
                keep({ ...preset, isDeleted: true });
                setDeletedId(preset.id);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function PresetRow({ preset, onDelete }: { preset: PresetRecord; onDelete: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const field = useRef<HTMLSpanElement>(null);
  const sent = sentParameters(preset.values);
  const { model, prompt } = preset;

  function handleEdit() {
    flushSync(() => setName(preset.name));
    field.current?.querySelector('input')?.select();
  }

  const text = name?.trim() ?? '';
  const isTaken = isNameTaken(text, preset.id);

  function handleRename() {
    if (text !== '' && text !== preset.name && !isTaken) keep({ ...preset, name: text });
    setName(null);
  }

  function handleKey({ key }: KeyboardEvent) {
    if (key === 'Escape') setName(null);
    else if (key === 'Enter' && !isTaken) handleRename();
  }

  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-2.5">
      {name === null ? (
        <span className="font-medium wrap-anywhere">{preset.name}</span>
      ) : (
        <span ref={field}>
          <TextInput
            aria-label={`New name for ${preset.name}`}
            value={name}
            onValue={setName}
            onBlur={handleRename}
            data-keys="name"
            onKeyDown={handleKey}
            aria-invalid={isTaken}
          />
          {isTaken && (
            <p role="alert" className="mt-1 text-dense text-bad">
              Another preset has this name.
            </p>
          )}
        </span>
      )}
      <span className="text-label wrap-anywhere text-faint">
        {[...(model === undefined ? [] : [model]), sent.length === 0 ? 'all defaults' : sent.join(', ')].join(
          ' · ',
        )}
      </span>
      {prompt !== undefined && (
        <span dir="auto" className="truncate text-left text-label text-muted">
          {oneLine(prompt) || 'empty prompt'}
        </span>
      )}
      <span className="flex gap-1">
        <Button aria-label={`Apply ${preset.name}`} onClick={() => applyPreset(preset)}>
          Apply
        </Button>
        <Button look="quiet" aria-label={`Rename ${preset.name}`} onClick={handleEdit}>
          Rename
        </Button>
        <Button look="quiet" aria-label={`Delete ${preset.name}`} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  );
}

function isNameTaken(name: string, id: string): boolean {
  return savedPresets().some((other) => other.name === name && other.id !== id);
}

function keep(preset: PresetRecord): void {
  void archive.add({ presets: [{ ...preset, at: timeAfter(preset) }] });
}
