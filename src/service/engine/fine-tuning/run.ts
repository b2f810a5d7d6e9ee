// Training loop of a fine-tune: steps, evaluation, checkpoints, saved state.
import { mkdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Random } from '#lib/random.ts';
import { layoutOf } from '#service/engine/model/shape.ts';
import { type FineTuneEvent, type FineTunePlan, maxBatchSize } from './contract.ts';
import {
  bytesOf,
  hash,
  writeCheckpoint,
  prepareResumeState,
  removeResumeState,
  readResumeState,
  type ResumeState,
} from './resume-state.ts';
import {
  FineTuneError,
  failureMessage,
  batchRows,
  countTokens,
  type Row,
  readTrainingData,
  type TrainingData,
} from './training-data.ts';
import { readFile } from 'node:fs/promises';
import { causeOf } from '#service/engine/contract.ts';
import { Tokenizer } from '#service/engine/model/tokenizer.ts';
import { Trainer } from '#service/engine/model/trainer.ts';
import { decodeWeightFile, type StoredModel } from '#service/engine/model/weight-file.ts';
import { scheduleOf, type StepSchedule } from './schedule.ts';

interface RunChannel {
  emit(event: FineTuneEvent): void;
  /** Resolves when everything emitted has been handled. */
  settle(): Promise<void>;
  isStopping(): boolean;
}

const saveEvery = 50;

/** So that a short evaluation completes and its step is saved. */
const batchesAfterStop = 8;

/** Never rejects: failure is an event. */
export async function runFineTune(plan: FineTunePlan, channel: RunChannel): Promise<void> {
  try {
    mkdirSync(plan.outputFolder, { recursive: true });
    await new Run(await prepareRun(plan), channel).train();
  } catch (error) {
    channel.emit({ kind: 'failed', message: failureMessage(error) });
  }
}

class Run {
  readonly #run: PreparedRun;
  readonly #channel: RunChannel;
  #order: { readonly epoch: number; readonly rows: readonly Row[] } = { epoch: -1, rows: [] };
  #tokens: number;
  #savedStep: number;

  constructor(run: PreparedRun, channel: RunChannel) {
    this.#run = run;
    this.#channel = channel;
    this.#tokens = run.resumed?.tokens ?? 0;
    this.#savedStep = run.resumed?.step ?? 0;
  }

  async train(): Promise<void> {
    const { plan, schedule } = this.#run;
    const first = this.#savedStep + 1;
    this.#announce();
    for (let step = first; step <= schedule.total; step++) {
      await setImmediate();
      if (this.#channel.isStopping()) return this.#save(step - 1);
      this.#takeStep(step);
      const evaluationLoss = schedule.evaluations.has(step) ? await this.#evaluate(step) : null;
      // The step is incomplete and is not saved.
      if (evaluationLoss === 'stopped') return;
      if (step % schedule.stepsPerEpoch === 0)
        this.#channel.emit({ kind: 'epoch', epoch: step / schedule.stepsPerEpoch, step });
      if (schedule.checkpoints.has(step)) this.#saveCheckpoint(step, evaluationLoss);
      if (schedule.checkpoints.has(step) || step % saveEvery === 0) await this.#save(step);
    }
    this.#channel.emit({ kind: 'done' });
    await this.#channel.settle();
    removeResumeState(plan.outputFolder);
  }

  #announce(): void {
    const { plan, base, data, schedule, batchSize, resumed, isStateUnusable } = this.#run;
    this.#channel.emit({
      kind: 'planned',
      totalSteps: schedule.total,
      tokenCount: countTokens(data.rows) * plan.nEpochs,
      paramCount: layoutOf(base.shape).total,
      batchSize,
      evalSteps: schedule.evalSteps,
      rowLength: data.length,
      cutCount: data.cutCount,
      resumedFromStep: resumed?.step ?? null,
      isStateUnusable,
    });
  }

  #takeStep(step: number): void {
    const { plan, schedule, size, trainer, padding } = this.#run;
    const rows = this.#rowsOf(step);
    const learningRate = schedule.learningRate(step);
    const { loss, gradientNorm } = trainer.step(batchRows(rows, size, padding), {
      learningRate,
      weightDecay: plan.weightDecay,
      maxGradNorm: plan.maxGradNorm,
    });
    if (!Number.isFinite(loss) || !Number.isFinite(gradientNorm))
      throw new FineTuneError(
        `At step ${step} the loss is no longer a finite number; the learning rate may be too high.`,
      );
    this.#tokens += countTokens(rows);
    this.#channel.emit({
      kind: 'step',
      step,
      epoch: step / schedule.stepsPerEpoch,
      loss,
      learningRate,
      gradNorm: gradientNorm,
      tokens: this.#tokens,
    });
  }

  #rowsOf(step: number): Row[] {
    const { plan, data, schedule, batchSize } = this.#run;
    const epoch = Math.floor((step - 1) / schedule.stepsPerEpoch);
    const start = ((step - 1) % schedule.stepsPerEpoch) * batchSize;
    if (this.#order.epoch !== epoch)
      this.#order = { epoch, rows: new Random(plan.seed, 1 + epoch).shuffle([...data.rows]) };
    return this.#order.rows.slice(start, start + batchSize);
  }

  async #evaluate(step: number): Promise<number | 'stopped'> {
    const { data, size, trainer, padding } = this.#run;
    let [sum, targets] = [0, 0];
    let patience = batchesAfterStop;
    for (const batch of batchRows(data.validationRows, size, padding)) {
      await setImmediate();
      if (this.#channel.isStopping() && patience-- === 0) return 'stopped';
      const { loss, count } = trainer.evaluate(batch);
      sum += loss;
      targets += count;
    }
    const loss = sum / targets;
    this.#channel.emit({ kind: 'evaluation', step, loss });
    return loss;
  }

  #saveCheckpoint(step: number, evaluationLoss: number | null): void {
    const { plan, base, schedule, trainer } = this.#run;
    const isFinal = step === schedule.total;
    const file = writeCheckpoint(plan, base, {
      step,
      totalSteps: schedule.total,
      tokens: this.#tokens,
      evaluationLoss,
      weights: trainer.weights,
    });
    this.#channel.emit({ kind: 'checkpoint', step, file, isFinal });
  }

  /** Once every event is handled, so that a crash loses none. */
  async #save(step: number): Promise<void> {
    if (step === this.#savedStep) return;
    const { plan, trainer, fingerprint } = this.#run;
    const state = prepareResumeState(plan.outputFolder, {
      step,
      tokens: this.#tokens,
      fingerprint,
      weights: trainer.weights,
      optimizer: trainer.optimizer,
    });
    await this.#channel.settle();
    state.commit();
    this.#savedStep = step;
  }
}

