import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, startEngine } from '#service/engine/engine.ts';
import {
  newHome,
  openWorkshop,
  removeHome,
  tiny,
  tinyLines,
  addTiny,
  type Workshop,
} from '#service/testing/workshop.ts';
import { root } from '#tools/setup/paths.js';

const fineTuneId = /^[0-9a-f-]{36}(?= is queued)/mu;

let engine: Engine;
let home = '';
let workshop: Workshop;
let file = '';
/** Several thousand steps with LONG. */
let longFile = '';

beforeAll(async () => {
  engine = await startEngine();
  home = newHome();
  workshop = await openWorkshop(engine, home);
  await addTiny(workshop, engine);
  file = writeLines('hello.jsonl', 60);
  longFile = writeLines('long.jsonl', 1000);
});

afterAll(async () => {
  await workshop.stop();
  await engine.close();
  removeHome(home);
});

function writeLines(name: string, count: number): string {
  const path = join(home, name);
  const lines = tinyLines(count).map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program as npm does; `during` gets each line and may send a signal. */
async function run(
  program: string,
  args: readonly string[],
  during: (line: string, interrupt: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [join(root, 'src/tools/program.js'), `src/tools/commands/${program}.ts`, ...args],
    {
      env: { ...process.env, INFERDECK_HOME: home, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const take = (part: Buffer) => {
    output += part.toString();
    during(output, () => child.kill('SIGINT'));
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  await once(child, 'close');
  return { code: child.exitCode, output };
}

const fineTune = (...args: string[]) => run('fine-tune', args);
const long = ['--n-epochs', '100', '--batch-size', '1'];
const waitingFiles = () => readdirSync(workshop.places.inbox).filter((name) => name.endsWith('.json'));

describe('npm run fine-tune', () => {
  test('follows a job to its end', async () => {
    const { code, output } = await fineTune('--training-file', file, '--model', tiny, '--suffix', 'hello');
    const id = fineTuneId.exec(output)?.[0] ?? '';
    expect(output).toMatch(/it makes the model test\/tiny-hello-[0-9a-f]{8}\.\n/u);
    expect(output).not.toContain('No Inferdeck is running');
    expect(output).toMatch(/^\d\d:\d\d:\d\d {2}Step 1\/\d: training loss=\d/mu);
    expect(output).toContain(`${id} is completed. Use the model test/tiny-hello-`);
    expect(output).not.toContain('\u001B');
    const lines = output.split('\n').filter((line) => /^\d\d:/u.test(line));
    expect(lines).toHaveLength(workshop.background.store.events.list(id).length);
    expect(code).toBe(0);
  });

  // On Windows programs are killed without a signal.
  test.skipIf(process.platform === 'win32')('Ctrl+C cancels the followed job', async () => {
    let isInterrupted = false;
    const args = ['--training-file', longFile, '--model', tiny, ...long];
    const { code, output } = await run('fine-tune', args, (text, interrupt) => {
      if (isInterrupted || !text.includes('Step 1/')) return;
      isInterrupted = true;
      interrupt();
    });
    const id = fineTuneId.exec(output)?.[0] ?? '';
    expect(output).toMatch(/Cancelling [0-9a-f-]{36} [^]*Cancellation requested\.[^]*Job cancelled\./u);
    expect(workshop.background.store.fineTunes.find(id)?.status).toBe('cancelled');
    expect(code).toBe(130);
  });

  test('says how many jobs are ahead of the one that it follows', async () => {
    const { id } = await workshop.queue(tinyLines(1000), { nEpochs: 100, batchSize: 1 });
    await workshop.reach(id, 'running');
    let isCancelled = false;
    const cancelled: Promise<Ended>[] = [];
    const { code, output } = await run('fine-tune', ['--training-file', file, '--model', tiny], (text) => {
      if (isCancelled || !text.includes('Waiting: 1 job ahead in the queue.\n')) return;
      isCancelled = true;
      cancelled.push(fineTune('--cancel', id));
    });
    await Promise.all(cancelled);
    expect(output).toContain(' is completed.');
    expect(output.match(/Waiting/gu)).toHaveLength(1);
    expect(code).toBe(0);
  });

  test('--cancel ends a job from another process, and says when there is nothing to cancel', async () => {
    const { id } = await workshop.queue(tinyLines(1000), { nEpochs: 100, batchSize: 1 });
    await workshop.reach(id, 'running');
    await expect(fineTune('--cancel', id)).resolves.toEqual({ code: 0, output: `${id} is cancelled.\n` });
    await expect(fineTune('--cancel', id)).resolves.toMatchObject({
      code: 1,
      output: `--cancel: ${id} is over already: cancelled.\n`,
    });
  });

  test('an invalid line is named by its number, and nothing is queued', async () => {
    const bad = join(home, 'bad.jsonl');
    writeFileSync(bad, '{"text":"hello"}\n{"text":3}\n');
    const { code, output } = await fineTune('--training-file', file, '--validation-file', bad);
    expect(output).toMatch(
      /^--validation-file: .*bad\.jsonl cannot be used\. Nothing was queued\.\n {2}bad\.jsonl:2: /u,
    );
    expect(code).toBe(1);
    expect(waitingFiles()).toEqual([]);
  });
});

describe('npm run upload-model', () => {
  test('follows a job to its end, whether it completes or fails', async () => {
    const weights = join(workshop.places.home, workshop.background.store.models.find(tiny)?.path ?? '');
    const good = await run('upload-model', [
      '--file',
      weights,
      '--name',
      'acme/hello',
      '--description',
      'Hello.',
    ]);
    expect(good.output).toMatch(
      /Queued: .*\n.*Running: Checking[^]*Complete: acme\/hello is ready to use\.\n$/u,
    );
    expect(good.code).toBe(0);
    expect(engine.models().map(({ id }) => id)).toContain('acme/hello');
    const bad = await run('upload-model', ['--file', file, '--name', 'acme/bad']);
    expect(bad.output).toMatch(/Failed: This is not a weight file/u);
    expect(bad.code).toBe(1);
  });

  test('a missing argument or file is named', async () => {
    const { code, output } = await run('upload-model', ['--file', '/none.bin', '--name', 'acme/x']);
    expect(output).toBe('--file: /none.bin: there is no such file.\n');
    expect(code).toBe(1);
    const folder = await run('upload-model', ['--file', '/', '--name', 'acme/x']);
    expect(folder.output).toBe('--file: /: it is a folder, not a file.\n');
  });
});

test('a job for a folder without a server waits, and starts with the server', async () => {
  await workshop.stop();
  const queued = await fineTune('--training-file', file, '--model', tiny, '--detach');
  const cancelled = await fineTune('--training-file', file, '--model', tiny, '--detach');
  const [id = '', other = ''] = [queued, cancelled].map(({ output }) => fineTuneId.exec(output)?.[0]);
  expect(queued.output).toContain(
    `No Inferdeck is running for ${home} right now: the job waits, and begins when`,
  );
  expect(queued.code).toBe(0);
  const cancel = await fineTune('--cancel', other);
  expect(cancel.output).toContain(`${other} is cancelled when it is started`);
  expect(cancel.code).toBe(0);
  workshop = await openWorkshop(engine, home);
  await workshop.reach(id, 'completed');
  await workshop.reach(other, 'cancelled');
});
