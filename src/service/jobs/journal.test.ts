import { expect, test } from 'vitest';
import { evaluationMessage, problemMessage, readMessage, stepMessage } from './journal.ts';

const step = { kind: 'step', epoch: 0.1, tokens: 1 } as const;

test.each([
  [
    { ...step, step: 12, loss: 2.31, learningRate: 4.8e-4, gradNorm: 1.92 },
    300,
    'training loss=2.3100, learning rate=4.8e-4, gradient norm=1.92',
  ],
  [
    { ...step, step: 1, loss: 0, learningRate: 0, gradNorm: 123.456_78 },
    300,
    'training loss=0.0000, learning rate=0e+0, gradient norm=123.5',
  ],
  [
    { ...step, step: 2, loss: 0.000_966_71, learningRate: 0, gradNorm: 1 },
    300,
    'training loss=0.0009667, learning rate=0e+0, gradient norm=1',
  ],
  [
    { ...step, step: 300, loss: 11.5, learningRate: 1 / 3, gradNorm: 1e-9 },
    300,
    'training loss=11.5000, learning rate=3.333e-1, gradient norm=1e-9',
  ],
])('a step is logged in a form that log readers know: %#', (event, total, figures) => {
  expect(stepMessage(event, total)).toBe(`Step ${event.step}/${total}: ${figures}`);
});

test('so is an evaluation', () => {
  expect(evaluationMessage({ kind: 'evaluation', step: 30, loss: 1.8732 }, 300)).toBe(
    'Step 30/300: evaluation loss=1.8732',
  );
});

test('a file that was read is logged with its size', () => {
  const report = { lines: 1, bytes: 98_765, tokens: 1200, problems: [], problemCount: 0 };
  expect(readMessage('Training file', 'a.jsonl', report)).toBe(
    'Training file a.jsonl read: 1 line, 98,765 bytes, 1,200 tokens.',
  );
});

test('a rejected file is logged with its first bad lines and a count of the rest', () => {
  const problems = [3, 5, 8, 9, 12, 13].map((line) => ({ line, message: 'This line is not JSON.' }));
  const report = { lines: 20, bytes: 1, tokens: 1, problems, problemCount: 105 };
  const message = problemMessage('Validation file', 'a.jsonl', report);
  expect(message).toContain('Line 3: This line is not JSON. Line 5: ');
  expect(message).not.toContain('Line 13');
  expect(message).toMatch(/And 100 more\.$/u);
});
