// Several lines of text, typed or pasted.
import { useFieldControl } from '#ui/Field.tsx';

/** Inside a Field, whose label it takes. */
export function SampleInput({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const field = useFieldControl();
  return (
    <textarea
      {...field}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      spellCheck={false}
      rows={6}
      className="block max-h-80 min-h-32 w-full resize-y rounded-control border border-line bg-bg px-2 py-1 font-mono text-dense wrap-anywhere transition-colors hover:border-edge focus-visible:outline-offset-0 aria-invalid:border-bad"
    />
  );
}
