// Held-out perplexity of each checkpoint.
import type { DragEvent } from 'react';
import { formatChange, formatCount, formatCounted, formatKnown, formatPerplexity } from '#lib/format.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Stage } from '#pages/playground/compare/stages.ts';
import { stageRuns, type StagePlan, useCheckpointForm } from './checkpoint-form.ts';
import { stageScores, type StageScore } from './stage-scores.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { type RequestSetState, useRequestSet } from '#run/request-set.ts';
import { scoreRequest, scoringOf } from '#run/echo-score.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { OtherConnection } from '#run/OtherConnection.tsx';
import { Field } from '#ui/Field.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { type PlainColumn, PlainTable } from '#ui/PlainTable.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { RequestSetActs } from './RequestSetActs.tsx';
import { LeftOutNote } from './ScoringNotes.tsx';

const PointLine = lazyPart(() => import('#charts/PointLine.tsx'), 'PointLine');

export function CheckpointScores({ fineTune, stages }: { fineTune: string; stages: readonly Stage[] }) {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { models } = useModel(draft.model);
  const typed = useCheckpointForm((state) => state.text);
  const state = useRequestSet(stageRuns);
  const text = typed ?? draft.prompt;

  return (
    <section aria-label="Score by training step" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="font-strong">Score by training step</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,92ch)_minmax(0,24rem)]">
        <div onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
          <Field label="Held-out text" hint="Text not used in training; you can drop a text file here.">
            <TextArea
              value={text}
              onValue={(value) => useCheckpointForm.setState({ text: value })}
              placeholder="Type or drop a text."
              rows={4}
            />
          </Field>
        </div>
        <RequestSetActs
          label={`Score ${formatCounted(stages.length, 'model')}`}
          requests={problemOf(stages, text) ?? stages.map(({ model }) => scoreRequest(model, text))}
          models={models}
          set={stageRuns}
          state={state}
          isScoring
          onStart={(requests) => stageRuns.start(client, { fineTune, stages, text }, requests)}
        />
      </div>
      {state !== null && <Outcome state={state} fineTune={fineTune} text={text} />}
    </section>
  );
}

/** The file is read only in the browser. */
function handleDrop(event: DragEvent): void {
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  void file.text().then((dropped) => useCheckpointForm.setState({ text: dropped }));
}

function problemOf(stages: readonly Stage[], text: string): string | null {
  if (stages.length === 0) return 'No checkpoints yet.';
  return text.trim() === '' ? 'Type or drop a text.' : null;
}

interface OutcomeProps {
  state: RequestSetState<StagePlan>;
  /** Currently selected. */
  fineTune: string;
  text: string;
}

function Outcome({ state, fineTune: chosen, text }: OutcomeProps) {
  const { stages, fineTune } = state.plan;
  const scorings = state.runs.map(scoringOf);
  const scores = stageScores(stages, scorings);
  const first = scorings.find((scoring) => scoring?.ok);
  const points = scores.flatMap(({ stage, name, perplexity }) =>
    stage.step === null
      ? []
      : [{ x: stage.step, y: perplexity, name, ...(stage.kind !== 'checkpoint' && { mark: stage.kind }) }],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <PanelBoundary name="The chart" whileLoading={<div className="h-60" />}>
        <PointLine
          points={points}
          label={`Perplexity of the text by training step, ${fineTune}; see the table for values.`}
          xLabel="training step"
          yLabel="perplexity (lower is better)"
          formatY={formatPerplexity}
        />
      </PanelBoundary>
      <div className="grid content-start gap-2">
        <PlainTable
          label="Perplexity of the text by model"
          columns={columns}
          rows={scores}
          rowKey={({ stage }) => stage.model}
        />
        {fineTune !== chosen && (
          <p className="text-dense text-warn">
            These are the scores of <span className="font-mono">{fineTune}</span>, not of the selected
            fine-tune.
          </p>
        )}
        {state.plan.text !== text && (
          <p className="text-dense text-muted">For the text before the last edit.</p>
        )}
        <OtherConnection runs={state.runs} />
        {first?.ok && <LeftOutNote score={first.score} doubt={first.doubt} />}
      </div>
    </div>
  );
}

const columns: readonly PlainColumn<StageScore>[] = [
  {
    id: 'model',
    isRowHead: true,
    cell: ({ stage, name, isBest, problem }) => (
      <span title={stage.model}>
        {name}
        {isBest && <span className="text-label text-muted"> · lowest</span>}
        {problem !== null && <p className="text-label wrap-anywhere text-bad">{problem}</p>}
      </span>
    ),
  },
  {
    id: 'tokens',
    isNumber: true,
    cellLook: 'text-muted',
    cell: ({ count }) => formatKnown(count, formatCount),
  },
  {
    id: 'perplexity',
    isNumber: true,
    cell: ({ perplexity, isBest }) => (
      <span className={isBest ? 'font-strong' : ''}>{formatKnown(perplexity, formatPerplexity)}</span>
    ),
  },
  {
    id: 'vs base',
    isNumber: true,
    cellLook: 'text-muted',
    cell: ({ change }) => formatKnown(change, formatChange),
  },
];
