// Program runner: runs code as if copied into a folder with the packages installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/setup/paths.js';

/** The outcome of a program. */
interface Outcome {
  readonly output: string;
  /** Whether this machine lacks the program to run it. */
  readonly isMissing: boolean;
}

/** Runs code in a file of this name: .ts through tsx, .mjs in Node, .sh in a shell. @throws where it fails */
export async function runProgram(code: string, file: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, file), code);
    if (file.endsWith('.sh')) return run('sh', ['-e', file], folder, env);
    return run(process.execPath, [...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), file], folder, env);
  });
}

/** Errors of the TypeScript compiler for these modules in strict mode; empty if none. */
export async function checkTypes(codes: readonly string[]): Promise<string> {
  return inFolder(async (folder) => {
    const files = codes.map((_, index) => `snippet-${index}.ts`);
    for (const [index, file] of files.entries()) await writeFile(join(folder, file), codes[index] ?? '');
    const options = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node'.split(
      ' ',
    );
    const args = [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files];
    const { output } = await run(process.execPath, args, folder, {}, true);
    return output;
  });
}

async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'inferdeck-snippet-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  mayFail = false,
): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const parts: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()));
  const code = await Promise.race([
    once(child, 'close').then(([status]: unknown[]) => status),
    once(child, 'error').then(() => 127),
  ]);
  // 127 is the shell's exit code for a command that is not installed.
  if (code === 127) return { output: '', isMissing: true };
  if (code !== 0 && !mayFail) throw new Error(`${program} ended with ${String(code)}: ${complaint}`);
  return { output: Buffer.concat(parts).toString('utf8'), isMissing: false };
}
