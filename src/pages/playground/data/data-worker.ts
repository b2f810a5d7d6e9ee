// Reads a file beside the page, and hands its rows over in pieces that freeze nothing.
import type { DataSet } from './data-set.ts';
import { decodeText, readData } from './read-data.ts';

/** What is to be read. */
export interface ReadJob {
  readonly content: Blob | string;
  readonly name: string;
  readonly delimiter: string;
}

/** What the worker says: rows as often as needed, then the rest, or why there is nothing. */
export type ReadNews =
  | { readonly kind: 'rows'; readonly rows: DataSet['rows'] }
  | { readonly kind: 'done'; readonly head: Omit<DataSet, 'rows'> }
  | { readonly kind: 'failed'; readonly message: string };

const rowsAMessage = 2_000;

addEventListener('message', (event: MessageEvent<ReadJob>) => {
  read(event.data).catch(() => say({ kind: 'failed', message: 'The file could not be read.' }));
});

async function read({ content, name, delimiter }: ReadJob): Promise<void> {
  const text =
    typeof content === 'string' ? content : decodeText(new Uint8Array(await content.arrayBuffer()));
  const reading = readData(text, name, delimiter);
  if (!reading.ok) {
    say({ kind: 'failed', message: reading.message });
    return;
  }
  const { rows, ...head } = reading.data;
  for (let from = 0; from < rows.length; from += rowsAMessage)
    say({ kind: 'rows', rows: rows.slice(from, from + rowsAMessage) });
  say({ kind: 'done', head });
}

function say(news: ReadNews): void {
  postMessage(news);
}
