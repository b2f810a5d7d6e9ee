// One side of the grid: which parameter, and its values.
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { axisParameters, type Axis } from './field-plan.ts';

interface AxisFieldProps {
  /** `Across` or `Down`. */
  label: string;
  axis: Axis;
  onAxis: (axis: Axis) => void;
}

/** Values are typed as a list; wrong ones are named beside the button that sends. */
export function AxisField({ label, axis, onAxis }: AxisFieldProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-2">
      <legend className="sr-only">{label}</legend>
      <Field label={label}>
        <select
          aria-label={`${label}: parameter`}
          value={axis.parameter}
          onChange={({ currentTarget }) => {
            const parameter = axisParameters.find((each) => each === currentTarget.value);
            if (parameter) onAxis({ ...axis, parameter });
          }}
          className="h-control rounded-control border border-line bg-panel px-2 font-mono text-dense text-text hover:border-edge"
        >
          {axisParameters.map((parameter) => (
            <option key={parameter}>{parameter}</option>
          ))}
        </select>
      </Field>
      <div className="w-44">
        <TextInput
          isMono
          aria-label={`${label}: values`}
          value={axis.values}
          onValue={(values) => onAxis({ ...axis, values })}
        />
      </div>
    </fieldset>
  );
}
