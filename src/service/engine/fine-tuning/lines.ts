// The lines of a file, streamed, so that its size does not matter.
import { createReadStream } from 'node:fs';
import { at } from '#lib/at.ts';

/** Lines longer than this many bytes are not read. */
export const LINE_LIMIT = 1_000_000;

const LINE_FEED = 10;

/** A line without its line feed; `bytes` is null when it is longer than LINE_LIMIT. */
export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Uint8Array | null;
}

/** All lines, those together that were read together. Throws what the file system throws. */
export async function* readLines(file: string): AsyncGenerator<readonly FileLine[]> {
  const splitter = new LineSplitter();
  // A stream that is read without an encoding gives bytes.
  const stream: AsyncIterable<Uint8Array> = createReadStream(file);
  for await (const chunk of stream) yield splitter.push(chunk);
  yield splitter.end();
}

class LineSplitter {
  #number = 0;
  #parts: Uint8Array[] = [];
  #length = 0;

  push(chunk: Uint8Array): FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (;;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      if (feed < 0) break;
      this.#keep(chunk.subarray(start, feed));
      lines.push(this.#take());
      start = feed + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What comes after the last line feed, unless it is nothing. */
  end(): FileLine[] {
    return this.#length > 0 ? [this.#take()] : [];
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > LINE_LIMIT) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): FileLine {
    const parts = this.#parts;
    const bytes = this.#length > LINE_LIMIT ? null : parts.length === 1 ? at(parts, 0) : Buffer.concat(parts);
    this.#parts = [];
    this.#length = 0;
    return { number: ++this.#number, bytes };
  }
}
