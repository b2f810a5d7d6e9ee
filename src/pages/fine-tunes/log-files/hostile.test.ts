import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogReport } from './log-report.ts';
import { longestLine } from './log-format.ts';
import { readMessage } from '#pages/fine-tunes/curves/curve-of-key.ts';
import { readLog } from './read-log.ts';
import { logFile, pairsOf } from '#pages/fine-tunes/testing/log-file.ts';
import { consoleLog, trainerState } from '#pages/fine-tunes/testing/log-writers.ts';

async function read(text: string | Uint8Array, name?: string, pieceLength?: number): Promise<LogReport> {
  return await readLog(logFile(text, name, pieceLength));
}

const lineNumbers = (report: LogReport) => report.unread.map(({ line }) => line);

test.each([
  ['nothing', new Uint8Array(), 'empty'],
  ['spaces', '  \n\r\n ', 'only whitespace'],
  ['UTF-16, little end first', Uint8Array.of(0xff, 0xfe, 0x73, 0), 'UTF-16'],
  ['UTF-16, big end first', Uint8Array.of(0xfe, 0xff, 0, 0x73), 'UTF-16'],
  ['zeros', Uint8Array.of(1, 2, 0, 3), 'binary'],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8), 'compressed'],
  ['zip', Uint8Array.of(0x50, 0x4b, 3, 4), 'archive'],
  [
    'the means of a run',
    '{\n  "epoch": 3.0,\n  "train_loss": 1.2,\n  "train_runtime": 123.4\n}',
    'trainer_state.json',
  ],
  ['a table of words', 'run,experiment\na,b\n', 'No column'],
])('a file of %s is refused with a message', async (_, content, words) => {
  await expect(read(content)).rejects.toThrow(words);
});

test('a binary event file says what to download instead', async () => {
  const bytes = Uint8Array.of(24, 0, 0, 0, 0, 0, 0, 0);
  await expect(read(bytes, 'events.out.tfevents.1.host')).rejects.toThrow('TensorBoard');
});

test('a UTF-8 byte order mark is not part of the first column', async () => {
  expect(pairsOf(await read('\uFEFFstep,loss\n1,2\n'), 'train loss')).toEqual([[1, 2]]);
});

test('broken rows are named by their line, and the others are read', async () => {
  const text = 'step,loss\n1,5\n2\n3,abc\n-4,1\n"5,2\n,7\n6,None\n7,1e-3\n8,NaN,9\n9,-inf';
  const report = await read(text, 'table.csv', 5);
  expect(lineNumbers(report)).toEqual([3, 4, 5, 6, 7, 10]);
  expect(report.unread.map(({ text: said }) => said)).toContain('3,abc');
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 5],
    [7, 0.001],
    [9, -Infinity],
  ]);
});

test('a line between objects is named as none, and a cut object as incomplete', async () => {
  const report = await read(
    '{"step":1,"loss":3}\n{"step":2,"lo\nTraceback (most recent call last):\n{"step":3,"loss":2}\n',
  );
  expect(report.unread.map(({ reason }) => reason)).toEqual([
    'This object is incomplete.',
    'This is not an object.',
  ]);
});

test('a number with commas that has its quotes is no reason for a line that is cut', async () => {
  const report = await read('{"step":"2,900","loss":3}\n{"step":"3,000","los');
  expect(report.unread.map(({ reason }) => reason)).toEqual(['This object is incomplete.']);
});

test.each([
  ['a table', 'step,loss\n1,3\n2,"1,010"\n3,"0,95"\n4,many\n'],
  [
    'objects',
    '{"step":1,"loss":3}\n{"step":2,"loss":"1,010"}\n{"step":3,"loss":"0,95"}\n{"step":4,"loss":"many"}\n',
  ],
])('a loss with a comma in %s is refused for its comma', async (_, text) => {
  const report = await read(text);
  expect(pairsOf(report, 'train loss')).toEqual([[1, 3]]);
  expect(report.unread.map(({ reason }) => reason)).toEqual([
    'The comma in “loss” could be a decimal point.',
    'The comma in “loss” could be a decimal point.',
    '“loss” is not a number.',
  ]);
});

test.each([
  [
    'a table',
    'step,loss,tokens\n"998",3,"65,536"\n"1,000",2,"1,131,072"\n1,002,1,9\n',
    'The header has 3 columns, this line 4. A number with commas needs quotes.',
  ],
  [
    'a table with semicolons',
    'step;loss;tokens\n998;3;65,536\n1,000;2;1,131,072\n1,002\n',
    'The header has 3 columns, this line 1.',
  ],
  [
    'objects',
    '{"step":998,"loss":3,"tokens":"65,536"}\n{"step":"1,000/2,000","loss":2,"tokens":"1,131,072"}\n{"step":1,002,"loss":1}\n',
    'A number with commas needs quotes.',
  ],
])('steps and tokens of %s may have commas in quotes', async (_, text, reason) => {
  const report = await read(text);
  expect(pairsOf(report, 'train loss')).toEqual([
    [998, 3],
    [1000, 2],
  ]);
  const [segment] = report.runs[0]?.curves.curves.get('train loss') ?? [];
  expect([...(segment?.tokens ?? [])]).toEqual([65_536, 1_131_072]);
  expect(report.unread.map((each) => each.reason)).toEqual([reason]);
});

