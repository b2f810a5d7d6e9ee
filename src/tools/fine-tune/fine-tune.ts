// `npm run fine-tune`: checks options and files, queues a job, follows it.
import { putRequest } from '#service/jobs/inbox.ts';
import type { Places } from '#service/store/data-folder.ts';
import type { FineTuneRow } from '#service/store/fine-tunes.ts';
import type { FineTuneRequest } from '#service/store/requests.ts';
import { openStoreToRead } from '#service/store/store.ts';
import { explainOptions, type Given, OptionError, readArguments } from '#tools/command-line/options.ts';
import { notRunningNotice, exitWithMessage, placesOf } from '#tools/command-line/program.ts';
import { cancel, requestCancel, follow } from './follow.ts';
import { optionList, options, makeRequest } from './request.ts';

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
  return exitWithMessage(() => run(process.argv.slice(2)));
}

async function run(args: readonly string[]): Promise<number> {
  const given = readArguments(args, optionList, program);
  if (options.help.read(given)) {
    console.log(help);
    return 0;
  }
  const places = placesOf(process.env);
  const cancelled = options.cancel.read(given);
  if (cancelled === null) return queue(given, places);
  if (given.size > 1) throw new OptionError('--cancel stands alone: it takes no other option.');
  return cancel(cancelled, places);
}

async function queue(given: Given, places: Places): Promise<number> {
  const isDetached = options.detach.read(given);
  const store = openStoreToRead(places.database);
  let request: FineTuneRequest;
  try {
    request = await makeRequest(given, store, places);
  } finally {
    store?.close();
  }
  const { id } = request;
  await putRequest(places, request);
  console.log(`${id} is queued; it makes the model ${request.outputName}.`);
  const notice = notRunningNotice(places, 'the job waits, and begins');
  if (notice !== null) console.log(notice);
  if (isDetached) return 0;
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
  return `${id} is completed. Ask it as ${request.outputName}, and its checkpoints as ${id}:<step>.`;
}
