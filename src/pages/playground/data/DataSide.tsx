// Side panel of Data.
import { useDraft } from '#draft/draft-store.ts';
import { errorsOf, readDraft } from '#draft/draft.ts';
import { ParameterPanel } from '#pages/playground/parameters/ParameterPanel.tsx';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { RowPanel } from './RowPanel.tsx';
import { useDataRun } from './data-run-store.ts';
import { SetupPanel } from './SetupPanel.tsx';
import type { Readiness } from './use-readiness.ts';

export type DataTab = 'run' | 'parameters' | 'row';

interface DataSideProps {
  tab: DataTab;
  onTab: (tab: DataTab) => void;
  readiness: Readiness;
  openRow: number | null;
  variant: number;
  onVariant: (variant: number) => void;
}

/** The parameters are the next run's. */
export function DataSide({ tab, onTab, readiness, openRow, variant, onVariant }: DataSideProps) {
  const run = useDataRun((state) => state.run);
  return (
    <Tabs
      label="Side panel"
      value={tab}
      onValue={onTab}
      tabs={[
        { id: 'run', label: 'Run', content: <SetupPanel readiness={readiness} /> },
        { id: 'parameters', label: 'Parameters', content: <Parameters hasRun={run !== null} /> },
        {
          id: 'row',
          label: 'Row',
          content:
            run === null || openRow === null || openRow >= run.read.plan.rows.length ? (
              <p className="p-4 text-muted">
                {run === null
                  ? 'After a run starts, open a row to see it here.'
                  : 'Open a row to see its prompt, answer and request.'}
              </p>
            ) : (
              <RowPanel
                key={`${run.read.plan.id} ${openRow}`}
                run={run}
                row={openRow}
                variant={variant}
                onVariant={onVariant}
              />
            ),
        },
      ]}
    />
  );
}

function Parameters({ hasRun }: { hasRun: boolean }) {
  const draft = useDraft((state) => state.draft);
  const { model, models } = useModel(draft.model);
  const errors = errorsOf(readDraft({ ...draft, model }), null);
  const isMany = (draft.numbers.n ?? '') !== '' || draft.echo === true;
  return (
    <>
      {hasRun && (
        <p className="border-b border-line px-4 py-3 text-dense text-muted">
          This run keeps the parameters it started with; changes apply to the next one.
        </p>
      )}
      {isMany && (
        <p className="border-b border-line px-4 py-3 text-dense text-muted">
          n and echo are not used here: every cell gets one answer.
        </p>
      )}
      <ParameterPanel errors={errors} models={models} />
    </>
  );
}
