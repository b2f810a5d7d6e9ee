// Command-line programs: exit code, user's paths, data folder, running server.
import { resolve } from 'node:path';
import { type Environment, readHome } from '#service/settings.ts';
import { isServed, type Places, placesIn } from '#service/store/data-folder.ts';
import { StoreError } from '#service/store/database.ts';
import { OptionError } from './options.ts';

/** Prints an expected error with exit code 1; rethrows all others. */
export async function exitWithMessage(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Resolves against the user's directory: npm runs programs in the checkout. */
export function pathFrom(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

export function placesOf(env: Environment): Places {
  return placesIn(readHome(env));
}

/** A sentence if no server is running, else null. */
export function notRunningNotice({ home }: Places, what: string): string | null {
  if (isServed(home)) return null;
  return `No Inferdeck is running for ${home} right now: ${what} when it is started with npm start.`;
}
