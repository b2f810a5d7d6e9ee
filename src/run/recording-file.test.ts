import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { createYieldToPage } from '#lib/yield-to-page.ts';
import {
  playRecording,
  readEvent,
  recordRun,
  readRecording,
  recordingEvents,
  recordingHead,
  recordingTail,
  writeRecording,
} from './recording-file.ts';
import { columnsOf, readColumns } from './recording-columns.ts';
import { Recording } from './recording.ts';
import { createRunStore } from './run-store.ts';
import type { RecordedRun, Run } from './run.ts';

/** As services write it, with bare -Infinity and ids beyond 2^53. */
const chunk = fc
  .record({
    index: fc.nat({ max: 3 }),
    text: fc.string({ unit: 'binary', maxLength: 5 }),
    id: fc.oneof(fc.nat().map(String), fc.constant('9007199254740993')),
    logprob: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.constantFrom('-Infinity', 'NaN', 'null', '0.2'),
    ),
    special: fc.boolean(),
    finish: fc.constantFrom(null, null, 'stop', 'length'),
  })
  .map(({ index, text, id, logprob, special, finish }) => {
    const choices = JSON.stringify([{ index, text: special ? '' : text }]);
    const token = `{"id":${id},"text":${JSON.stringify(text)},"logprob":${logprob},"special":${special}}`;
    return `{"id":"c","token":${token},"choices":${choices},"seed":7,"finish_reason":${JSON.stringify(finish)}}`;
  });

const error = fc.option(
  fc.constantFrom(
    new ApiError('cut', 'It broke off.', { code: 'body_cut' }),
    new ApiError('http', 'No.', {
      status: 503,
      retryAfterMs: 2_000,
      message: 'busy',
      param: 'n',
      requestId: 'r',
    }),
  ),
);

const anyRun: fc.Arbitrary<RecordedRun> = fc
  .record({
    steps: fc.array(fc.tuple(chunk, fc.double({ min: 0, max: 500, noNaN: true })), { maxLength: 40 }),
    prompt: fc.string({ unit: 'binary' }),
    echo: fc.boolean(),
    startedAt: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
    error,
  })
  .map(({ steps, prompt, echo, startedAt, error: failure }) => {
    let atMs = 0;
    const times = Float64Array.from(steps, ([, gapMs]) => (atMs += gapMs));
    return {
      connection: 'This server',
      startedAt,
      request: { model: 'm', prompt, echo, n: 4, stream: true, temperature: 0.7 },
      texts: steps.map(([data]) => data),
      times,
      endState: failure === null ? 'complete' : failure.kind === 'cut' ? 'interrupted' : 'failed',
      error: failure,
      endedMs: atMs + 0.125,
      counts: { comments: 2, events: steps.length },
    };
  });

function contentOf(recording: Recording) {
  const { tokenCount, firstTokenMs, lastTokenMs, lastEventMs, usage, seed, events } = recording;
  const choices = [...recording.choices.values()].map((choice) => ({
    index: choice.index,
    text: choice.text.toString(),
    promptLength: choice.promptLength,
    columns: [choice.ids, choice.logprobs, choice.ends, choice.arrivals].map((column) =>
      Array.from(column.view()),
    ),
    specials: [...choice.specials],
    finishReason: choice.finishReason,
    surprise: choice.surprise,
  }));
  const figures = { tokenCount, firstTokenMs, lastTokenMs, lastEventMs, usage, seed };
  return { choices, figures, texts: [...events.texts], times: [...events.times.view()] };
}

/** The page's recording of the received run. */
function received({ request, texts, times }: RecordedRun): Recording {
  const recording = new Recording(request);
  texts.forEach((data, index) => {
    const event = readEvent(data, request.n ?? 1);
    if (event !== null) recording.receive(event, times[index] ?? 0);
  });
  return recording;
}

function shown(run: Run): Run | null {
  const store = createRunStore({ requestFrame: () => undefined });
  expect(store.show(run)).toBe(true);
  return store.current();
}

