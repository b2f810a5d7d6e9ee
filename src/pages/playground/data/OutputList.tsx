// The outputs of every row: each a model, and what is changed of the draft's parameters.
import { numberFields, type NumberField } from '#api/schema/request-fields.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { TextInput, controlLook } from '#ui/TextInput.tsx';
import type { Output, OutputModel } from './output.ts';
import { useSetup } from './setup-store.ts';

/** A cell gets one answer, so `n` cannot be changed. */
const changeable = numberFields.filter((name) => name !== 'n');

/** Columns of work; the first is the draft as it is. */
export function OutputList({ outputs }: { outputs: readonly (Output & OutputModel)[] }) {
  const { outputs: typed } = useSetup();
  const replace = (next: Output) =>
    useSetup.setState({ outputs: typed.map((each) => (each.id === next.id ? next : each)) });
  return (
    <section aria-label="Variants" className="grid gap-3 px-4 py-4">
      <h2 className="text-dense font-strong text-muted">Variants</h2>
      {typed.map((output, index) => (
        <OutputFields
          key={output.id}
          name={`Variant ${index + 1}`}
          output={output}
          draftModel={outputs[index]?.model ?? ''}
          onOutput={replace}
          onRemove={
            typed.length === 1
              ? null
              : () => useSetup.setState({ outputs: typed.filter(({ id }) => id !== output.id) })
          }
        />
      ))}
      <div>
        <Button
          onClick={() => {
            const id = Math.max(...typed.map((each) => each.id)) + 1;
            useSetup.setState({ outputs: [...typed, { id, model: '', changes: {} }] });
          }}
        >
          Add variant
        </Button>
      </div>
    </section>
  );
}

interface OutputFieldsProps {
  name: string;
  output: Output;
  draftModel: string;
  onOutput: (output: Output) => void;
  onRemove: (() => void) | null;
}

function OutputFields({ name, output, draftModel, onOutput, onRemove }: OutputFieldsProps) {
  const changed = changeable.filter((each) => each in output.changes);
  const setChange = (parameter: NumberField, text: string | null) => {
    const { [parameter]: _, ...others } = output.changes;
    onOutput({ ...output, changes: text === null ? others : { ...others, [parameter]: text } });
  };
  return (
    <div role="group" aria-label={name} className="grid gap-1.5">
      <div className="flex items-center gap-1">
        <TextInput
          aria-label={`${name}: model`}
          isMono
          value={output.model}
          placeholder={draftModel || 'model'}
          onValue={(model) => onOutput({ ...output, model })}
        />
        {onRemove && <IconButton icon="cross" label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />}
      </div>
      {changed.map((parameter) => (
        <div key={parameter} className="flex items-center gap-1 text-dense">
          <span className="flex-1">{parameter}</span>
          <NumberInput
            aria-label={`${name}: ${parameter}`}
            text={output.changes[parameter] ?? ''}
            onText={(text) => setChange(parameter, text)}
          />
          <IconButton
            icon="cross"
            label={`${name}: do not change ${parameter}`}
            onClick={() => setChange(parameter, null)}
          />
        </div>
      ))}
      <select
        aria-label={`${name}: change a parameter`}
        value=""
        onChange={(event) => {
          const parameter = changeable.find((each) => each === event.currentTarget.value);
          if (parameter !== undefined) setChange(parameter, '');
        }}
        className={`${controlLook} w-full text-dense text-muted`}
      >
        <option value="">Current settings; change a parameter…</option>
        {changeable
          .filter((each) => !changed.includes(each))
          .map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
      </select>
    </div>
  );
}
