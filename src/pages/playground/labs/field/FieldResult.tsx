// What a field brought: the grid, tinted by one measure, and the texts of the cell that is open.
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { CellTexts } from './CellTexts.tsx';
import { fieldCsv } from './field-csv.ts';
import type { FieldPlan } from './field-plan.ts';
import { useFieldForm } from './field-store.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { saveFile } from '#ui/save-file.ts';

interface FieldResultProps {
  plan: FieldPlan;
  /** Row by row. */
  runs: readonly Run[];
}

/** A press on a cell opens its texts. */
export function FieldResult({ plan, runs }: FieldResultProps) {
  const { measure, openCell } = useFieldForm();
  const open = openCell === null ? undefined : runs[openCell];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          aria-label="Tint by"
          value={measure}
          onValue={(next) => useFieldForm.setState({ measure: next })}
          options={[
            { value: 'distinct', label: 'Distinct answers' },
            { value: 'perplexity', label: 'Perplexity' },
            { value: 'meanLogprob', label: 'Mean logprob' },
            { value: 'meanTokens', label: 'Length' },
          ]}
        />
        <Button
          onClick={() =>
            saveFile(new Blob([fieldCsv(plan, runs)], { type: 'text/csv' }), 'inferdeck-field.csv')
          }
        >
          Export CSV
        </Button>
      </div>
      <OtherConnection runs={runs} />
      <FieldGrid
        plan={plan}
        runs={runs}
        measure={measure}
        openCell={openCell}
        onOpen={(cell) => useFieldForm.setState({ openCell: cell === openCell ? null : cell })}
      />
      {open && <CellTexts key={open.id} plan={plan} run={open} />}
    </div>
  );
}
