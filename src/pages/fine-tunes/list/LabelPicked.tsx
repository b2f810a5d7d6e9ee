// Group and tags of several fine-tunes at once.
import { useId, useState } from 'react';
import { useServiceKey } from '#connection/use-client.ts';
import { GroupField } from '#pages/fine-tunes/LabelsLine.tsx';
import { groupNames, labelRuns, labelsOf, maxTags, useAllLabels } from '#pages/fine-tunes/labels.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsInput } from '#ui/ChipsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { Popover } from '#ui/Popover.tsx';

export function LabelPicked({ ids }: { ids: readonly string[] }) {
  const popover = useId();
  return (
    <>
      <Button look="quiet" popoverTarget={popover} aria-haspopup="dialog">
        Set group or tags
      </Button>
      <Popover id={popover} label="Group and tags">
        {(close) => <PickedForm ids={ids} onSaved={close} />}
      </Popover>
    </>
  );
}

function PickedForm({ ids, onSaved }: { ids: readonly string[]; onSaved: () => void }) {
  const service = useServiceKey();
  const all = useAllLabels();
  const [common = '', ...others] = new Set(ids.map((id) => labelsOf(all, id).group));
  const isMixed = others.length > 0;
  const [group, setGroup] = useState(isMixed ? '' : common);
  const [tags, setTags] = useState<readonly string[]>([]);
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        labelRuns(service, ids, { group: isMixed && group === '' ? null : group, tags });
        onSaved();
      }}
    >
      <GroupField
        value={group}
        onValue={setGroup}
        groups={groupNames(all)}
        placeholder={isMixed ? 'left as they are' : ''}
      />
      <Field label="Add tags">
        <ChipsInput values={tags} onValues={setTags} max={maxTags} />
      </Field>
      <p className="text-dense text-muted">
        For the {ids.length} ticked runs. Kept in this browser, and in files saved from their pages.
      </p>
      <span>
        <Button look="primary" type="submit">
          Save
        </Button>
      </span>
    </form>
  );
}
