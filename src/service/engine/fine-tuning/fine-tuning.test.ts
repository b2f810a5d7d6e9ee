import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#lib/at.ts';
import { eventsOf, temporaryFolder, tinyPlan, writeLines } from '#service/engine/testing/tiny-run.ts';
import { baseModelFile } from '#service/engine/start-worker.ts';
import type { FineTuneEvent, FineTunePlan, FineTuneRun } from './contract.ts';
import { startFineTune, inspectTrainingFile } from './fine-tuning.ts';
import { lineLimit } from './training-data.ts';
import { writeSampleData } from '#service/jobs/sample.ts';

/** Starts a run; `until` decides at each event whether the promise resolves with all events so far. */
function start(
  plan: FineTunePlan,
  until: (event: FineTuneEvent) => boolean,
): { readonly run: FineTuneRun; readonly events: FineTuneEvent[]; readonly reached: Promise<unknown> } {
  const events: FineTuneEvent[] = [];
  const emitter = new EventEmitter();
  const reached = once(emitter, 'reached');
  const run = startFineTune(plan, (event) => {
    events.push(event);
    if (until(event)) emitter.emit('reached');
  });
  return { run, events, reached };
}

const isEnd = ({ kind }: FineTuneEvent): boolean => kind === 'done' || kind === 'failed';

it('trains the base model on a text in its own thread', async () => {
  const folder = temporaryFolder();
  const text = 'The lighthouse keeper counts nine green bottles and sings to the moon.';
  const plan = tinyPlan(folder, {
    baseFile: baseModelFile,
    trainingFile: writeLines(folder, 'text.jsonl', [{ text }]),
    validationFile: null,
    nEpochs: 8,
    learningRate: 2e-3,
  });
  const { events, reached, run } = start(plan, isEnd);
  await reached;
  await run.stop();
  expect(events.at(-1)).toEqual({ kind: 'done' });
  const losses = eventsOf(events, 'step').map(({ loss }) => loss);
  expect(losses).toHaveLength(8);
  expect(at(losses, 7)).toBeLessThan(at(losses, 0) / 2);
});

it('stops without further events, and continues when started again', async () => {
  const plan = tinyPlan(temporaryFolder(), { nEpochs: 100_000 });
  const first = start(plan, (event) => event.kind === 'step' && event.step === 5);
  await first.reached;
  await first.run.stop();
  const count = first.events.length;
  const last = eventsOf(first.events, 'step').at(-1)?.step ?? 0;
  await first.run.stop();
  const second = start(plan, ({ kind }) => kind === 'step');
  await second.reached;
  await second.run.stop();
  expect(first.events).toHaveLength(count);
  expect(first.events.some(isEnd)).toBe(false);
  expect(second.events[0]).toMatchObject({ kind: 'planned', resumedFromStep: last });
  expect(second.events[1]).toMatchObject({ kind: 'step', step: last + 1 });
});

it('can be stopped before it begins', async () => {
  const { run, events } = start(tinyPlan(temporaryFolder()), isEnd);
  await run.stop();
  expect(events.some(({ kind }) => kind === 'step' || kind === 'failed')).toBe(false);
});

it('reports a failure as an event', async () => {
  const { events, reached, run } = start(tinyPlan(temporaryFolder(), { trainingFile: '/nowhere' }), isEnd);
  await reached;
  await run.stop();
  expect(events).toHaveLength(1);
  expect(at(eventsOf(events, 'failed'), 0).message).toMatch(/^The training file cannot be read: ENOENT/);
});

it.runIf(process.platform === 'linux')('yields to other threads', async () => {
  const { run, reached } = start(
    tinyPlan(temporaryFolder(), { nEpochs: 100_000 }),
    ({ kind }) => kind === 'step',
  );
  await reached;
  const nice = readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[16];
  });
  await run.stop();
  expect(nice).toContain('10');
});

const inspectLines = (lines: readonly (object | string)[]) =>
  inspectTrainingFile(writeLines(temporaryFolder(), 'file.jsonl', lines));

it('counts lines, bytes and tokens of a good file', async () => {
  const report = await inspectLines([
    { text: 'Once upon a time' },
    { prompt: 'Once', completion: ' upon a time' },
  ]);
  expect(report).toEqual({ lines: 2, bytes: 74, tokens: 10, problems: [], problemCount: 0 });
});

