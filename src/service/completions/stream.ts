// The streamed answer of POST /completions: CompletionChunks as Server-Sent Events, then [DONE].
import { internalRefusal, type Refusal } from '#service/refusal.ts';
import { ChunkMaker } from './chunks.ts';
import type { FirstBatch, Run } from './run.ts';

const DONE = 'data: [DONE]\n\n';

/** Events that came together leave in one write, unless that would be larger than this many characters. */
const WRITE_LIMIT = 65_536;

/** What a stream needs to know besides its run. */
export interface StreamCircumstances {
  readonly first: FirstBatch;
  /** Why a stream has ended before its run has, when there is a reason. */
  readonly endedEarly: () => Refusal | null;
  /** Hears of failures inside. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Streams a run. The engine is asked for more only when the reader has taken what there is, and is stopped when the
 * reader goes. A stream that does not reach the end of its run ends with an ErrorData event, and without [DONE].
 */
export function streamAnswer(run: Run, circumstances: StreamCircumstances): Response {
  const encoder = new TextEncoder();
  const writes = writesOf(run, circumstances);
  let hasReader = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const write = await writes.next();
      if (!hasReader) return;
      if (write.done === true) controller.close();
      else controller.enqueue(encoder.encode(write.value));
    },
    cancel() {
      hasReader = false;
      run.abort();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
}

async function* writesOf(run: Run, circumstances: StreamCircumstances): AsyncGenerator<string, void> {
  const maker = new ChunkMaker(run);
  let failure: Refusal | null = null;
  try {
    for (let batch = circumstances.first; batch.done !== true; batch = await run.events.next()) {
      let text = '';
      for (const chunk of maker.take(batch.value)) {
        text += event(chunk);
        if (text.length < WRITE_LIMIT) continue;
        yield text;
        text = '';
      }
      if (text !== '') yield text;
    }
  } catch (error) {
    circumstances.onFailure(error);
    failure = internalRefusal();
  } finally {
    run.abort();
  }
  yield maker.isComplete ? DONE : event((circumstances.endedEarly() ?? failure ?? internalRefusal()).body());
}

function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
