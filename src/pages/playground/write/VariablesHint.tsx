// Hint that variables are sent literally outside Data.
import { Button } from '#ui/Button.tsx';
import { readTemplate } from '#draft/template.ts';
import { useSearchState } from './search.ts';

export function VariablesHint({ prompt }: { prompt: string }) {
  const { changeSearch } = useSearchState();
  const { names } = readTemplate(prompt);
  if (names.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 font-sans text-dense text-muted">
      {names.map((name) => `{{${name}}}`).join(', ')}
      {names.length === 1
        ? ' is sent literally. Data fills it from rows.'
        : ' are sent literally. Data fills them from rows.'}
      <Button look="quiet" onClick={() => changeSearch({ view: 'data' })}>
        Open Data
      </Button>
    </p>
  );
}
