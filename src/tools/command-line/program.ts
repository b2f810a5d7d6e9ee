// What every program of the command line does alike: where the data folder is, whether somebody serves it, how it ends.
import { resolve } from 'node:path';
import { type Environment, readHome } from '#service/settings.ts';
import { isServed } from '#service/store/lock.ts';
import { type Places, placesIn } from '#service/store/data-folder.ts';
import { StoreError } from '#service/store/database.ts';
import { OptionError } from './options.ts';

/** Ends with 1 and a sentence for what a person can change; everything else is thrown on. */
export async function endWithSentence(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** A path as it was meant: npm runs its programs in the checkout, wherever it was called. */
export function pathFrom(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** The places of the data folder that `npm start` would use with this environment. */
export function placesOf(env: Environment): Places {
  return placesIn(readHome(env));
}

/** A sentence where no server would take over what is asked. */
export function absenceNotice({ home }: Places, what: string): string | null {
  if (isServed(home)) return null;
  return `No Inferdeck serves ${home} at the moment: ${what} when it is started with npm start.`;
}
