// Columns of a long recording, to show it without reading its events.
import * as z from 'zod/mini';
import { UsageData } from '#api/schema/completion-response.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import { Choice } from './choice.ts';
import {
  readEventTexts,
  readRecording,
  recordingHead,
  recordingTail,
  type ReadRecording,
  type RecordingFile,
} from './recording-file.ts';
import type { Recording } from './recording.ts';
import type { RecordedRun } from './run.ts';

/** Events; fewer are read as fast. */
const manyEvents = 2_000;

const Numbers = z.instanceof(Float64Array);

const ChoiceColumns = z.object({
  index: z.int(),
  text: z.string(),
  /** UTF-16 units. */
  promptLength: z.number(),
  finishReason: z.nullable(z.string()),
  /** NaN if unknown. */
  ids: Numbers,
  /** Natural, as sent; NaN if unknown. */
  logprobs: Numbers,
  /** UTF-16 offsets. */
  ends: Numbers,
  /** Milliseconds since the run started. */
  arrivals: Numbers,
  specials: z.array(z.tuple([z.number(), z.string()])),
});

/** A structured clone holds it. */
const RecordingColumns = z.object({
  /** A recording file without events. */
  frame: z.string(),
  /** Of the events, in milliseconds since the run started. */
  times: Numbers,
  usage: z.nullable(UsageData),
  seed: z.nullable(z.union([z.number(), z.string()])),
  choices: z.array(ChoiceColumns),
});

export type RecordingColumns = z.infer<typeof RecordingColumns>;

/** Undefined for fewer events, whose file is read as fast. */
export function columnsOf(
  recorded: RecordedRun,
  { events, usage, seed, choices }: Recording,
  minEvents = manyEvents,
): RecordingColumns | undefined {
  if (events.length < minEvents) return undefined;
  return {
    frame: recordingHead(recorded) + recordingTail(recorded),
    times: events.times.view().slice(),
    usage,
    seed,
    choices: [...choices.values()].map((choice) => ({
      index: choice.index,
      text: choice.text.toString(),
      promptLength: choice.promptLength,
      finishReason: choice.finishReason,
      ids: choice.ids.view().slice(),
      logprobs: choice.logprobs.view().slice(),
      ends: choice.ends.view().slice(),
      arrivals: choice.arrivals.view().slice(),
      specials: [...choice.specials],
    })),
  };
}

/**
 * Yields to the page. Null if they are damaged or absent: `file` then has to be read.
 * @param file of the same recording, read once its events are wanted
 */
export async function readColumns(value: unknown, file: RecordingFile): Promise<ReadRecording | null> {
  const { data: columns } = RecordingColumns.safeParse(value);
  if (columns === undefined || !columns.choices.every(isWhole)) return null;
  const reading = await readRecording(columns.frame);
  if (!reading.ok) return null;
  const { run } = reading;
  const { recording } = run;
  const yieldToPage = createYieldToPage();
  for (const part of columns.choices) {
    const choice = new Choice(part.index);
    recording.choices.set(part.index, choice);
    const specials = new Map(part.specials);
    for (let token = 0; token < part.ends.length; token += 1) {
      pushToken(choice, part, specials.get(token));
      // Asking the clock for each token would take a third of the time.
      if (token % 256 === 255) await yieldToPage();
    }
    choice.finishReason = part.finishReason;
  }
  recording.usage = columns.usage;
  recording.seed = columns.seed;
  recording.lastEventMs = columns.times.at(-1) ?? null;
  for (const time of columns.times) recording.events.times.push(time);
  const load = deferTexts(recording, file);
  const recorded = { ...reading.recorded, times: columns.times, load };
  return { ok: true, recorded, run: { ...run, replay: { recorded, pace: Number.POSITIVE_INFINITY } } };
}

function isWhole({ ids, logprobs, ends, arrivals }: z.infer<typeof ChoiceColumns>): boolean {
  return [ids, logprobs, arrivals].every(({ length }) => length === ends.length);
}

function pushToken(choice: Choice, part: z.infer<typeof ChoiceColumns>, special: string | undefined): void {
  const token = choice.tokenCount;
  const [id = Number.NaN, logprob = Number.NaN] = [part.ids[token], part.logprobs[token]];
  const end = part.ends[token] ?? 0;
  const text = part.text.slice(choice.text.length, end);
  const piece = {
    index: part.index,
    text,
    finishReason: null,
    tokens: [
      {
        id: Number.isNaN(id) ? null : id,
        logprob: Number.isNaN(logprob) ? null : logprob,
        text: special ?? text,
        special: special !== undefined,
      },
    ],
  };
  const arrivedMs = part.arrivals[token] ?? 0;
  if (end <= part.promptLength) choice.pushPrompt(piece, arrivedMs);
  else choice.push(piece, arrivedMs);
}

function deferTexts({ events }: Recording, file: RecordingFile): () => Promise<void> {
  let reading: Promise<void> | undefined;
  const read = async () => {
    const texts = await readEventTexts(file);
    if (texts?.length !== events.length) throw new Error('The events of this recording cannot be read.');
    events.fill(texts);
  };
  events.load = () => (reading ??= read());
  return events.load;
}