test('a recording that is exported and opened has exactly the same choices and end', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async (original) => {
      const reading = await readRecording(await writeRecording(original));
      if (!reading.ok) throw new Error(reading.message);
      const run = shown(reading.run);
      if (run === null) throw new Error('The store has no run.');
      expect(contentOf(run.recording)).toEqual(contentOf(received(original)));
      const { endState, error: failure, endedMs } = original;
      expect(run.state).toEqual({ phase: 'ended', endState, error: failure, endedMs });
      expect([run.request, run.startedAt, run.recording.counts]).toEqual([
        original.request,
        original.startedAt,
        original.counts,
      ]);
      expect(recordRun(run, 'another name')).toBe(reading.recorded);
    }),
    { numRuns: 60 },
  );
});

test('columns show what the events would, and the events once they are wanted', async () => {
  const apart =
    '{"prompt":[{"text":"Once","logprobs":{"tokens":["On","ce"],"token_ids":[5,null],"token_logprobs":[null,-1]}}],' +
    '"choices":[{"index":1,"text":" upon"}],"usage":{"prompt_tokens":2,"completion_tokens":1,"total_tokens":3,"more":[1]}}';
  await fc.assert(
    fc.asyncProperty(anyRun, fc.boolean(), async (some, isApart) => {
      const original = isApart
        ? { ...some, texts: [apart, ...some.texts], times: [0, ...Array.from(some.times)] }
        : some;
      const recording = received(original);
      const file = await writeRecording(original);
      const kept = structuredClone(columnsOf(original, recording, 0));
      const reading = await readColumns(kept, file);
      if (!reading?.ok) throw new Error('The columns are not read.');
      const run = shown(reading.run);
      const known = { ...contentOf(received(original)), texts: [] };
      expect(run && contentOf(run.recording)).toEqual(known);
      const { endState, error: failure, endedMs, counts } = original;
      expect(run?.state).toEqual({ phase: 'ended', endState, error: failure, endedMs });
      expect(run?.recording.counts).toEqual(counts);
      expect(JSON.parse(await writeRecording(reading.recorded))).toEqual(JSON.parse(file));
      expect(run && contentOf(run.recording)).toEqual({ ...known, texts: original.texts });
      expect(run?.recording.events.load).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test('damaged columns are not read, and few events have none', async () => {
  const original = fc.sample(anyRun, { numRuns: 1, seed: 1 })[0];
  if (original === undefined) throw new Error('no run');
  const file = await writeRecording(original);
  const columns = columnsOf(original, received(original), 0);
  for (const damage of [undefined, {}, { ...columns, frame: 'no' }, { ...columns, times: [1] }])
    expect(await readColumns(damage, file)).toBeNull();
  const [choice] = columns?.choices ?? [];
  const unequal = { ...choice, ends: new Float64Array(99) };
  expect(await readColumns({ ...columns, choices: [unequal] }, file)).toBeNull();
  expect(columnsOf(original, received(original))).toBeUndefined();
});

test('events that cannot be read are an error, not an empty recording', async () => {
  const original = fc.sample(anyRun, { numRuns: 1, seed: 1 })[0];
  if (original === undefined) throw new Error('no run');
  const reading = await readColumns(columnsOf(original, received(original), 0), 'damaged');
  if (!reading?.ok) throw new Error('The columns are not read.');
  await expect(writeRecording(reading.recorded)).rejects.toThrow('cannot be read');
});

const whole = {
  inferdeck: 'recording',
  version: 1,
  connection: 'This server',
  startedAt: '2026-01-02T03:04:05.678Z',
  request: { model: 'm', prompt: 'p' },
  events: [[1.5, '{"choices":[{"text":"a"}]}']],
  end: { state: 'complete', ms: 2, error: null },
  counts: {},
};

test.each([
  ['not json', /not JSON/],
  ['null', /not a recording/],
  ['{"version":1}', /not a recording/],
  [JSON.stringify({ ...whole, version: 2 }), /another version/],
  [JSON.stringify({ ...whole, connection: 5 }), /damaged at connection\./],
  [JSON.stringify({ ...whole, events: [[0, '{}'], ['x']] }), /damaged at events\[1\]/],
  [JSON.stringify({ ...whole, end: { ...whole.end, state: 'odd' } }), /damaged at end\.state/],
  [JSON.stringify({ ...whole, request: { model: 'm' } }), /prompt is required/],
  [JSON.stringify({ ...whole, events: [...whole.events, [1, '{}']] }), /event 2 came before event 1/],
  [JSON.stringify({ ...whole, events: [[1, 'not json']] }), /event 1 is not part of a completion/],
])('a file that cannot be shown is refused with a reason: %s', async (text, reason) => {
  const reading = await readRecording(text);
  expect(reading.ok).toBe(false);
  expect('message' in reading ? reading.message : '').toMatch(reason);
});

test('the smallest complete file is read', async () => {
  expect(await readRecording(JSON.stringify(whole))).toMatchObject({ ok: true, recorded: { endedMs: 2 } });
});

test('Stop ends a paced replay and keeps the part played', async () => {
  const reading = await readRecording(
    JSON.stringify({ ...whole, events: [...whole.events, [3_600_000, '{"choices":[]}']] }),
  );
  if (!reading.ok) throw new Error(reading.message);
  const store = createRunStore({ requestFrame: () => undefined });
  playRecording(store, reading.recorded, 1);
  await expect.poll(() => store.current()?.recording.tokenCount).toBe(1);
  store.stop();
  expect(store.current()?.state).toMatchObject({ endState: 'stopped', error: null });
  expect(store.current()?.recording.events.length).toBe(1);
});

/** Megabytes of events, with texts that resemble the end of an event. */
function longRun(eventCount: number): RecordedRun {
  const ends = ['"],[', '\\"],[', '\\\\"],[', '],[', '\\', '"', '],"end":', ',"events":['];
  const texts = Array.from({ length: eventCount }, (_, index) => {
    const text = ends[index % ends.length] ?? '';
    return JSON.stringify({ choices: [{ index: 0, text, finish_reason: null }], pad: 'x'.repeat(200) });
  });
  return {
    connection: 'This server',
    startedAt: new Date(0),
    request: { model: 'm', prompt: '"],[ and ,"events":[', stream: true },
    texts,
    times: Float64Array.from(texts, (_, event) => event),
    endState: 'complete',
    endedMs: eventCount,
    error: null,
    counts: {},
  };
}

test('a long recording round-trips in slices that yield to the page', async () => {
  const recorded = longRun(20_000);
  let turns = 0;
  let timer = setImmediate(count);
  function count() {
    turns += 1;
    timer = setImmediate(count);
  }
  // Zero length, so that every slice yields on any machine.
  const file = await writeRecording(recorded, createYieldToPage(0));
  const written = turns;
  const reading = await readRecording(file, createYieldToPage(0));
  clearImmediate(timer);
  expect(written).toBeGreaterThan(2);
  expect(turns - written).toBeGreaterThan(2);
  if (!reading.ok) throw new Error(reading.message);
  expect(reading.recorded.texts).toEqual(recorded.texts);
  expect(contentOf(reading.run.recording)).toEqual(contentOf(received(recorded)));
  expect(JSON.parse(file)).toMatchObject({ inferdeck: 'recording', events: { length: 20_000 } });
});

test('a large file reads like its text, wherever its chunks are split', async () => {
  for (const prompt of ['', '🦊', 'a🦊', '"],[ and ,"events":[ and ],"end":']) {
    const recorded = { ...longRun(8_000), request: { model: 'm', prompt, stream: true } };
    const file = await writeRecording(recorded);
    const reading = await readRecording(new Blob([file]));
    expect(reading).toEqual(await readRecording(file));
    expect(reading.ok && reading.recorded.texts).toEqual(recorded.texts);
  }
  const cut = (await writeRecording(longRun(8_000))).slice(0, -40);
  expect(await readRecording(new Blob([cut]))).toEqual(await readRecording(cut));
});

test('a file reformatted by another program is read', async () => {
  const recorded = longRun(2_000);
  const file = JSON.stringify(JSON.parse(await writeRecording(recorded)), null, 1);
  const reading = await readRecording(file);
  if (!reading.ok) throw new Error(reading.message);
  expect(reading.recorded.texts).toEqual(recorded.texts);
  expect(await readRecording(new Blob([file]))).toEqual(reading);
});

test('events and end are written without the request, however long its prompt is', () => {
  const recorded: RecordedRun = Object.defineProperty(longRun(2), 'request', {
    get: () => {
      throw new Error('The request was read.');
    },
  });
  expect(() => recordingHead(recorded)).toThrow('The request was read.');
  expect(`[${recordingEvents(recorded, 0, 2)}${recordingTail(recorded)}`).toMatch(/\],"end":/);
});
