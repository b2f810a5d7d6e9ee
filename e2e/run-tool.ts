// Runner of the repository's own tools on the data folder of a service.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#tools/setup/paths.js';

/** Runs `npm run <tool>` to its end. @returns its output. @throws with its output if it fails */
export async function runTool(tool: string, home: string, ...options: readonly string[]): Promise<string> {
  const program = [join(root, 'src/tools/program.js'), `src/tools/commands/${tool}.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...options], {
    env: { ...process.env, INFERDECK_HOME: home, NO_COLOR: '1' },
  });
  return stdout;
}

/** Queues an upload of the embedded model's own weights under another name. @returns the job's id */
export async function queueUpload(home: string, name: string): Promise<string> {
  const weights = join(root, 'src/service/engine/tale-1m.bin');
  return queuedId(await runTool('upload-model', home, '--file', weights, '--name', name, '--detach'));
}

/** The id of the job that a program reports as queued. */
export function queuedId(words: string): string {
  return /^\S+(?= is queued)/mu.exec(words)?.[0] ?? words;
}
