// `npm run fine-tune`: checks options and files, queues a job, follows it.
import { putRequest, findWaiting } from '#service/jobs/inbox.ts';
import type { Places } from '#service/store/data-folder.ts';
import { type FineTuneRow, type FineTuneEventRow, terminalStatuses } from '#service/store/fine-tunes.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { openStoreToRead, type Store } from '#service/store/store.ts';
import {
  explainOptions,
  type Given,
  OptionError,
  notRunningNotice,
  announceQueued,
  runProgram,
} from './command-line.ts';
import { optionList, options, makeRequest } from './fine-tune-request.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { queueDepths } from '#service/jobs/status.ts';
import { formatCounted } from '#lib/format.ts';

const program = 'npm run fine-tune --';

const help = `Fine-tunes a model on this machine. The job is queued in the data folder (INFERDECK_HOME); the
running Inferdeck trains it, one job at a time.

  ${program} --training-file tales.jsonl --validation-file others.jsonl --n-epochs 3 --suffix tales
  ${program} --cancel <id>

${explainOptions(optionList)}

Ctrl+C while a job is followed cancels it. Exit code: 0 when the job is completed (or queued, with --detach),
1 when it is not or an option cannot be used, 130 after Ctrl+C.`;

const interrupted = 130;

export function main(): Promise<void> {
  return runProgram({ program, options: optionList, help, run });
}

async function run(given: Given, places: Places): Promise<number> {
  const cancelled = options.cancel.read(given);
  if (cancelled === null) return queue(given, places);
  if (given.size > 1) throw new OptionError('--cancel stands alone: it takes no other option.');
  return cancel(cancelled, places);
}

async function queue(given: Given, places: Places): Promise<number> {
  const store = openStoreToRead(places.database);
  let request: FineTuneRequest;
  try {
    request = await makeRequest(given, store, places);
  } finally {
    store?.close();
  }
  const { id } = request;
  await putRequest(places, request);
  announceQueued(`${id} is queued; it makes the model ${request.outputName}.`, places);
  if (options.detach.read(given)) return 0;
  const row = await followUntilInterrupted(id, places);
  if (row === 'interrupted') return interrupted;
  console.log(endOf(row));
  return row.status === 'completed' ? 0 : 1;
}

/** The first Ctrl+C cancels the job, the second ends this program. */
async function followUntilInterrupted(id: string, places: Places): Promise<FineTuneRow | 'interrupted'> {
  const leaving = new AbortController();
  const cancelling: Promise<void>[] = [];
  const handleInterrupt = () => {
    if (cancelling.length > 0) leaving.abort();
    else cancelling.push(cancelFollowed(id, places, leaving));
  };
  process.on('SIGINT', handleInterrupt);
  try {
    const row = await follow(id, places, leaving.signal);
    await Promise.all(cancelling);
    return row === null || cancelling.length > 0 ? 'interrupted' : row;
  } finally {
    process.off('SIGINT', handleInterrupt);
  }
}

/** Without a server there is nothing to wait for. */
async function cancelFollowed(id: string, places: Places, leaving: AbortController): Promise<void> {
  console.log(`\nCancelling ${id} …`);
  await requestCancel(id, places);
  const notice = notRunningNotice(places, `${id} is cancelled`);
  if (notice === null) return;
  console.log(notice);
  leaving.abort();
}

function endOf({ id, status, request }: FineTuneRow): string {
  if (status !== 'completed') return `${id} has ended: ${status}.`;
  return `${id} is completed. Use the model ${request.outputName}, or a checkpoint as ${id}:<step>.`;
}

const pollMs = 200;
const serverCheckMs = 3_000;

/** Prints every event once, and the place in the queue. Null if the signal aborts before the job ends. */
export async function follow(id: string, places: Places, signal: AbortSignal): Promise<FineTuneRow | null> {
  let store: Store | null = null;
  let last = 0;
  let ahead = 0;
  let checkedAt = performance.now();
  let isStopped = notRunningNotice(places, '') !== null;
  try {
    for (;;) {
      store ??= openStoreToRead(places.database);
      // The status first: later events are then printed before the end is noticed.
      const row = store?.fineTunes.find(id) ?? null;
      for (const event of store?.events.list(id, last) ?? []) {
        console.log(lineOf(event));
        last = event.number;
      }
      if (row !== null && terminalStatuses.has(row.status)) return row;
      const open = row?.status === 'queued' ? store?.fineTunes.listOpen() : undefined;
      const depth = queueDepths(open ?? []).get(id) ?? 0;
      if (depth !== ahead && depth > 0)
        console.log(`Waiting: ${formatCounted(depth, 'job')} ahead in the queue.`);
      ahead = depth;
      if (performance.now() - checkedAt > serverCheckMs) {
        checkedAt = performance.now();
        const notice = notRunningNotice(places, 'the job resumes');
        if ((notice !== null) !== isStopped)
          console.log(notice ?? `Inferdeck is running for ${places.home} again.`);
        isStopped = notice !== null;
      }
      const isAborted = await setTimeout(pollMs, false, { signal }).catch(() => true);
      if (isAborted) return null;
    }
  } finally {
    store?.close();
  }
}

const codes: Readonly<Record<string, string>> = { warning: '33', error: '31' };

function lineOf({ createdAt, level, message }: FineTuneEventRow): string {
  const time = new Date(createdAt).toTimeString().slice(0, 8);
  const code = codes[level ?? ''];
  const hasColours = process.stdout.isTTY && !process.env['NO_COLOR'];
  const text = code !== undefined && hasColours ? `\u001B[${code}m${message}\u001B[39m` : message;
  return `${time}  ${text}`;
}

/** A step takes a second at most, and the inbox is polled every two. */
const cancelTimeoutMs = 20_000;

export async function requestCancel(fineTuneId: string, places: Places): Promise<void> {
  await putRequest(places, {
    kind: 'cancel',
    id: `cancel-${randomUUID()}`,
    createdAt: Date.now(),
    fineTuneId,
  });
}

/** Resolves to the exit code. @throws OptionError for an unknown id */
export async function cancel(id: string, places: Places): Promise<number> {
  const status = statusOf(id, places);
  if (status === undefined && findWaiting(places.inbox, id) === null) {
    throw new OptionError(`--cancel: there is no fine-tune ${id} in ${places.home}.`);
  }
  if (status !== undefined && terminalStatuses.has(status)) {
    throw new OptionError(`--cancel: ${id} is over already: ${status}.`);
  }
  await requestCancel(id, places);
  const notice = notRunningNotice(places, `${id} is cancelled`);
  if (notice === null) return waitForEnd(id, places);
  console.log(notice);
  return 0;
}

function statusOf(id: string, places: Places): FineTuneRow['status'] | undefined {
  const store = openStoreToRead(places.database);
  try {
    return store?.fineTunes.find(id)?.status;
  } finally {
    store?.close();
  }
}

async function waitForEnd(id: string, places: Places): Promise<number> {
  const until = performance.now() + cancelTimeoutMs;
  while (performance.now() < until) {
    const status = statusOf(id, places);
    if (status !== undefined && terminalStatuses.has(status)) {
      console.log(status === 'cancelled' ? `${id} is cancelled.` : `${id} was over before: ${status}.`);
      return status === 'cancelled' ? 0 : 1;
    }
    await setTimeout(pollMs);
  }
  console.log(`Cancellation of ${id} requested; the server has not answered yet.`);
  return 0;
}