test('line endings may be mixed within one file', async () => {
  const report = await read('step;loss\r\n1;1,5\n2;2,5\r3;3,5\r\r\n4;4,5', 'x', 1);
  expect(pairsOf(report, 'train loss')).toEqual([
    [1, 1.5],
    [2, 2.5],
    [3, 3.5],
    [4, 4.5],
  ]);
  expect(report.unread).toEqual([]);
});

test('a header repeated after a restart is not a row', async () => {
  const report = await read('step,loss\n1,5\n2,4\nstep,loss\n1,3\n');
  expect(report.unreadCount).toBe(0);
  expect(report.runs[0]?.curves.curves.get('train loss')).toHaveLength(2);
});

test('unread lines are all counted, and the first hundred listed', async () => {
  const report = await read(`step,loss\n1,1\n${'x,y\n'.repeat(1000)}`);
  expect([report.unreadCount, report.unread.length, report.unread.at(-1)?.ordinal]).toEqual([1000, 100, 100]);
});

test('an endless line is dropped, and the next ones are read', async () => {
  const report = await read(
    `{"step":1,"loss":1}\n{"step":2,"x":"${'y'.repeat(longestLine)}"}\n{"step":3,"loss":3}\n`,
  );
  expect(lineNumbers(report)).toEqual([2]);
  expect(report.unread[0]?.text.length).toBeLessThanOrEqual(200);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual([1, 3]);
});

test('truncated JSON gives the rows before the break, with its position', async () => {
  const whole = trainerState(
    Array.from({ length: 50 }, (_, index) => ({ step: index + 1, epoch: 0, loss: index })),
  );
  const report = await read(whole.slice(0, whole.indexOf('"step": 30') + 3), 'trainer_state.json', 17);
  expect(pairsOf(report, 'train loss')).toHaveLength(29);
  expect(report.unread.at(-1)?.reason).toContain('began in line 1');
});

test('a broken object in a JSON file does not affect the others', async () => {
  const report = await read('[\n{"step": 1, "loss": 1},\n{"step": , "loss": 2},\n{"step": 3, "loss": 3}\n]');
  expect(lineNumbers(report)).toEqual([3]);
  expect(pairsOf(report, 'train loss').map(([step]) => step)).toEqual([1, 3]);
});

test('endless brackets are counted and not kept', async () => {
  const report = await read('['.repeat(300_000));
  expect([report.runs.length, report.unreadCount]).toEqual([0, 1]);
});

test('an unterminated JSON string ends with its line', async () => {
  const report = await read('[{"step": 1, "note": "no end\n}, {"step": 2, "loss": 2}]');
  expect(lineNumbers(report)).toContain(1);
  expect(pairsOf(report, 'train loss')).toEqual([[2, 2]]);
});

test('a console that breaks off in a dictionary names its row', async () => {
  const whole = consoleLog([
    { step: 5, epoch: 0.1, loss: 2 },
    { step: 10, epoch: 0.2, loss: 1 },
  ]);
  const report = await read(whole.slice(0, whole.lastIndexOf("'epoch': 0.2")));
  expect(pairsOf(report, 'train loss')).toEqual([[5, 2]]);
  expect(report.unread.map(({ reason }) => reason)).toEqual(['This dictionary is not closed.']);
});

test('prose is read to its end without giving a curve', async () => {
  const report = await read('The loss of a friend\nis { never } a number: 3\n'.repeat(500));
  expect([report.runs, report.format]).toEqual([[], 'console log of a trainer']);
});

test('reading ends for any file, in one chunk or many', async () => {
  const scraps = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '\\',
    '\n',
    '\r',
    ',',
    ':',
    '%|',
    '/',
    '[0:00',
  );
  const words = fc.constantFrom(
    'loss',
    'step',
    '1',
    'nan',
    ' 5/10 ',
    'train_loss',
    ' - ',
    '\u001B[',
    '\uFEFF',
    '\u00E9',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(scraps, words), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (parts, length) => {
        const text = parts.join('');
        const outcome = (pieceLength: number) =>
          read(text, 'x', pieceLength).catch((error: unknown) => {
            if (error instanceof Error && error.name === 'UnreadableFileError') return error.message;
            throw error;
          });
        expect(await outcome(length)).toEqual(await outcome(65_536));
      },
    ),
    { numRuns: 500 },
  );
});

test(
  'a word of a hundred thousand letters, as of encoded data, does not hold the page up',
  { timeout: 10_000 },
  async () => {
    const word = 'AbC9'.repeat(25_000);
    const report = await read(
      `step 1: loss 2\nstep 2: loss ${word}\nstep${' '.repeat(100_000)}loss\nepoch${' '.repeat(100_000)}loss\nstep 3: loss 1\n`,
    );
    expect(pairsOf(report, 'train loss')).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(readMessage(`${word} training loss: 0.5`).values).toMatchObject([
      { name: 'train loss', value: 0.5 },
    ]);
  },
);
