// Phases and timeline entries of a fine-tune, from its events.
import { isOver } from '#api/fine-tune-status.ts';
import { eventTimeMs, type FineTuneEvent } from '#api/schema/fine-tune.ts';
import { readMessage } from '#pages/fine-tunes/curves/curve-of-key.ts';
import {
  type Entry,
  contentKey,
  orderedEntries,
  levelOf,
  phasesOf,
  type Phase,
  type PhaseMark,
} from '#timeline/entry.ts';

/** By event type; null ends a phase. Other types change nothing. */
const beginnings: Readonly<Record<string, string | null>> = {
  job_pending: 'queued',
  job_restarted: 'queued',
  job_start: 'starting',
  model_downloading: 'downloading',
  training_data_downloading: 'downloading',
  validation_data_downloading: 'downloading',
  training_start: 'training',
  training_step: 'training',
  epoch_complete: 'training',
  eval_complete: 'training',
  checkpoint_save: 'training',
  training_complete: 'finishing',
  early_stopped: 'finishing',
  model_compressing: 'compressing',
  compressing_model: 'compressing',
  model_uploading: 'uploading',
  cancel_requested: 'cancelling',
  job_complete: null,
  job_error: null,
  job_user_error: null,
  job_stopped: null,
};

/** May come after training, too. */
const inTrainingOnly = new Set(['training_step', 'epoch_complete', 'eval_complete', 'checkpoint_save']);
/** The job may be queued again after reading. */
const endsOfReading = new Set(['training_data_download_complete', 'validation_data_download_complete']);
/** E.g. between two files. */
const shortestWaitMs = 1_000;
/** Steps done again are not reported again. */
const resumesTraining = /\btraining resumes\b/i;
const fromBeginning = /\btraining resumes from the beginning\b/i;
const beforeTraining = new Set<string | null>([null, 'queued', 'starting', 'downloading', 'training']);

/**
 * @param entries in order
 * @param status an unknown one leaves the last phase open
 */
export function eventPhases(
  entries: readonly Entry[],
  status: string | undefined,
  nowMs: number,
): readonly Phase[] {
  // Cached, since it is called every second.
  const { marks, lastMs } = knownMarks.get(entries) ?? readMarks(entries);
  knownMarks.set(entries, { marks, lastMs });
  return phasesOf(marks, isOver(status) ? lastMs : null, nowMs);
}

interface PhaseMarks {
  readonly marks: readonly PhaseMark[];
  readonly lastMs: number | null;
}

const knownMarks = new WeakMap<readonly Entry[], PhaseMarks>();

function readMarks(entries: readonly Entry[]): PhaseMarks {
  const marks: PhaseMark[] = [];
  let current: string | null = null;
  let lastMs: number | null = null;
  let hasBegun = false;
  let waitMs: number | null = null;
  let longestMs = Infinity;
  for (const { type, timeMs, message } of entries) {
    if (timeMs === null) continue;
    const word = type.toLowerCase();
    if (current === 'training' && lastMs !== null) {
      const pauseMs = timeMs - lastMs;
      // The service notes a restart when it is back; when it broke off is known from its last report.
      if (word === 'job_restarted') {
        if (pauseMs > longestMs) marks.push({ timeMs: lastMs, name: 'interrupted' });
      } else longestMs = longestMs === Infinity ? pauseMs : Math.max(longestMs, pauseMs);
    }
    lastMs = timeMs;
    const waitsAgain = !hasBegun && endsOfReading.has(word);
    const resumes = word === 'job_restarted' && resumesTraining.test(message);
    const name = waitsAgain ? 'queued' : resumes ? 'training' : beginnings[word];
    hasBegun ||= word === 'job_start' || word === 'training_start';
    if (name === undefined) continue;
    if (inTrainingOnly.has(word) && !(marks.length === 0 || beforeTraining.has(current))) continue;
    if (waitMs !== null && timeMs - waitMs < shortestWaitMs) marks.pop();
    waitMs = waitsAgain ? timeMs : null;
    // One mark per phase, for thousands of steps.
    if (waitsAgain || marks.at(-1)?.name !== name) marks.push({ timeMs, name });
    current = name;
  }
  return { marks, lastMs };
}

/** In order. Keys are hashes of the service, else of the content. */
export function eventEntries(events: readonly FineTuneEvent[]): readonly Entry[] {
  const known = knownEntries.get(events) ?? readEntries(events);
  knownEntries.set(events, known);
  return known;
}

const knownEntries = new WeakMap<readonly FineTuneEvent[], readonly Entry[]>();
/** Events keep their identity across polls. */
const knownEntry = new WeakMap<FineTuneEvent, Entry>();

function readEntries(events: readonly FineTuneEvent[]): readonly Entry[] {
  const entries = events.map((event, position): Entry => {
    const known = knownEntry.get(event) ?? {
      key: keyOf(event),
      position,
      timeMs: eventTimeMs(event),
      timeText: event.created_at ?? '',
      level: levelOf(event.level),
      // A word, which a filter and its address can hold.
      type: event.type || 'no type',
      message: event.message ?? '',
      raw: event,
    };
    const entry = known.position === position ? known : { ...known, position };
    knownEntry.set(event, entry);
    return entry;
  });
  return orderedEntries(entries);
}

/** 0 often means "not set". */
export function stepOf(event: FineTuneEvent | undefined): number | null {
  if (event === undefined) return null;
  const { training_offset: offset, step, message = '' } = event;
  return [offset, step].find((each) => each !== undefined && each > 0) ?? readMessage(message).step;
}

/** Known of a restart, and not reported again; null once later steps are. @param reached the furthest step */
export function stepsTrainedAgain(
  events: readonly FineTuneEvent[],
  reached: number | null,
): { readonly from: number; readonly to: number } | null {
  const restart = events.findLastIndex(({ type }) => type?.toLowerCase() === 'job_restarted');
  const at = stepOf(events[restart]) ?? (fromBeginning.test(events[restart]?.message ?? '') ? 0 : null);
  if (at === null || reached === null || reached <= at) return null;
  const hasNews = events.slice(restart + 1).some((event) => stepOf(event) !== null);
  return hasNews ? null : { from: at + 1, to: reached };
}

function keyOf({ hash, created_at = '', type = '', message = '', step }: FineTuneEvent): string {
  return hash || contentKey([created_at, type, message, String(step ?? '')]);
}
