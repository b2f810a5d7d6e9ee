import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './paths.js';
import { run } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'inferdeck a folder #1 %20 ü '));

/** A program that writes its process id to a file and keeps running. */
const stays = `require('fs').writeFileSync(process.argv[1] + process.pid, ''); setInterval(() => {}, 1000);`;
/** One that starts another and keeps running. */
const family = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}, process.argv[1]]); ${stays}`;
/** One that ignores signals. */
const deaf = `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); ${stays}`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Process ids written with this prefix. */
const written = (prefix: string): readonly number[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)));

/** Runs a program as our tools do, in its own process, which writes a file if it continues after the program. */
async function inTool(program: string, prefix: string) {
  const tool = join(folder, `tool-${prefix}.mjs`);
  const [url, path] = [pathToFileURL(join(root, 'src/tools/setup/run.js')).href, join(folder, prefix)];
  writeFileSync(
    tool,
    `import { run } from ${JSON.stringify(url)};
     import { writeFileSync } from 'node:fs';
     await run(process.execPath, ['-e', ${JSON.stringify(program)}, ${JSON.stringify(path)}]);
     writeFileSync(${JSON.stringify(join(folder, `went-on-${prefix}`))}, '');`,
  );
  return spawn(process.execPath, [tool], { stdio: 'inherit' });
}

/** On Windows programs are killed without a signal. */
const isWindows = process.platform === 'win32';

test.skipIf(isWindows).each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s ends the running program with its children, and no further step starts',
  async (signal, code) => {
    const prefix = `${signal}-`;
    const tool = await inTool(family, prefix);
    await expect.poll(() => written(prefix).length).toBe(2);
    tool.kill(signal);
    await once(tool, 'close');
    expect(tool.exitCode).toBe(code);
    await expect.poll(() => written(prefix).filter(isRunning)).toEqual([]);
    expect(readdirSync(folder)).not.toContain(`went-on-${prefix}`);
  },
);

test.skipIf(isWindows)('a second signal kills at once a program that ignores the first', async () => {
  const tool = await inTool(deaf, 'deaf-');
  await expect.poll(() => written('deaf-').length).toBe(1);
  tool.kill('SIGINT');
  tool.kill('SIGTERM');
  await once(tool, 'close');
  await expect.poll(() => written('deaf-').filter(isRunning)).toEqual([]);
});

test('arguments and folders may contain any character', async () => {
  const args = ['a b', '"quoted"', '$HOME %PATH% ^& | > #1', "it's", 'ü', ''];
  const program = `console.log(JSON.stringify([process.cwd(), ...process.argv.slice(1)]))`;
  const { code, output } = await run(process.execPath, ['-e', program, ...args], {
    quiet: true,
    cwd: folder,
  });
  expect([code, JSON.parse(output)]).toEqual([0, [folder, ...args]]);
});

test('a missing program has the exit code of a shell', async () => {
  expect(await run('no-such-program-anywhere', [], { quiet: true })).toMatchObject({ code: 127 });
});

test('a program without progress in time is ended; one with progress continues', async () => {
  const stay = run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    quiet: true,
    deadline: { progress: /connected/, withinMs: 1 },
  });
  expect(await stay).toMatchObject({ code: 1 });
  const finish = run(process.execPath, ['-e', `console.log('done')`], {
    quiet: true,
    deadline: { progress: /^/, withinMs: 1 },
  });
  expect(await finish).toEqual({ code: 0, output: 'done\n' });
});
