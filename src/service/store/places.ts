// Where things lie in the data folder.
import { join } from 'node:path';

/** Absolute paths. What the store holds are paths below `home`, so that the folder can be moved. */
export interface Places {
  readonly home: string;
  readonly database: string;
  /** Requests that no server has taken over yet. */
  readonly inbox: string;
  /** Data files of fine-tunes. */
  readonly files: string;
  /** Model files that wait to be taken over. */
  readonly uploads: string;
  /** Weights of the models that can be asked, beside the one that comes with the program. */
  readonly models: string;
  /** A folder a fine-tune, for its checkpoints and what it resumes from. */
  readonly fineTunes: string;
}

/** The places in a data folder. */
export function placesIn(home: string): Places {
  return {
    home,
    database: join(home, 'inferdeck.db'),
    inbox: join(home, 'inbox'),
    files: join(home, 'files'),
    uploads: join(home, 'uploads'),
    models: join(home, 'models'),
    fineTunes: join(home, 'fine-tunes'),
  };
}

/** The path of a data file. */
export function dataFile({ files }: Places, id: string): string {
  return join(files, `${id}.jsonl`);
}
