// Reads what trainers print to a console: dictionaries among other lines, progress bars, colours and prefixes.
import { readMessage } from '#pages/fine-tunes/curves/from-message.ts';
import type { LogSink } from './log-sink.ts';
import { readProgressBar, TrainingBar, type ProgressBar } from './progress-bar.ts';
import { readRecord } from './read-record.ts';
import { readLogDateMs } from './log-time.ts';
import { createRecordReader } from './record-reader.ts';

/** A reader of console lines; drawings of one progress bar come as lines of one row. */
export function createConsoleReader(sink: LogSink): (text: string, row: number) => void {
  const readFigures = createRecordReader(sink);
  const bar = new TrainingBar();
  let lastRow = 0;

  return (raw, row) => {
    const text = raw.includes(escape) ? raw.replaceAll(colours, '') : raw;
    const drawn = readProgressBar(text);
    if (drawn !== null) bar.see(drawn);
    if (!worthReading.test(text)) {
      if (row !== lastRow && drawn === null && text.trim() !== '') sink.other();
      lastRow = row;
      return;
    }
    lastRow = row;
    const record = dictionaryOf(text) ?? wordsOf(text);
    if (record === null) {
      if (brokenDictionary.test(text)) sink.unread(row, text, 'This dictionary has no end.');
      else sink.other();
      return;
    }
    if (trainLosses.some((key) => record.has(key))) bar.seeLoss();
    const step = drawn === null || drawn.words === '' ? bar.step : stepOfWords(drawn);
    const reason = readFigures(record, row, { step, timeMs: readLogDateMs(text.slice(0, 60)) });
    if (reason !== null) sink.unread(row, text, reason);
  };
}

const worthReading = /loss|grad_norm|learning_rate|\blr\b/i;
const brokenDictionary = /\{\s*['"][\w/ ]*(?:loss|grad_norm|learning_rate)['"]\s*:/;
const trainLosses = ['loss', 'train_loss', 'train/loss', 'training_loss', 'training loss'];

/** The first dictionary of a line that is whole; words may stand before and behind it. */
function dictionaryOf(text: string): ReadonlyMap<string, string> | null {
  let at = text.indexOf('{');
  for (let tries = 0; at !== -1 && tries < 8; tries += 1) {
    const record = readRecord(text, at);
    if (record !== null && record.size > 0) return record;
    at = text.indexOf('{', at + 1);
  }
  return null;
}

/** `Step 10/20: training loss=1.5`, `iter 10: loss 1.5`, `step 10: train loss 1.5, val loss 1.6`. */
function wordsOf(text: string): ReadonlyMap<string, string> | null {
  if (text.includes('{') || finalMean.test(text)) return null;
  const { step, epoch, values } = readMessage(text);
  const at = step ?? stepWord.exec(text)?.[1];
  const record = new Map<string, string>();
  if (at !== undefined)
    for (const [, kind = '', value = ''] of text.matchAll(spacedLosses))
      record.set(/val|eval/i.test(kind) ? 'eval_loss' : 'loss', value);
  for (const { name, value } of values) record.set(keysOfCurves[name], String(value));
  // A rate alone is a setting that was printed, and no measurement.
  const isMeasured = record.has('loss') || record.has('eval_loss') || at !== undefined;
  if (record.size === 0 || !isMeasured) return null;
  if (at !== undefined) record.set('step', String(at));
  if (epoch !== null) record.set('epoch', String(epoch));
  return record;
}

const keysOfCurves = {
  'train loss': 'loss',
  'eval loss': 'eval_loss',
  'learning rate': 'learning_rate',
  'gradient norm': 'grad_norm',
} as const;

// A trainer's last words hold the mean of the run, on a line of its own.
const finalMean = /^\s*train_loss\s*=|train_runtime/;
const spacedLosses =
  /\b(?:(train|training|val|valid|validation|eval)\s+)?loss\s+(\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)\b/gi;
const stepWord = /\b(?:global_step|step|iter|iteration)s?\s*[:=]?\s*(\d+)/i;

// Bars that begin anew with every epoch: "Epoch 2: 10%|…| 10/100" stands at step 210.
function stepOfWords({ words, done, total }: ProgressBar): number {
  const epoch = /\bepoch\s+(\d+)$/i.exec(words)?.[1];
  return epoch === undefined ? done : Number(epoch) * total + done;
}

// Colours, movements of the cursor, and titles of windows.
const [escape, bell] = [String.fromCharCode(27), String.fromCharCode(7)];
const colours = new RegExp(
  `${escape}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?)`,
  'g',
);
