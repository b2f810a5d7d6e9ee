import { expect, test } from 'vitest';
import { readRecording, recordingEvents, recordingHead, recordingTail } from '#run/recording-file.ts';
import type { RecordedRun } from '#run/run.ts';
import { joinRun } from './autosave-store.ts';

const pieces = [' one', ' two', ' three'];

/** @param count events received so far */
function recordedTo(count: number): RecordedRun {
  return {
    connection: 'This server',
    startedAt: new Date(1_000),
    request: { model: 'm', prompt: 'Say', stream: true },
    texts: pieces.map((text) => JSON.stringify({ choices: [{ index: 0, text, finish_reason: null }] })),
    times: [10, 20, 30],
    endState: 'interrupted',
    error: null,
    endedMs: count * 10,
    counts: {},
  };
}

const head = { id: 'a', head: recordingHead(recordedTo(0)), tail: recordingTail(recordedTo(0)) };

function partOf(index: number, from: number, to: number) {
  const recorded = recordedTo(to);
  return { id: 'a', index, events: recordingEvents(recorded, from, to), tail: recordingTail(recorded) };
}

async function read(parts: readonly unknown[]) {
  const reading = await readRecording(joinRun(head, parts).text);
  if (!reading.ok) throw new Error(reading.message);
  const { recording, state } = reading.run;
  return { text: recording.choices.get(0)?.text.toString() ?? '', state };
}

test('the parts of a run are one recording, which ends as the newest part says', async () => {
  expect(await read([partOf(0, 0, 2), partOf(1, 2, 3), partOf(2, 3, 3)])).toMatchObject({
    text: ' one two three',
    state: { endState: 'interrupted', endedMs: 30 },
  });
});

test('a run of which nothing had come is one without text', async () => {
  expect(await read([])).toMatchObject({ text: '', state: { endedMs: 0 } });
});

test('behind a part that is missing or damaged nothing is read: the text has no hole', async () => {
  expect((await read([partOf(0, 0, 1), partOf(2, 2, 3)])).text).toBe(' one');
  expect((await read([partOf(0, 0, 1), { id: 'a', index: 1 }, partOf(2, 2, 3)])).text).toBe(' one');
});

test('where a run goes on is known of it again', () => {
  expect(joinRun({ ...head, continuedAt: 7 }, []).continuedAt).toBe(7);
});
