// The parameters of the request, in groups; a field that was not touched is not sent, and looks like it.
import { changeDraft, useDraft } from './draft-store.ts';
import { NumberParameterField } from './NumberParameterField.tsx';
import { parameterGroups } from './parameters.ts';
import { StopField } from './StopField.tsx';

/** @param errors messages by wire name: what keeps the draft from being sent, or what the service refused */
export function ParameterPanel({ errors }: { errors: ReadonlyMap<string, string> }) {
  const stop = useDraft((state) => state.draft.stop);
  return (
    <div className="divide-y divide-line">
      {parameterGroups.map((group, index) => (
        <section key={group.title} aria-label={group.title} className="grid gap-2 px-4 py-4">
          <h2 className="text-dense font-strong text-muted">{group.title}</h2>
          {group.numbers.map((name) => (
            <NumberParameterField key={name} name={name} error={errors.get(name) ?? null} />
          ))}
          {index === 0 && (
            <StopField
              values={stop}
              error={errors.get('stop') ?? null}
              onValues={(values) => changeDraft({ stop: [...values] })}
            />
          )}
        </section>
      ))}
    </div>
  );
}