it('accepts blank lines, CRLF, a byte order mark, unknown fields and a last line without an end', async () => {
  const file = join(temporaryFolder(), 'file.jsonl');
  writeFileSync(file, '\uFEFF{"text":"a"}\r\n\r\n  \n{"text":"b","source":"c"}');
  expect(await inspectTrainingFile(file)).toMatchObject({ lines: 2, problems: [], problemCount: 0 });
});

it('rejects chat messages and names the supported format', async () => {
  const report = await inspectLines([{ messages: [{ role: 'user', content: 'a' }] }]);
  expect(report.problems.map(({ message }) => message)).toEqual([
    'This line has chat "messages", which are not read; write a "text", or a "prompt" and a "completion".',
  ]);
});

it('names every bad line by its number, with a sentence', async () => {
  const report = await inspectLines([
    { text: 'fine' },
    'not json',
    '[1]',
    '"text"',
    'null',
    {},
    { prompt: 'a' },
    { completion: 'a' },
    { text: 'a', prompt: 'b' },
    { text: 5 },
    { prompt: 'a', completion: null },
    { text: ' ' },
    { prompt: '', completion: 'a' },
    { prompt: 'a', completion: '' },
  ]);
  expect(report.lines).toBe(14);
  expect(report.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '2: This line is not JSON.',
    '3: This line is not a JSON object.',
    '4: This line is not a JSON object.',
    '5: This line is not a JSON object.',
    '6: This line has neither a "text" nor a "prompt" and a "completion".',
    '7: This line has a "prompt" but no "completion".',
    '8: This line has a "completion" but no "prompt".',
    '9: This line has a "text" beside a "prompt" or "completion"; it must have one form only.',
    '10: The "text" of this line is not a string.',
    '11: The "completion" of this line is not a string.',
    '12: The "text" of this line is empty.',
    '13: The "prompt" of this line is empty.',
    '14: The "completion" of this line is empty.',
  ]);
});

it('reports bytes that are not UTF-8 and lines that are too long, and reads on', async () => {
  const file = join(temporaryFolder(), 'file.jsonl');
  const good = Buffer.from('{"text":"fine"}\n');
  const invalid = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}\n')]);
  const long = Buffer.from(`{"text":"${'a'.repeat(lineLimit)}"}\n`);
  writeFileSync(file, Buffer.concat([good, invalid, long, good]));
  expect(await inspectTrainingFile(file)).toMatchObject({
    lines: 4,
    problems: [
      { line: 2, message: 'This line is not valid UTF-8.' },
      { line: 3, message: 'This line is longer than 1000000 bytes.' },
    ],
  });
});

it('reports the first hundred problems and counts them all', async () => {
  const report = await inspectLines(Array.from({ length: 250 }, () => '{'));
  expect(report.problems).toHaveLength(100);
  expect(report.problemCount).toBe(250);
});

it('reports a file without examples as a problem, and rejects for a missing file', async () => {
  const file = join(temporaryFolder(), 'file.jsonl');
  writeFileSync(file, '\n\n');
  expect(await inspectTrainingFile(file)).toMatchObject({
    lines: 0,
    problems: [{ line: 1, message: 'This file has no examples.' }],
  });
  rmSync(file);
  await expect(inspectTrainingFile(file)).rejects.toThrow('ENOENT');
});

it('survives any bytes', async () => {
  const file = join(temporaryFolder(), 'file.jsonl');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      writeFileSync(file, bytes);
      const { problems, problemCount } = await inspectTrainingFile(file);
      expect(problems).toHaveLength(problemCount);
    }),
    { numRuns: 50 },
  );
});

it('finds no problem in the sample data, which is the same every time', async () => {
  const folder = temporaryFolder();
  const [training, validation, again] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'c')];
  writeSampleData(training, validation);
  writeSampleData(again, validation);
  const report = await inspectTrainingFile(training);
  expect(report).toMatchObject({ lines: 400, problems: [] });
  expect(await inspectTrainingFile(again)).toEqual(report);
  expect(await inspectTrainingFile(validation)).toMatchObject({ lines: 40, problems: [] });
});
