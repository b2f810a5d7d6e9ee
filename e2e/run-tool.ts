// The repository's own programs, run as a person would in a terminal, on the data folder of a service.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#tools/setup/paths.js';

/** Runs `npm run <tool>` to its end. @returns what it printed. @throws where it fails, with what it said */
export async function runTool(tool: string, home: string, ...options: readonly string[]): Promise<string> {
  const program = [join(root, 'src/tools/program.js'), `src/tools/commands/${tool}.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...options], {
    env: { ...process.env, INFERDECK_HOME: home, NO_COLOR: '1' },
  });
  return stdout;
}
