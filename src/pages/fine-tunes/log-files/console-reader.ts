// Console log reader: dictionaries, progress bars, colours and prefixes.
import {
  curveOfKey,
  meaningOfPhrase,
  readMessage,
  ungrouped,
} from '#pages/fine-tunes/curves/curve-of-key.ts';
import { readTimeMs } from '#lib/read-time.ts';
import { EpochSteps } from './epoch-steps.ts';
import { createLineReader, type LogFormat } from './log-format.ts';
import type { LogSink } from './log-sink.ts';
import { findLogDate } from './read-figure.ts';
import { readRecord, createRecordReader, type LogRecord } from './record-reader.ts';

export const consoleLog: LogFormat = {
  name: 'console log of a trainer',
  recognise: () => true,
  create(sink) {
    const { readLine, settle } = createConsoleReader(sink);
    const lines = createLineReader(sink, (text, _line, row) => readLine(text, row), true);
    return {
      ...lines,
      // A bar has no end until it is drawn again.
      peek() {
        const drawn = readProgressBar(lines.rest());
        if (drawn !== null) settle(drawn);
      },
      end() {
        lines.end();
        settle(null);
      },
    };
  },
};

interface ConsoleReader {
  /** Redrawings of a bar share a `row`. */
  readonly readLine: (text: string, row: number) => void;
  /** Reads the record that waits, if any, with the bar drawn after it. */
  readonly settle: (drawn: ProgressBar | null) => void;
}

function createConsoleReader(sink: LogSink): ConsoleReader {
  const readFigures = createRecordReader(sink);
  const bar = new TrainingBar();
  const bars = new Map<string, EpochSteps>();
  const lines = new EpochSteps();
  const keras = new KerasBar();
  let [lastRow, lastFigures, lastEvaluation, listedEpoch] = [0, '', '', ''];
  let [isCleared, isHeaded] = [false, false];
  let stepOfLoss = Number.NaN;
  let waiting: ((step: number | null) => void) | null = null;

  function stepOfBar({ words, done, total }: ProgressBar): number {
    if (evaluationHead.test(`${words}:`)) return Number.NaN;
    const name = words.replaceAll(/[\d.]+/g, '');
    const steps = bars.get(name) ?? new EpochSteps();
    bars.set(name, steps);
    return steps.ofBar(Number(epochWord.exec(words)?.[1]), done, total);
  }

  function settle(drawn: ProgressBar | null) {
    waiting?.(drawn !== null && bar.isTraining(drawn) ? drawn.done : null);
    waiting = null;
  }

  function readLine(raw: string, row: number) {
    const text = raw.includes(escape) ? raw.replaceAll(colours, '') : raw;
    const drawn = readProgressBar(text);
    const wasCleared = isCleared;
    if (text !== '') isCleared = text.trim() === '';
    if (!isCleared && text !== '') settle(drawn);
    if (drawn !== null) bar.see(drawn);
    if (kerasHeading.test(text)) keras.begin();
    if (!worthReading.test(text) && (drawn !== null || !stepWord.test(text))) {
      if (row !== lastRow && drawn === null && text.trim() !== '') sink.other();
      lastRow = row;
      listedEpoch = listed.exec(text)?.[1] ?? (text.startsWith(' ') ? listedEpoch : '');
      isHeaded = isHeadOfEvaluation(text, isHeaded);
      return;
    }
    lastRow = row;
    let record = dictionaryOf(text) ?? wordsOf(text, { listedEpoch, isHeaded, isBar: drawn !== null }, lines);
    if (record !== null) isHeaded = false;
    else {
      if (brokenDictionary.test(text)) sink.unread(row, text, 'This dictionary is not closed.');
      else sink.other();
      isHeaded = isHeadOfEvaluation(text, isHeaded);
      return;
    }
    const figures = drawn === null ? '' : (text.split(/it\/s|s\/it/).at(-1) ?? '').trim();
    // It still has those of the last step.
    const isReset = drawn?.done === 0 && figures === lastFigures;
    lastFigures = figures;
    if (isReset) return;
    const isDictionary = text.includes('{');
    const evaluation = drawn === null || isDictionary ? undefined : record.get('eval_loss');
    // A bar shows the last evaluation until the next.
    if (evaluation !== undefined && evaluation === lastEvaluation) {
      if (!record.has('loss')) return;
      record = without('eval_loss', record);
    }
    lastEvaluation = evaluation ?? lastEvaluation;
    if ([...record.keys()].some((key) => curveOfKey(key) === 'train loss')) bar.seeLoss();
    const isLine = drawn === null && !isDictionary;
    let before = drawn === null || isDictionary ? bar.step : stepOfBar(drawn);
    if (isLine && record.has('epoch')) before = bar.stepOfRun;
    if (drawn !== null && record.has('loss')) stepOfLoss = before;
    // Beside a bar that shows the loss of each step, a line has the mean of an epoch.
    if (isLine && !Number.isNaN(stepOfLoss) && !record.has('step')) {
      record = without('loss', record);
      before = stepOfLoss;
    }
    const timeMs = sink.timeMs(findLogDate(text.slice(0, 60)));
    const drawing = keras.see(text, row);
    if (drawing === 'evaluation') return;
    const isRedrawn = drawing === 'again';
    const take = (after: number | null) => {
      const reason = readFigures(record, row, { step: after ?? before, timeMs, isRedrawn });
      if (reason !== null) sink.unread(row, text, reason);
    };
    // The bar before may be older than its record: a fast one is not redrawn at every step.
    if (wasCleared && drawn === null) waiting = take;
    else take(null);
  }

  return { readLine, settle };
}

