// Where the id of a job is pasted to watch it.
import { useId, useState, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { readPastedIds } from './job-ids.ts';

/** Several ids at once are welcome. What cannot be an id stays in the field, with a sentence. The children stand at the far end. */
export function WatchForm({
  onIds,
  children,
}: {
  onIds: (ids: readonly string[]) => void;
  children: ReactNode;
}) {
  const problemId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className="flex flex-wrap items-start gap-x-2 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readPastedIds(text);
        if ('problem' in read) {
          setProblem(read.problem);
          return;
        }
        setProblem(null);
        setText('');
        onIds(read.ids);
      }}
    >
      <div className="w-96 max-w-full min-w-0">
        <TextInput
          isMono
          aria-label="Job id"
          aria-invalid={problem !== null}
          aria-describedby={problemId}
          value={text}
          placeholder="Job id, or several"
          onValue={(next) => {
            setText(next);
            setProblem(null);
          }}
        />
        <p id={problemId} role="alert" className="mt-1 text-dense wrap-anywhere text-bad empty:hidden">
          {problem}
        </p>
      </div>
      <Button type="submit" look="primary">
        Watch
      </Button>
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
    </form>
  );
}
