// Shared parts of command-line programs: data folder, server check, exit code.
import { resolve } from 'node:path';
import { type Environment, readHome } from '#service/settings.ts';
import { isServed, type Places, placesIn } from '#service/store/data-folder.ts';
import { StoreError } from '#service/store/database.ts';
import { OptionError } from './options.ts';

/** Prints expected errors as a sentence with exit code 1; rethrows all others. */
export async function endWithSentence(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Resolves against the user's directory: npm runs its programs in the checkout. */
export function pathFrom(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** The data folder that `npm start` would use with this environment. */
export function placesOf(env: Environment): Places {
  return placesIn(readHome(env));
}

/** A sentence if no server is running to process a request, otherwise null. */
export function absenceNotice({ home }: Places, what: string): string | null {
  if (isServed(home)) return null;
  return `No Inferdeck is running for ${home} right now: ${what} when it is started with npm start.`;
}