const kerasHeading = /^Epoch \d+\/\d+$/;
/** In a list of metrics, as Transformers prints at the end. */
const listed = /^ +epoch += +([\d.]+)$/;
const worthReading = /loss|gnorm|grad.norm|learning.rate|\blr\b|\{\s*['"]\w/i;
const brokenDictionary = /\{\s*['"][\w/ ]*(?:loss|grad_norm|learning_rate)['"]\s*:/;

function without(name: string, record: LogRecord): LogRecord {
  return new Map([...record].filter(([key]) => key !== name));
}

/** The first complete one. */
function dictionaryOf(text: string): LogRecord | null {
  let at = text.indexOf('{');
  for (let tries = 0; at !== -1 && tries < 8; tries += 1) {
    const record = readRecord(text, at);
    if (record !== null && record.size > 0) return record;
    at = text.indexOf('{', at + 1);
  }
  return null;
}

interface LineContext {
  /** Of a list of metrics, else empty. */
  readonly listedEpoch: string;
  /** Below the title of an evaluation. */
  readonly isHeaded: boolean;
  readonly isBar: boolean;
}

/**
 * `Step 10/20: training loss=1.5`, `iter 10: loss 1.5, time 12.3ms`, `step 10: train loss 1.5, val loss 1.6`
 */
function wordsOf(
  line: string,
  { listedEpoch, isHeaded, isBar }: LineContext,
  steps: EpochSteps,
): LogRecord | null {
  if (line.includes('{') || finalMean.test(line)) return null;
  const isEvaluation =
    (/test|val/i.test(line) && evaluationHead.test(line.slice(0, Math.max(0, line.search(/loss/i))))) ||
    (isHeaded && !isBar && !stepWord.test(line) && !/train/i.test(line));
  const text = ungrouped(line).replaceAll(isEvaluation ? qualifiers : dotOfVal, '');
  const { step, epoch: named, values } = readMessage(text);
  // Not of a bar, whose epoch goes on.
  const epoch = named ?? (isBar ? undefined : epochWord.exec(text)?.[1]);
  const [, word, total] = stepWord.exec(text) ?? stepOfEpoch.exec(text) ?? [];
  // Evaluations count micro-batches, where there are any.
  const at = microStep.exec(text)?.[1] ?? step ?? word;
  const record = new Map<string, string>();
  const isOfStep = at !== undefined || isEvaluation;
  if (isOfStep || epochHead.test(text))
    for (const [, kind = '', value = ''] of text.matchAll(spacedLosses))
      if (isOfStep || kind !== '') record.set(/val|eval/i.test(kind) ? 'eval_loss' : 'loss', value);
  for (const { name, rank, value } of values)
    if (!values.some((other) => other.name === name && other.rank < rank))
      record.set(keysOfCurves[name], String(value));
  // A learning rate alone is a printed setting.
  const isMeasured = record.has('loss') || record.has('eval_loss') || at !== undefined;
  if (!isMeasured) return null;
  for (const [, key = '', value = '', unit] of text.matchAll(figures)) {
    const isDuration = unit === undefined && /^time$/i.test(key) && readTimeMs(value) === null;
    if (isDuration || noFigure.test(key)) continue;
    const name = meaningOfPhrase(key)?.name ?? null;
    if (name === null) record.set(unit === undefined ? key : `${key} (${unit})`, value);
    else if (!record.has(keysOfCurves[name])) record.set(keysOfCurves[name], value);
  }
  const loss = record.get('loss');
  if (isEvaluation && loss !== undefined && record.delete('loss')) record.set('eval_loss', loss);
  if (record.size === 0) return null;
  if (at !== undefined) record.set('step', String(steps.ofLine(Number(epoch), Number(at), Number(total))));
  if (epoch !== undefined) record.set('epoch', String(epoch));
  else if (listedEpoch !== '') record.set('epoch', listedEpoch);
  return record;
}

/** A name of one to five words, a number, perhaps a unit. In "9s 90ms" the s is no name; `50%|` is of a bar. */
const figures =
  /(?<![\w/])([A-Za-z][\w/.%-]{0,99}(?: [A-Za-z(][\w/.()-]{0,99}){0,4})(?:\s*[=:]\s*|\s+)['"]?([-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?))['"]?\s?(ms|s|%(?!\|)|GB|GiB|MB)?(?!\w|\.\d|%\|)/gi;
/** Places, and what stands before the message of a line. */
const noFigure = /(?:^|[\s_/])(?:step|iter|iteration|epoch)s?$|^[IWE]\d{4}$|\.py$|^v_num$/i;
const microStep = /\biter\s+(\d+)\s+step\s+\d/i;

const keysOfCurves = {
  'train loss': 'loss',
  'eval loss': 'eval_loss',
  'learning rate': 'learning_rate',
  'gradient norm': 'grad_norm',
} as const;

/** `Test: [ 0/100]  loss: 1.2`, `valid | epoch 001 | loss 4.1`, `Validation: 100%|█| 5/5 [00:01<00:00, loss=1]` */
const evaluationHead =
  /^(?!.*train).*\b(?:test|val|valid|validation|eval|evaluation|evaluating)(?: set)?(?::(?!\s*[\d.]+[^\d.%])| ?[|)\][]| - )/i;
/** On a line of its own above the figures: `Test Error:`, `***** Evaluating perplexity, Epoch 1/2 *****` */
const evaluationTitle =
  /^(?:[*=#-]{3,} *|(?=.*(?::|\.\.\.)\s*$))(?:running )?(?:test|val|valid|validation|validating|eval|evaluation|evaluating)\b[^=]*=*$/i;
const trainingTitle = /^\W*(?:train|epoch)/i;

/** Whether the figures below a line are of an evaluation. @param before whether those above would be */
function isHeadOfEvaluation(text: string, before: boolean): boolean {
  return evaluationTitle.test(text) || (before && !trainingTitle.test(text));
}

const dotOfVal = /(?<=\bval)\.(?= loss)/gi;
const qualifiers = /\b(?:average|avg|mean)\.? (?=loss)/gi;
// The run's mean, printed at the end.
const finalMean = /^\s*train_loss\s*=|train_runtime/;
const spacedLosses =
  /\b(?:(train|training|val|valid|validation|eval)\s+)?loss\s+(\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)\b/gi;
/** Not the `Steps: 5%` of a progress bar. */
const stepWord =
  /\b(?:global_step|step|iter|iteration)s?\s*(?:[:=]\s*)?(?:\[\s*)?(\d+)(?![\d.]*%)(?:\s*\/\s*(\d+))?/i;
/** `Epoch: [1][500/5005]` */
const stepOfEpoch = /\[\d+\]\s*\[\s*(\d+)\/(\d+)\]/;
/** Not `Saved the model of epoch 3` */
const epochHead = /^[^a-z]*(?:[Ee]poch|EPOCH)\b/;
const epochWord = /\bepoch(?:\(\w+\))?\s*(?:[:=]\s*)?[[(]?(\d+(?:\.\d+)?)/i;

// Colours, cursor movements, and window titles.
const [escape, bell] = [String.fromCharCode(27), String.fromCharCode(7)];
const colours = new RegExp(
  `${escape}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?)`,
  'g',
);

interface ProgressBar {
  readonly done: number;
  /** NaN of a dataset without a length. */
  readonly total: number;
  /** E.g. "Epoch 0"; empty for a training run's bar. */
  readonly words: string;
}

/** The last bar in the line. */
export function readProgressBar(text: string): ProgressBar | null {
  if (!text.includes('%|') && !text.includes('/? [')) return null;
  // A bar ends soon after its last “|”; searching what follows is slow.
  const end = text.lastIndexOf('|') + 50;
  const found = [...text.slice(Math.max(0, text.length - 4000), end).matchAll(bars)].at(-1);
  if (found === undefined) return null;
  const [, words = '', done, total] = found;
  return { done: Number(done), total: Number(total), words: words.trim() };
}

// "  51%|█████     | 2110/4128 [1:02:03<58:00,  1.72s/it]"; text before it ends in a colon.
const bars = /(?:([^|\r\n]{0,200}?):)?\s*(?:\d{1,3}%)?\|[^|\r\n]{0,400}\|\s*(\d+)\/(\d+|\?)\s*\[\d+:\d\d/g;

/** Tells the training bar from evaluation and data bars. */
class TrainingBar {
  #total: number | null = null;
  #step = Number.NaN;
  #stepOfRun = Number.NaN;
  #newest: ProgressBar | null = null;
  #hasMoved = false;
  readonly #steps = new EpochSteps();

  isTraining({ words, total }: ProgressBar): boolean {
    return words === '' && total === this.#total;
  }

  /** NaN before any bar. */
  get step(): number {
    return this.#step;
  }

  /** Goes on where a bar starts over for the next epoch, not for another run. */
  get stepOfRun(): number {
    return this.#stepOfRun;
  }

  see(bar: ProgressBar): void {
    if (bar.words !== '') return;
    this.#newest = bar;
    if (bar.total !== this.#total) return;
    this.#take(bar);
    this.#hasMoved = true;
  }

  /**
   * The bar before a training loss is the training bar. Another replaces it only after a restart: the known
   * bar did not move, and the new one is not at its end, as an evaluation's would be.
   */
  seeLoss(): void {
    const isOpen = this.#newest !== null && this.#newest.done < this.#newest.total;
    if (this.#newest !== null && (this.#total === null || (!this.#hasMoved && isOpen))) {
      this.#total = this.#newest.total;
      this.#take(this.#newest);
    }
    this.#hasMoved = false;
  }

  #take({ done, total }: ProgressBar): void {
    this.#step = done;
    this.#stepOfRun = this.#steps.ofBar(Number.NaN, done, total);
  }
}

/**
 * `13/13 ━━━ 0s 3ms/step - loss: 0.5`, redrawn; the line of an epoch may come in several rows, between which callbacks
 * print. After the last epoch it may be of `evaluate`, which has no heading.
 */
class KerasBar {
  #row = 0;
  #hasHeading = false;
  #isOver = false;
  #newest: { readonly done: number; readonly total: string } | null = null;

  /** At the heading of an epoch. */
  begin(): void {
    [this.#hasHeading, this.#isOver, this.#newest] = [true, false, null];
  }

  /** Null for any other line. */
  see(text: string, row: number): 'next' | 'again' | 'evaluation' | null {
    const [, count = '', total = '', isLine] = kerasBar.exec(text) ?? [];
    if (count === '') return null;
    const done = Number(count);
    const [before, isSameRow] = [this.#newest, row === this.#row];
    this.#row = row;
    if (this.#hasHeading && before !== null)
      this.#isOver ||= total !== before.total || done < before.done || (isLine !== undefined && !isSameRow);
    if (this.#isOver) return 'evaluation';
    this.#newest = { done, total };
    return before !== null && (this.#hasHeading || isSameRow) ? 'again' : 'next';
  }
}

const kerasBar = /^\s*(\d+)\/(\d+|Unknown) (- )?.*(?:s\/(?:step|epoch)| ETA: )/;
