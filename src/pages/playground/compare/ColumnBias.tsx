// The biases that a column sends instead of those of all columns: it begins with theirs, and changes its own.
import { lazy, Suspense } from 'react';
import type { Draft } from '#draft/draft.ts';
import { Button } from '#ui/Button.tsx';
import { chunk } from '#ui/chunk.ts';
import { Loading } from '#ui/States.tsx';

const BiasLines = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/parameters/BiasLines.tsx'))).BiasLines,
}));

type Lines = Draft['logit_bias'];

interface ColumnBiasProps {
  /** Undefined: not changed; empty: not sent. */
  lines: Lines | undefined;
  /** What all columns send. */
  shared: Lines;
  /** The column's model, whose ids they are. */
  model: string;
  onLines: (lines: Lines) => void;
}

/** Ids are the model's own: a column of another model needs others. */
export function ColumnBias({ lines, shared, model, onLines }: ColumnBiasProps) {
  return (
    <div className="grid gap-1">
      {lines !== undefined && lines.length > 0 && (
        <Suspense fallback={<Loading rows={lines.length} />}>
          <BiasLines lines={lines} onLines={onLines} model={model} />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-1">
        <Button look="quiet" onClick={() => onLines([...(lines ?? shared), { token: '', bias: '' }])}>
          + token id
        </Button>
        {(lines ?? shared).length > 0 && (
          <Button look="quiet" onClick={() => onLines([])}>
            Do not send
          </Button>
        )}
      </div>
    </div>
  );
}