interface PreparedRun {
  readonly plan: FineTunePlan;
  readonly base: StoredModel;
  readonly padding: number;
  readonly data: TrainingData;
  readonly schedule: StepSchedule;
  readonly batchSize: number;
  /** Of one trainer pass; a step may take several. */
  readonly size: { readonly batch: number; readonly length: number };
  readonly trainer: Trainer;
  /** SHA-256 of everything that determines the curve. */
  readonly fingerprint: string;
  readonly resumed: ResumeState | null;
  readonly isStateUnusable: boolean;
}

/** Enough for full speed, with memory independent of the batch size. */
const tokensPerPass = 1024;

/** Throws FineTuneError or file system errors. */
async function prepareRun(plan: FineTunePlan): Promise<PreparedRun> {
  const base = await readBase(plan.baseFile);
  const tokenizer = new Tokenizer(base.tokenizer);
  const data = await readTrainingData(plan, tokenizer, base.shape.context);
  const { length, rows } = data;
  const batchSize = plan.batchSize === 'max' ? maxBatchSize : plan.batchSize;
  const batch = Math.max(1, Math.min(batchSize, rows.length, Math.floor(tokensPerPass / length)));
  const fingerprint = fingerprintOf(plan, base, data);
  const saved = readResumeState(plan.outputFolder, fingerprint);
  const resumed = typeof saved === 'string' ? null : saved;
  const trainer = new Trainer(base.shape, resumed?.weights ?? base.weights, { batch, length });
  if (resumed) trainer.optimizer = resumed.optimizer;
  return {
    plan,
    base,
    padding: tokenizer.end,
    data,
    schedule: scheduleOf(plan, rows.length, batchSize),
    batchSize,
    size: { batch, length },
    trainer,
    fingerprint,
    resumed,
    isStateUnusable: saved === 'unusable',
  };
}

async function readBase(file: string): Promise<StoredModel> {
  try {
    return decodeWeightFile(await readFile(file));
  } catch (error) {
    throw new FineTuneError(`The base model cannot be read: ${causeOf(error)}.`);
  }
}

/** Of contents, not paths. */
function fingerprintOf(plan: FineTunePlan, base: StoredModel, data: TrainingData): string {
  const { baseFile: _, trainingFile: _1, validationFile: _2, outputFolder: _3, ...settings } = plan;
  const entries = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash([
    new TextEncoder().encode(JSON.stringify([entries, data.length, data.rows.length])),
    bytesOf(base.weights),
    ...data.rows.flatMap(rowBytes),
    ...data.validationRows.flatMap(rowBytes),
  ]);
}

const rowBytes = ({ tokens, targets }: Row): Uint8Array[] => [bytesOf(tokens), bytesOf(targets)];
