// Lint of fine-tune parameters: hints with their numbers.
import type { FineTune } from '#api/schema/fine-tune.ts';
import { formatCount, formatCounted } from '#lib/format.ts';
import { isSet } from '#pages/fine-tunes/curves/fine-tune-curves.ts';

export interface LintNote {
  readonly field: string;
  readonly tone: 'warn' | 'note';
  readonly words: string;
}

/** @param total steps of the whole training */
export function lintConfig(record: FineTune, total: number | null): readonly LintNote[] {
  return rules.flatMap(({ field, tone = 'warn', words }) => {
    const text = words(record, total);
    return text === null ? [] : [{ field, tone, words: text }];
  });
}

interface Rule {
  readonly field: string;
  readonly tone?: LintNote['tone'];
  readonly words: (record: FineTune, total: number | null) => string | null;
}

const rules: readonly Rule[] = [
  {
    field: 'n_evals',
    words: ({ validation_file: file, n_evals: evals }) =>
      Boolean(file) && evals === 0
        ? 'A validation file is set, but n_evals is 0, so it is never used.'
        : null,
  },
  {
    field: 'validation_file',
    words: ({ validation_file: file, n_evals: evals }) =>
      !file && isSet(evals) ? `n_evals is ${evals}, but there is no validation file to evaluate on.` : null,
  },
  {
    field: 'validation_file',
    words: ({ validation_file: file, training_file: training }) =>
      Boolean(file) && file === training
        ? 'It is the training file, so the evaluation loss says nothing about other texts.'
        : null,
  },
  {
    field: 'n_evals',
    tone: 'note',
    words: ({ n_evals: evals }, total) =>
      isSet(evals) && total !== null && evals > total
        ? `n_evals is ${formatCount(evals)}, more than the ${formatCount(total)} steps: at most one evaluation a step.`
        : null,
  },
  {
    field: 'eval_steps',
    words: ({ eval_steps: every }, total) =>
      isSet(every) && total !== null && every > total
        ? `An evaluation comes every ${formatCount(every)} steps, but the training has ${formatCount(total)}, so none will run.`
        : null,
  },
  {
    field: 'warmup_ratio',
    words: ({ warmup_ratio: ratio }, total) =>
      isSet(ratio) && total !== null && ratio * total < 1
        ? `The warm-up is ${ratio} of ${formatCount(total)} steps, which is ${fixed(ratio * total)}, less than one step.`
        : null,
  },
  {
    field: 'warmup_ratio',
    words: ({ warmup_ratio: ratio }) =>
      isSet(ratio) && ratio > 0.5
        ? `The learning rate rises over ${fixed(ratio * 100)} % of the training, so most of it is warm-up.`
        : null,
  },
  {
    field: 'lr_scheduler',
    words: ({ lr_scheduler: scheduler }) => {
      const least = scheduler?.lr_scheduler_args?.min_lr_ratio;
      if (least === undefined || least < 1) return null;
      return `min_lr_ratio is ${least}: the learning rate does not decay${least > 1 ? ', it rises' : ''}.`;
    },
  },
  {
    field: 'n_checkpoints',
    words: ({ n_checkpoints: count }, total) =>
      isSet(count) && total !== null && count > total
        ? `${count} checkpoints are requested, but the training has ${formatCount(total)} steps.`
        : null,
  },
  {
    field: 'batch_size',
    words: ({ batch_size: size, trainingfile_numlines: lines }) =>
      typeof size === 'number' && isSet(lines) && size > lines
        ? `A batch of ${formatCount(size)} is larger than the training file, which has ${formatCount(lines)} lines.`
        : null,
  },
  {
    field: 'learning_rate',
    words: ({ learning_rate: rate }) =>
      rate === 0 ? 'The learning rate is 0: nothing will be learned, or it is not set.' : null,
  },
  {
    field: 'learning_rate',
    words: ({ learning_rate: rate }) =>
      rate !== undefined && rate > 0.01
        ? `The learning rate ${rate} is above 0.01, where language models usually diverge.`
        : null,
  },
  {
    field: 'n_epochs',
    tone: 'note',
    words: ({ n_epochs: epochs }) =>
      isSet(epochs) && epochs > 10
        ? `Every line is seen ${epochs} times; watch the evaluations for overfitting.`
        : null,
  },
  {
    field: 'total_steps',
    tone: 'note',
    words: (_, total) =>
      total !== null && total < 10
        ? `The whole training has ${formatCounted(total, 'step')}; curves this short say little.`
        : null,
  },
];

function fixed(value: number): string {
  return String(Number(value.toPrecision(3)));
}
