// Hint that variables are sent literally outside Data.
import { useLocation } from 'wouter';
import { readTemplate } from '#draft/template.ts';
import { addressOf, paths } from '#lib/address.ts';
import { Button } from '#ui/Button.tsx';

export function VariablesHint({ prompt }: { prompt: string }) {
  const [, navigate] = useLocation();
  const { names } = readTemplate(prompt);
  if (names.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 font-sans text-dense text-muted">
      {names.map((name) => `{{${name}}}`).join(', ')}
      {names.length === 1
        ? ' is sent literally. Data fills it from rows.'
        : ' are sent literally. Data fills them from rows.'}
      <Button look="quiet" onClick={() => navigate(addressOf(paths.playground, { view: 'data' }))}>
        Open Data
      </Button>
    </p>
  );
}
