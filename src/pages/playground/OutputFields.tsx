// What the answer holds and how it comes: the controls of the group "Output" behind n.
import type { Model } from '#api/schema/model.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { changeDraft, useDraft } from './draft-store.ts';
import { fieldMark } from './field-focus.ts';
import { toGroup } from './model-groups.ts';
import { SwitchField } from './SwitchField.tsx';

interface OutputFieldsProps {
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
}

/** logprobs, echo, stream, safety_model. */
export function OutputFields({ errors, models }: OutputFieldsProps) {
  const draft = useDraft((state) => state.draft);
  return (
    <>
      <SwitchField
        name="logprobs"
        value={draft.logprobs}
        onValue={(logprobs) => changeDraft({ logprobs })}
        words={['0', '1']}
        error={errors.get('logprobs') ?? null}
      />
      <SwitchField
        name="echo"
        value={draft.echo}
        onValue={(echo) => changeDraft({ echo })}
        words={['false', 'true']}
        error={errors.get('echo') ?? null}
      />
      <div {...fieldMark('stream')}>
        <Field label="stream" name="stream" layout="row" error={errors.get('stream') ?? null}>
          <Segmented
            value={draft.stream ? 'true' : 'false'}
            onValue={(value) => changeDraft({ stream: value === 'true' })}
            options={[
              { value: 'false', label: 'false' },
              { value: 'true', label: 'true' },
            ]}
          />
        </Field>
      </div>
      <div {...fieldMark('safety_model')}>
        <Field
          label="safety_model"
          name="safety_model"
          error={errors.get('safety_model') ?? null}
          isUnset={draft.safety_model === ''}
        >
          <div className="flex items-center gap-1">
            <Combobox
              label="safety_model"
              value={draft.safety_model}
              onValue={(model) => changeDraft({ safety_model: model })}
              groups={[
                toGroup(
                  'moderation',
                  models.filter(({ type }) => type === 'moderation'),
                ),
              ]}
              emptyText="not sent"
            />
            {draft.safety_model !== '' && (
              <IconButton
                icon="cross"
                label="Do not send safety_model"
                onClick={() => changeDraft({ safety_model: '' })}
              />
            )}
          </div>
        </Field>
      </div>
    </>
  );
}
