import { describe, expect, test } from 'vitest';
import { optionList, options } from './fine-tune-request.ts';
import { explainOptions, OptionError, readArguments } from './command-line.ts';

const read = (...args: string[]) => readArguments(args, optionList, 'program');

describe('arguments', () => {
  test('values come after a space or an equals sign, and underscores are dashes', () => {
    const given = read('--n_epochs=3', '--learning-rate', '1e-3', '--detach', '--lr_scheduler', 'cosine');
    expect(options.nEpochs.read(given)).toBe(3);
    expect(options.learningRate.read(given)).toBe(0.001);
    expect(options.scheduler.read(given)).toBe('cosine');
    expect(options.detach.read(given)).toBe(true);
    expect(options.help.read(given)).toBe(false);
  });

  test.each([
    [['--n-epoch', '3'], /Unknown option '--n-epoch'.*--help/u],
    [['./a.jsonl'], /Unexpected argument '.\/a.jsonl'\./u],
    [['-n', '3'], /Unknown option '-n'/u],
    [['--n-epochs'], /'--n-epochs <value>' argument missing/u],
    [['--n-epochs', '--detach'], /'--n-epochs' argument is ambiguous/u],
    [['--detach=yes'], /'--detach' does not take an argument/u],
    [['--seed', '1', '--seed=2'], /--seed is given twice/u],
  ])('%j is refused', (args, sentence) => {
    expect(() => read(...args)).toThrow(OptionError);
    expect(() => read(...args)).toThrow(sentence);
  });
});

test('every option has a default value', () => {
  const given = read();
  const values = Object.entries(options).map(([name, option]) => [name, option.read(given)]);
  expect(Object.fromEntries(values)).toEqual({
    trainingFile: null,
    validationFile: null,
    model: null,
    fromCheckpoint: null,
    suffix: null,
    nEpochs: 1,
    batchSize: 'max',
    learningRate: 5e-4,
    scheduler: 'linear',
    minLrRatio: 0,
    warmupRatio: 0.05,
    weightDecay: 0.01,
    maxGradNorm: 1,
    nEvals: 10,
    nCheckpoints: 1,
    trainOnInputs: 'auto',
    seed: 1,
    wandbProjectName: null,
    detach: false,
    cancel: null,
    help: false,
  });
});

describe('limits', () => {
  const ID = 'ft-00000000-0000-4000-8000-000000000000';

  test.each([
    ['n-epochs', ['1', '100'], ['0', '101', '1.5', '-1', '1e2', '', 'x', '٣']],
    ['batch-size', ['max', '1', '256'], ['0', '257', 'MAX', '1.5', '']],
    ['learning-rate', ['1e-7', '1', '.5'], ['0', '1.1', '-1', 'Infinity', 'NaN', '', '1e', '0x1']],
    ['lr-scheduler', ['linear', 'cosine'], ['constant', 'Linear', '']],
    ['min-lr-ratio', ['0', '1', '0.5'], ['1.01', '-0.1', 'x']],
    ['warmup-ratio', ['0', '1'], ['2', 'x']],
    ['weight-decay', ['0', '1'], ['2', 'x']],
    ['max-grad-norm', ['0', '100'], ['101', 'x']],
    ['n-evals', ['0', '1000'], ['1001', '-1']],
    ['n-checkpoints', ['1', '100'], ['0', '101']],
    ['train-on-inputs', ['auto', 'true', 'false'], ['yes', '']],
    ['seed', ['0', '4294967295'], ['4294967296', '-1', '1.5']],
    ['suffix', ['a', 'weather-2', 'x'.repeat(40)], ['', '-a', 'a-', 'a b', 'a/b', 'x'.repeat(41)]],
    ['wandb-project-name', ['my project', 'a.b-c_d'], ['', 'a\nb', 'x'.repeat(129)]],
    ['from-checkpoint', [ID, `${ID}:100`], ['ft-1', `${ID}:`, `${ID}:x`, '../x']],
    ['cancel', [ID], ['ft-1', `${ID}:100`, '']],
    ['model', ['inferdeck/tale-1m', `${ID}:100`], ['', 'a b', 'x'.repeat(201)]],
  ] as const)('--%s', (name, good, bad) => {
    const option = optionList.find((each) => each.name === name);
    for (const value of good) expect(() => option?.read(new Map([[name, value]]))).not.toThrow();
    for (const value of bad) {
      expect(() => option?.read(new Map([[name, value]]))).toThrow(`--${name} must be `);
    }
  });
});

test('the help names every option, its limits and its default', () => {
  const help = explainOptions(optionList);
  for (const { name } of optionList) expect(help).toContain(`--${name}`);
  expect(help).toContain('A whole number from 1 to 100; default 1.');
});
