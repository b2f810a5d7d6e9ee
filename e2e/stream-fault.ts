// A fault of a stream as a case: what is on the wire, and what a person must then read; and the ways to write it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './faulty-service.ts';

/** One fault. */
export interface StreamFault {
  /** Also the model that is asked for it. */
  readonly name: string;
  readonly answer: Answer;
  /** What the strip says at the end. */
  readonly state: string;
  /** The whole output; null where there is none. */
  readonly text: string | null;
  /** What the notice under the output says. */
  readonly says?: RegExp;
  /** The button that leads on. */
  readonly next?: string;
  /** What the strip says of usage, where it matters. */
  readonly usage?: string;
}

/** One event of the documented form, with one token. */
export function event(text: string, rest: object = {}): string {
  const token = { id: 5, text, logprob: -0.5, special: false };
  const chunk = { id: 'x', token, choices: [{ index: 0, text }], usage: null, seed: 1, finish_reason: null };
  return `data: ${JSON.stringify({ ...chunk, ...rest })}\n\n`;
}

/** The last event of a choice that ended well, and the end mark. */
export const ending = `${event('', { finish_reason: 'stop', token: null })}data: [DONE]\n\n`;

/** Parts go out one by one, far enough apart to be read apart. */
export function stream(...parts: readonly (string | Buffer)[]): Answer {
  return streamAs('text/event-stream', ...parts);
}

export function streamAs(type: string | null, ...parts: readonly (string | Buffer)[]): Answer {
  return async (response) => {
    response.writeHead(200, type === null ? {} : { 'content-type': type });
    await writeAll(response, parts);
    response.end();
  };
}

/** As `stream`, and then nothing: the connection stays open. */
export function held(...parts: readonly (string | Buffer)[]): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await writeAll(response, parts);
  };
}

/** As `stream`, and once the page has shown it the connection breaks. */
export function broken(...parts: readonly (string | Buffer)[]): Answer {
  return async (response, _, released) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await writeAll(response, parts);
    await released;
    response.destroy();
  };
}

async function writeAll(response: Parameters<Answer>[0], parts: readonly (string | Buffer)[]): Promise<void> {
  for (const part of parts) {
    response.write(part);
    await pause(20);
  }
}

export function whole(status: number, type: string, body: string): Answer {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body);
}

/** Bytes straight onto the socket, HTTP and all; once the page has shown them it is closed. */
export function raw(...parts: readonly string[]): Answer {
  return async (response, _, released) => {
    response.socket?.write(parts.join(''));
    await released;
    response.socket?.end();
  };
}

/** What continues a cut answer. */
export const continueOn = 'Continue from here';

/** What sends a request again that brought nothing. */
export const again = 'Send again';

/** An answer that is whole in spite of its fault. */
export const clean = { state: 'Complete', says: /Finished: stop sequence/ } as const;
