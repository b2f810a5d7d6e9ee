// Log formats of a short record per line: boosting rounds, llm.c, spaCy.
import { createLineReader, type LogFormat } from './log-format.ts';
import type { LogSink } from './log-sink.ts';
import { readFigure } from './read-figure.ts';
import { createRecordReader, type LogRecord } from './record-reader.ts';

/** `[10]\ttrain-logloss:0.45\teval-logloss:0.47`, `[10]\tvalid_0's binary_logloss: 0.45` */
export const boostingRounds = lineFormat({
  name: 'XGBoost or LightGBM, console',
  sample: /^(?:\[[\d:]+\] ?)?\[\d+\]\s+\w+(?:-[\w@-]+:|'s [\w@-]+: )/m,
  createRead: () => (line, before) => {
    const [, round = '', figures] = /^(?:\[[\d:]+\] ?)?\[(\d+)\]\s+(.+)$/.exec(line) ?? [];
    // The best round is repeated at the end.
    if (figures === undefined || /best iteration(?: is)?:?\s*$/i.test(before)) return null;
    const pairs = [...figures.matchAll(/(\w[\w@-]*(?:'s [\w@-]+)?)\s*:\s*([\w.+-]+)/g)];
    const values = pairs.map(([, key = '', value = '']) => [key.replace("'s ", '-'), value] as const);
    return new Map([['step', round], ...values]);
  },
});

/** `100:\tlearn: 0.45\ttest: 0.47\tbest: 0.47 (100)\ttotal: 1.2s\tremaining: 9s` */
export const catBoostRounds = lineFormat({
  name: 'CatBoost, console',
  sample: /^\d+:\s+learn: \S/m,
  createRead: (sink) => (line) => {
    const [, round = '', figures] = /^(\d+):\s+(learn: .+)$/.exec(line) ?? [];
    if (figures === undefined) return null;
    sink.note('CatBoost does not name its figures; “learn” and “test” were read as losses.');
    const pairs = [...figures.matchAll(/\b(learn|test): (\S+)/g)];
    return new Map([
      ['step', round],
      ...pairs.map(([, key = '', value = '']) => [shortKeys[key] ?? key, value] as const),
    ]);
  },
});

/** Under `[batch=100/2000]:`, lines such as `Train loss/train/total: 3.4` */
export const composerConsole = lineFormat({
  name: 'console of Composer',
  sample: /^\[batch=\d+\/\d+\]:\s*$/m,
  createRead() {
    let step = '';
    return (line) => {
      step = /^\[batch=(\d+)\//.exec(line)?.[1] ?? step;
      const [, key, value = ''] = /^\s+(?:Train|Eval) (\S+): (\S+)$/.exec(line) ?? [];
      return key === undefined
        ? null
        : new Map([
            ['step', step],
            [shortKeys[key] ?? key, value],
          ]);
    };
  },
});

/** `s:250 trl:6.5 lr:0.0006 norm:1.5` of llm.c, `250 train 6.5` of build-nanogpt */
export const numberedLines = lineFormat({
  name: 'log of llm.c or build-nanogpt',
  sample: /^(?:s:\d+ t[er]l:\d|\d+ (?:train|val) \d+\.\d{4,}$)/m,
  createRead: () => (line) => {
    const [, step = '', figures] = /^(?:s:)?(\d+) (\w+[: ].+)$/.exec(line) ?? [];
    if (figures === undefined) return null;
    const pairs = [...figures.matchAll(/(\w+)[: ](\S+)/g)];
    const values = pairs.map(([, key = '', value = '']) => [shortKeys[key] ?? key, value] as const);
    return new Map([['step', step], ...values]);
  },
});

const shortKeys: Readonly<Record<string, string>> = {
  trl: 'train_loss',
  train: 'train_loss',
  tel: 'val_loss',
  val: 'val_loss',
  norm: 'grad_norm',
  learn: 'train_loss',
  test: 'test_loss',
  'loss/train/total': 'train_loss',
  'metrics/eval/LanguageCrossEntropy': 'eval_loss',
};

/**
 * The table of Transformers in a notebook, pasted with the lines around it, or in a model card: columns are separated
 * by tabs, bars or spaces.
 */
export const notebookTable = lineFormat({
  name: 'training table of a notebook',
  sample: /^(?:(?:Epoch|Step)\s+Training Loss\b|\|(?=.*\b(?:Epoch|Step)\b).*\bTraining Loss\b)/m,
  createRead() {
    let heads: readonly string[] = [];
    return (line) => {
      const separator = ['|', '\t'].find((each) => line.includes(each)) ?? / +(?!loss\b|log\b)/i;
      const cells = line
        .replaceAll(/^\s*\|?|\|?\s*$/g, '')
        .split(separator)
        .map((cell) => cell.trim());
      if (cells.includes('Training Loss')) heads = cells;
      const isRow =
        cells.length === heads.length && cells.some((cell) => typeof readFigure(cell) === 'number');
      return isRow ? new Map(heads.map((head, index) => [head, cells[index] ?? ''])) : null;
    };
  },
});

/** A table in a console, under a head such as `E    #       LOSS TOK2VEC  LOSS NER  ENTS_F  SCORE`. */
export const spacyTable = lineFormat({
  name: 'training table of spaCy',
  sample: /^E +# +LOSS /m,
  createRead() {
    let heads: readonly string[] = [];
    return (line) => {
      if (/^E +# +LOSS /.test(line)) heads = spacyKeys(line.trim().split(/ {2,}/));
      const cells = line.trim().split(/ +/);
      if (cells.length !== heads.length || !/^\d+$/.test(cells[1] ?? '')) return null;
      return new Map(heads.map((head, index) => [head, cells[index] ?? '']));
    };
  },
});

/** The loss of a single component beside its embedding is the training loss. */
function spacyKeys(heads: readonly string[]): readonly string[] {
  const losses = heads.filter((head) => /^LOSS (?!TOK2VEC|TRANS)/.test(head));
  const keys = new Map([
    ['E', 'epoch'],
    ['#', 'step'],
    ...(losses.length === 1 ? [[losses[0] ?? '', 'loss'] as const] : []),
  ]);
  return heads.map((head) => keys.get(head) ?? head);
}

interface LineFormat {
  readonly name: string;
  /** A line that only this format has. */
  readonly sample: RegExp;
  /** Null for a line without figures. */
  createRead: (sink: LogSink) => (line: string, before: string) => LogRecord | null;
}

function lineFormat({ name, sample, createRead }: LineFormat): LogFormat {
  return {
    name,
    recognise: ({ shape, text }) => shape === 'console' && sample.test(text),
    create(sink) {
      const readFigures = createRecordReader(sink);
      const read = createRead(sink);
      let before = '';
      return createLineReader(sink, (text, line) => {
        const record = read(text, before);
        before = text;
        if (record === null) {
          if (text.trim() !== '') sink.other();
          return;
        }
        const reason = readFigures(record, line);
        if (reason !== null) sink.unread(line, text, reason);
      });
    },
  };
}
