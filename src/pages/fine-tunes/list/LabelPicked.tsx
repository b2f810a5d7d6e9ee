// Group and tags of several fine-tunes at once.
import { useId } from 'react';
import { useServiceKey } from '#connection/use-client.ts';
import { GroupField, SaveOrDiscard } from '#pages/fine-tunes/LabelsLine.tsx';
import {
  changeLabelsDraft,
  groupNames,
  labelRuns,
  labelsOf,
  maxTags,
  noLabels,
  useAllLabels,
  useLabelsDraft,
  type Labels,
} from '#pages/fine-tunes/labels.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { Popover } from '#ui/Popover.tsx';

export function LabelPicked({ ids }: { ids: readonly string[] }) {
  const popover = useId();
  const service = useServiceKey();
  // Of these runs together, beside what may be unsaved of each.
  const draftId = ids.toSorted().join(' ');
  const draft = useLabelsDraft(service, draftId);
  return (
    <>
      <Button look="quiet" popoverTarget={popover} aria-haspopup="dialog">
        {draft === null ? 'Set group or tags' : 'Unsaved labels'}
      </Button>
      <Popover id={popover} label="Group and tags">
        {(close) => (
          <PickedForm
            ids={ids}
            draft={draft}
            onDraft={(next) => changeLabelsDraft(service, draftId, next)}
            onDone={() => {
              changeLabelsDraft(service, draftId, null);
              close();
            }}
          />
        )}
      </Popover>
    </>
  );
}

interface PickedFormProps {
  ids: readonly string[];
  draft: Labels | null;
  onDraft: (draft: Labels) => void;
  onDone: () => void;
}

function PickedForm({ ids, draft, onDraft, onDone }: PickedFormProps) {
  const service = useServiceKey();
  const all = useAllLabels();
  const [common = '', ...others] = new Set(ids.map((id) => labelsOf(all, id).group));
  const isMixed = others.length > 0;
  const shown = draft ?? { ...noLabels, group: isMixed ? '' : common };
  const { group, tags } = shown;
  const change = (part: Partial<Labels>) => onDraft({ ...shown, ...part });
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        labelRuns(service, ids, { group: isMixed && group === '' ? null : group, tags });
        onDone();
      }}
    >
      <GroupField
        value={group}
        onValue={(next) => change({ group: next })}
        groups={groupNames(all)}
        placeholder={isMixed ? 'left as they are' : ''}
      />
      <Field label="Add tags">
        <ChipsInput values={tags} onValues={(next) => change({ tags: [...next] })} max={maxTags} />
      </Field>
      <p className="text-dense text-muted">
        For the {ids.length} ticked runs. Kept in this browser, and in files saved from their pages.
      </p>
      <SaveOrDiscard onDiscard={draft && onDone} />
    </form>
  );
}
