// Button that adds the answer on screen to Compare as a column.
import { useState } from 'react';
import { useSearchState } from '#pages/playground/write/search.ts';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { useCommands } from '#ui/commands.ts';
import { chunk } from '#ui/lazy-part.ts';

export function AddToCompare({ run }: { run: Run }) {
  const { changeSearch } = useSearchState();
  const [failure, setFailure] = useState('');
  const isOff = run.state.phase !== 'ended' || run.recording.tokenCount === 0;

  async function add(): Promise<void> {
    const { addAnswer } = await chunk(() => import('#pages/playground/compare/columns-store.ts'));
    if (await addAnswer(run)) changeSearch({ view: 'compare' });
    else setFailure('Compare has twelve columns already. Remove one there first.');
  }
  const handleAdd = () =>
    void add().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  useCommands([{ title: 'Add to Compare', isOff, run: handleAdd }]);

  if (isOff) return null;
  return (
    <>
      <Button
        look="quiet"
        title="A column with this answer, its model and its parameters"
        onClick={handleAdd}
      >
        Add to Compare
      </Button>
      {failure !== '' && (
        <p role="alert" className="text-dense text-muted">
          {failure}
        </p>
      )}
    </>
  );
}
