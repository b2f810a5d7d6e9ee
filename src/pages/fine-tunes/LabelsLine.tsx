// Note, tags and group of a fine-tune, with a form.
import { useId } from 'react';
import { useServiceKey } from '#connection/use-client.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field, TextInput } from '#ui/Field.tsx';
import { NotStored } from '#ui/NotStored.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { Popover } from '#ui/Popover.tsx';
import {
  changeLabels,
  changeLabelsDraft,
  groupNames,
  isEmpty,
  labelsOf,
  maxNoteLength,
  maxTags,
  useAllLabels,
  useAreLabelsStored,
  useLabelsDraft,
  type Labels,
} from './labels.ts';

/** Stored in this browser only. */
export function LabelsLine({ id }: { id: string }) {
  const popover = useId();
  const service = useServiceKey();
  const all = useAllLabels();
  const labels = labelsOf(all, id);
  const draft = useLabelsDraft(service, id);
  const isStored = useAreLabelsStored();
  const setDraft = (next: Labels | null) => changeLabelsDraft(service, id, next);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-dense">
      <LabelsText labels={labels} />
      <Button look="quiet" popoverTarget={popover} aria-haspopup="dialog">
        {draft !== null ? 'Unsaved labels' : isEmpty(labels) ? 'Add note, tags or group' : 'Edit labels'}
      </Button>
      {!isStored && <NotStored what="labels" />}
      <Popover id={popover} label="Note, tags and group">
        {(close) => (
          <LabelsForm
            draft={draft ?? labels}
            onDraft={setDraft}
            groups={groupNames(all)}
            onSave={() => {
              changeLabels(service, id, draft ?? labels);
              setDraft(null);
              close();
            }}
            onDiscard={
              draft === null
                ? null
                : () => {
                    setDraft(null);
                    close();
                  }
            }
          />
        )}
      </Popover>
    </div>
  );
}

export function LabelsText({ labels: { note, tags, group } }: { labels: Labels }) {
  return (
    <>
      {group !== '' && (
        <span>
          <span className="text-faint">group </span>
          {group}
        </span>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag} className="rounded-token bg-raised px-1.5">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <span className="min-w-0 wrap-anywhere whitespace-pre-line text-muted">{note}</span>}
    </>
  );
}

interface LabelsFormProps {
  draft: Labels;
  onDraft: (draft: Labels) => void;
  groups: readonly string[];
  onSave: () => void;
  /** Null without changes. */
  onDiscard: (() => void) | null;
}

function LabelsForm({ draft, onDraft, groups, onSave, onDiscard }: LabelsFormProps) {
  const change = (part: Partial<Labels>) => onDraft({ ...draft, ...part });
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Field label="Note">
        <TextArea
          value={draft.note}
          onValue={(note) => change({ note })}
          isMono={false}
          maxLength={maxNoteLength}
        />
      </Field>
      <Field label="Tags">
        <ChipsInput values={draft.tags} onValues={(tags) => change({ tags: [...tags] })} max={maxTags} />
      </Field>
      <GroupField value={draft.group} onValue={(group) => change({ group })} groups={groups} />
      <p className="text-dense text-muted">Kept in this browser, and in files saved from this page.</p>
      <SaveOrDiscard onDiscard={onDiscard} />
    </form>
  );
}

/** @param props.onDiscard null without changes */
export function SaveOrDiscard({ onDiscard }: { onDiscard: (() => void) | null }) {
  return (
    <span className="flex gap-2">
      <Button look="primary" type="submit">
        Save
      </Button>
      {onDiscard && (
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </span>
  );
}

interface GroupFieldProps {
  value: string;
  onValue: (group: string) => void;
  /** Suggested. */
  groups: readonly string[];
  placeholder?: string;
}

export function GroupField({ value, onValue, groups, placeholder }: GroupFieldProps) {
  const suggestions = useId();
  return (
    <>
      <Field
        label="Group"
        hint="Runs of one group can be drawn as their mean, such as the seeds of one setting."
      >
        <TextInput
          value={value}
          onValue={onValue}
          maxLength={80}
          list={suggestions}
          placeholder={placeholder}
        />
      </Field>
      <datalist id={suggestions}>
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
    </>
  );
}
