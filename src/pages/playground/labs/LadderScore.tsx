// Held-out perplexity of each checkpoint, as chart and table.
import { lazy, Suspense, type DragEvent } from 'react';
import { formatCounted } from '#lib/format.ts';
import { useClient } from '#connection/use-client.ts';
import { useDraft } from '#draft/draft-store.ts';
import type { Rung } from '#pages/playground/compare/checkpoint-models.ts';
import { ladderBatch, type LadderSubject, useLadderForm } from './ladder-form.ts';
import { ladderScores, formatChange, type RungScore } from './ladder-scores.ts';
import { TextArea } from './TextArea.tsx';
import type { Batch } from './score-batch.ts';
import { formatPerplexity } from './surprise-unit.ts';
import { useModel } from '#pages/playground/parameters/use-model.ts';
import { OtherConnection } from '#pages/playground/recovery/OtherConnection.tsx';
import { Field } from '#ui/Field.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { chunk } from '#ui/chunk.ts';
import { LeftOutNote, ScoreActs } from './ScoreActs.tsx';

const PointLine = lazy(async () => ({
  default: (await chunk(() => import('#charts/PointLine.tsx'))).PointLine,
}));

/** One request per model. */
export function LadderScore({ fineTune, rungs }: { fineTune: string; rungs: readonly Rung[] }) {
  const client = useClient();
  const draft = useDraft((state) => state.draft);
  const { models } = useModel(draft.model);
  const typed = useLadderForm((state) => state.text);
  const batch = ladderBatch.useBatch();
  const text = typed ?? draft.prompt;
  const tasks = rungs.map(({ model }) => ({ model, text }));

  return (
    <section aria-label="Score by training step" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="font-strong">Score by training step</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,92ch)_minmax(0,24rem)]">
        <div onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
          <Field label="Held-out text" hint="Text not used in training; you can drop a text file here.">
            <TextArea
              value={text}
              onValue={(value) => useLadderForm.setState({ text: value })}
              placeholder="Type or drop a text."
              rows={4}
            />
          </Field>
        </div>
        <ScoreActs
          label={`Score ${formatCounted(rungs.length, 'model')}`}
          tasks={tasks}
          models={models}
          batch={ladderBatch}
          isRunning={batch?.isRunning ?? false}
          problem={problemOf(rungs, text)}
          onStart={() => ladderBatch.start(client, { fineTune, rungs, text }, tasks)}
        />
      </div>
      {batch !== null && <Outcome batch={batch} fineTune={fineTune} text={text} />}
    </section>
  );
}

/** The file is only read in the browser. */
function handleDrop(event: DragEvent): void {
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  void file.text().then((dropped) => useLadderForm.setState({ text: dropped }));
}

function problemOf(rungs: readonly Rung[], text: string): string | null {
  if (rungs.length === 0) return 'No checkpoints yet.';
  return text.trim() === '' ? 'Type or drop a text.' : null;
}

interface OutcomeProps {
  batch: Batch<LadderSubject>;
  /** The current selection. */
  fineTune: string;
  text: string;
}

function Outcome({ batch, fineTune: chosen, text }: OutcomeProps) {
  const { rungs, fineTune } = batch.subject;
  const scores = ladderScores(rungs, batch.scorings);
  const first = batch.scorings.find((scoring) => scoring?.ok);
  const points = scores.flatMap(({ rung, name, perplexity }) =>
    rung.step === null
      ? []
      : [{ x: rung.step, y: perplexity, name, ...(rung.kind !== 'checkpoint' && { mark: rung.kind }) }],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <PanelBoundary name="The chart">
        <Suspense fallback={<div className="h-60" />}>
          <PointLine
            points={points}
            label={`Perplexity of the text by training step, ${fineTune}; see the table for values.`}
            xLabel="training step"
            yLabel="perplexity (lower is better)"
            formatY={formatPerplexity}
          />
        </Suspense>
      </PanelBoundary>
      <div className="grid content-start gap-2">
        <ScoreTable scores={scores} />
        {fineTune !== chosen && (
          <p className="text-dense text-warn">
            These are the scores of <span className="font-mono">{fineTune}</span>, not of the selected
            fine-tune.
          </p>
        )}
        {batch.subject.text !== text && (
          <p className="text-dense text-muted">For the text before the last edit.</p>
        )}
        <OtherConnection runs={batch.scorings.map((scoring) => scoring?.run ?? null)} />
        {first?.ok && <LeftOutNote score={first.score} />}
      </div>
    </div>
  );
}

/** A model without a score shows the service's reason. */
function ScoreTable({ scores }: { scores: readonly RungScore[] }) {
  return (
    <table className="w-full border-collapse text-dense tabular-nums">
      <caption className="sr-only">Perplexity of the text by model</caption>
      <thead className="border-b border-line text-label text-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-regular">
            model
          </th>
          <th scope="col" className="w-16 py-1 text-right font-regular">
            tokens
          </th>
          <th scope="col" className="w-20 py-1 text-right font-regular">
            perplexity
          </th>
          <th scope="col" className="w-24 py-1 text-right font-regular">
            vs base
          </th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ rung, name, perplexity, count, change, isBest, problem }) => (
          <tr key={rung.model} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-3 text-left font-regular" title={rung.model}>
              {name}
              {isBest && <span className="text-label text-muted"> · lowest</span>}
              {problem !== null && <p className="text-label wrap-anywhere text-bad">{problem}</p>}
            </th>
            <td className="py-1 text-right text-muted">{count ?? '—'}</td>
            <td className={`py-1 text-right ${isBest ? 'font-strong' : ''}`}>
              {formatPerplexity(perplexity)}
            </td>
            <td className="py-1 text-right text-muted">{formatChange(change)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
