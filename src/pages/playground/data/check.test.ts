import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canonicalJson, checkPattern, checkText, type PatternTask } from './check.ts';
import { createPatternChecks, type StartThread, type ThreadMessage } from './check-cell.ts';

test.each([
  ['exact', false, ' Paris\n', 'paris', 'pass'],
  ['exact', true, 'Paris', 'paris', 'fail'],
  ['exact', false, 'Paris.', 'Paris', 'fail'],
  ['contains', false, 'It is Paris.', 'PARIS', 'pass'],
  ['contains', false, 'It is Rome.', 'Paris', 'fail'],
  ['exact', false, 'anything', ' ', 'not comparable'],
] as const)('%s, case %s: %j against %j is %s', (kind, isCaseSensitive, output, expected, outcome) => {
  expect(checkText({ kind, isCaseSensitive }, output, expected)).toBe(outcome);
});

test.each([
  [false, 'It is 42 degrees', String.raw`^it is \d+`, 'pass'],
  [true, 'It is 42 degrees', String.raw`^it is \d+`, 'fail'],
  [false, ' Paris\n', '^paris$ ', 'pass'],
  [false, 'anything', '(', 'not comparable'],
  [false, 'anything', ' ', 'not comparable'],
])('case %s: %j against the expression %j is %s', (isCaseSensitive, text, pattern, outcome) => {
  expect(checkPattern({ pattern, isCaseSensitive, text })).toBe(outcome);
});

test.each([
  [' {"b": [1.0, {"d": null, "c": "x"}], "a": true}\n', '{"a":true,"b":[1,{"c":"x","d":null}]}'],
  ['[2, 1]', '[2,1]'],
  ['"text"', '"text"'],
  ['{"a": 1} and more', null],
  ['```json\n{}\n```', null],
  ['', null],
  ['[NaN]', null],
  ['{"id": 1234567890123456789}', '{"id":"1234567890123456789"}'],
])('%j as JSON is %j', (text, canonical) => {
  expect(canonicalJson(text)).toBe(canonical);
});

/** A Node thread in place of the browser's worker: can be ended while busy. */
const startThread: StartThread = (onMessage) => {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ pattern, text }) =>
      parentPort.postMessage(new RegExp(pattern).test(text) ? 'pass' : 'fail'));
    parentPort.postMessage('ready');`,
    { eval: true },
  );
  thread.on('message', (message: ThreadMessage) => onMessage(message));
  return { post: (task: PatternTask) => thread.postMessage(task, []), end: () => void thread.terminate() };
};

test('an expression that takes too long is terminated, and later texts are checked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let [started, posted] = [0, 0];
  const checks = createPatternChecks<{ text: string }>((...parts) => {
    started += 1;
    const { post, end } = startThread(...parts);
    return {
      post: (task) => {
        posted += 1;
        post(task);
      },
      end,
    };
  }, 1_500);
  const runaway = '^(a+)+$';
  const texts = [`${'a'.repeat(60)}!`, 'aa', 'b', 'bb'].map((text) => ({ text }));
  const taskOf = (index: number, pattern: string) => ({
    pattern,
    isCaseSensitive: true,
    text: texts[index]?.text ?? '',
  });
  const tasks = [runaway, runaway, '^b$', '^b$'].map((pattern, index) => taskOf(index, pattern));
  const outcomes = () =>
    texts.map((text, index) => checks.outcomeOf(text, tasks[index] ?? taskOf(index, runaway)));
  texts.forEach((text, index) => checks.ask(text, tasks[index] ?? taskOf(index, runaway)));
  expect(outcomes()).toEqual([null, null, null, null]);
  await expect.poll(() => posted).toBe(1);
  vi.advanceTimersByTime(1_500);
  await checks.settled();
  expect(outcomes()).toEqual(['too slow', 'too slow', 'pass', 'fail']);
  expect(started).toBe(2);

  // Another expression for the same text replaces the outcome.
  const [first = { text: '' }] = texts;
  checks.ask(first, taskOf(0, '^a+'));
  await checks.settled();
  expect(checks.outcomeOf(first, taskOf(0, '^a+'))).toBe('pass');
  expect(checks.outcomeOf(first, taskOf(0, runaway))).toBeNull();
});

test('nothing is compared and nothing waits if no worker can be started', async () => {
  const checks = createPatternChecks(() => {
    throw new Error('no threads');
  });
  const [one, other] = [{}, {}];
  const task = { pattern: 'a', isCaseSensitive: true, text: 'a' };
  checks.ask(one, task);
  checks.ask(other, task);
  await checks.settled();
  expect([checks.outcomeOf(one, task), checks.outcomeOf(other, task)]).toEqual([
    'not comparable',
    'not comparable',
  ]);
});
