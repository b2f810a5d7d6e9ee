// Faulty answers: not an event stream, incomplete, or not of this API.
import {
  again,
  clean,
  continueOn,
  ending,
  event,
  raw,
  stream,
  streamAs,
  whole,
  type StreamFault,
} from './stream-fault.ts';

const json = 'application/json';
const cors = 'access-control-allow-origin: *\r\n';

/** In the order of the fault model. */
export const answerFaults: readonly StreamFault[] = [
  {
    name: 'an error that calls itself a success',
    answer: whole(200, json, '{"error":{"message":"no room","type":"server_error"}}'),
    state: 'Failed',
    text: null,
    says: /no room/,
    next: again,
  },
  {
    name: 'one JSON answer to a stream',
    answer: whole(200, json, '{"id":"x","choices":[{"index":0,"text":"whole","finish_reason":"eos"}]}'),
    state: 'Complete',
    text: 'whole',
    says: /end of text|closed the stream/,
  },
  {
    name: 'a sign-in page',
    answer: whole(200, 'text/html', '<!doctype html><title>Welcome</title><p>Sign in'),
    state: 'Protocol error',
    text: null,
    says: /not an API response/,
    next: 'Open connections',
  },
  {
    name: 'a 502 with a page',
    answer: whole(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>'),
    state: 'Failed',
    text: null,
    says: /502 Bad gateway/,
    next: again,
  },
  {
    name: 'a 500 whose JSON has no error',
    answer: whole(500, json, '{}'),
    state: 'Failed',
    text: null,
    says: /500 Service failed\./,
    next: again,
  },
  {
    name: 'a 500 whose error is a text',
    answer: whole(500, json, '{"error":"it broke"}'),
    state: 'Failed',
    text: null,
    says: /it broke/,
    next: again,
  },
  {
    name: 'a 400 whose message is null',
    answer: whole(400, json, '{"error":{"message":null,"param":"top_k"}}'),
    state: 'Failed',
    text: null,
    says: /400 Invalid request\.[\s\S]*Change top_k/,
  },
  {
    name: 'an empty answer',
    answer: stream(),
    state: 'Protocol error',
    text: null,
    says: /empty answer/,
    next: 'Open connections',
  },
  {
    name: 'a 204',
    answer: (response) => void response.writeHead(204).end(),
    state: 'Protocol error',
    text: null,
    says: /empty answer/,
    next: 'Open connections',
  },
  { name: 'no content type', answer: streamAs(null, event('a'), ending), text: 'a', ...clean },
  {
    name: 'a wrong charset',
    answer: streamAs('text/event-stream; charset=windows-1252', event('é'), ending),
    text: 'é',
    ...clean,
  },
  {
    name: 'a body shorter than its length',
    answer: raw(
      `HTTP/1.1 200 OK\r\n${cors}content-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n`,
      event('kept'),
    ),
    state: 'Interrupted',
    text: 'kept',
    says: /connection broke/,
    next: continueOn,
  },
  {
    name: 'a close that looks like an end',
    answer: raw(`HTTP/1.0 200 OK\r\n${cors}content-type: text/event-stream\r\n\r\n`, event('kept')),
    state: 'Cut off',
    text: 'kept',
    says: /What arrived is kept/,
    next: continueOn,
  },
  {
    name: 'a redirect',
    answer: (response) => void response.writeHead(307, { location: '/v1/elsewhere' }).end(),
    state: 'No answer',
    text: null,
    says: /redirects/,
    next: again,
  },
];
