// Stream fault cases: bytes on the wire, expected page, and ways to write them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './faulty-service.ts';

/** One fault. */
export interface StreamFault {
  /** Also the model to request. */
  readonly name: string;
  readonly answer: Answer;
  /** Text of the strip at the end. */
  readonly state: string;
  /** The whole output; null if there is none. */
  readonly text: string | null;
  /** Text of the notice under the output. */
  readonly says?: RegExp;
  /** The button for the next step. */
  readonly next?: string;
  /** Usage shown in the strip, where it matters. */
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

/** Parts are sent one by one, far enough apart to be read separately. */
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

/** As `stream`, then silence: the connection stays open. */
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

/** The button that continues a cut answer. */
export const continueOn = 'Continue from here';

/** The button that resends a request without output. */
export const again = 'Send again';

/** An answer that is complete despite its fault. */
export const clean = { state: 'Complete', says: /Finished: end of text \(stop\)/ } as const;
