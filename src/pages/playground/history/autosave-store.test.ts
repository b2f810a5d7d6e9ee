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

test('the parts of a run join to one recording, with the end of the newest part', async () => {
  expect(await read([partOf(0, 0, 2), partOf(1, 2, 3), partOf(2, 3, 3)])).toMatchObject({
    text: ' one two three',
    state: { endState: 'interrupted', endedMs: 30 },
  });
});

test('a run without any part is a run without text', async () => {
  expect(await read([])).toMatchObject({ text: '', state: { endedMs: 0 } });
});

test('nothing is read after a missing or damaged part, so that the text has no gap', async () => {
  expect((await read([partOf(0, 0, 1), partOf(2, 2, 3)])).text).toBe(' one');
  expect((await read([partOf(0, 0, 1), { id: 'a', index: 1 }, partOf(2, 2, 3)])).text).toBe(' one');
});

test('an autosaved run keeps the position that it continues from', () => {
  expect(joinRun({ ...head, continuedAt: 7 }, []).continuedAt).toBe(7);
});

test('an autosaved run keeps the service of its newest part', () => {
  const service = 'abc https://host/v1';
  expect(joinRun(head, [{ ...partOf(0, 0, 2), service }]).service).toBe(service);
  expect(joinRun(head, [partOf(0, 0, 2)]).service).toBeUndefined();
});
