// The parameters of the request, in groups; a field that was not touched is not sent, and looks like it.
import type { Model } from '#api/schema/model.ts';
import { FieldHelp } from '#ui/FieldHelp.tsx';
import { BiasField } from './BiasField.tsx';
import { changeDraft, useDraft } from './draft-store.ts';
import { loadFieldHelp } from './load-field-help.ts';
import { defaultModel } from './model-groups.ts';
import { NumberParameterField } from './NumberParameterField.tsx';
import { OutputFields } from './OutputFields.tsx';
import { parameterGroups, unsentNumber } from './parameters.ts';
import { StopField } from './StopField.tsx';

interface ParameterPanelProps {
  /** Messages by wire name: what keeps the draft from being sent, or what the service refused. */
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
}

/** Every field of CompletionRequest but model and prompt, which stand where they are read. */
export function ParameterPanel({ errors, models }: ParameterPanelProps) {
  const stop = useDraft((state) => state.draft.stop);
  const chosen = useDraft((state) => state.draft.model);
  const model = chosen === '' ? defaultModel(models) : models.find(({ id }) => id === chosen);
  return (
    <FieldHelp load={loadFieldHelp}>
      <div className="divide-y divide-line">
        {parameterGroups.map(({ title, numbers }) => (
          <section key={title} aria-label={title} className="grid gap-2 px-4 py-4">
            <h2 className="text-dense font-strong text-muted">{title}</h2>
            {numbers.map((name) => (
              <NumberParameterField
                key={name}
                name={name}
                error={errors.get(name) ?? null}
                unsent={unsentNumber(model, name)}
              />
            ))}
            {title === 'Length and stop' && (
              <StopField
                values={stop}
                error={errors.get('stop') ?? null}
                onValues={(values) => changeDraft({ stop: [...values] })}
              />
            )}
            {title === 'Penalties' && <BiasField error={errors.get('logit_bias') ?? null} />}
            {title === 'Output' && <OutputFields errors={errors} models={models} />}
          </section>
        ))}
      </div>
    </FieldHelp>
  );
}
