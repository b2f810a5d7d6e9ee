// A prompt that holds variables is sent as it stands: said where it is written, with the way to fill them from rows.
import { Button } from '#ui/Button.tsx';
import { readTemplate } from '#draft/template.ts';
import { useSearchState } from './search.ts';

/** Nothing for a prompt without `{{name}}`. */
export function VariablesHint({ prompt }: { prompt: string }) {
  const { changeSearch } = useSearchState();
  const [name] = readTemplate(prompt).names;
  if (name === undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 font-sans text-dense text-muted">
      {`{{${name}}}`} is sent as it stands. Data fills it from rows.
      <Button look="quiet" onClick={() => changeSearch({ view: 'data' })}>
        Open Data
      </Button>
    </p>
  );
}
