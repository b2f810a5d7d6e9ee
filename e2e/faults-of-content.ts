// Faulty content in well-formed events.
import { clean, continueOn, ending, event, stream, type StreamFault } from './stream-fault.ts';

// In lines, which keeps its layout cheap.
const megabyte = `${'x'.repeat(63)}\n`.repeat(2 ** 14);

/** In the order of the fault model. */
export const contentFaults: readonly StreamFault[] = [
  {
    name: 'one event of a megabyte',
    answer: stream(event(megabyte), ending),
    text: megabyte,
    ...clean,
  },
  {
    name: 'a line without an end',
    answer: stream(event('kept'), `data: ${'x'.repeat(9 * 2 ** 20)}`),
    state: 'Protocol error',
    text: 'kept',
    says: /more than 8 MiB/,
    next: continueOn,
  },
  {
    name: 'a choice that was not asked for',
    answer: stream(event('kept'), event('?', { choices: [{ index: 7, text: '?' }] })),
    state: 'Protocol error',
    text: 'kept',
    says: /index is not a whole number from 0 to 0/,
    next: continueOn,
  },
  { name: 'an event twice', answer: stream(event('a'), event('a'), ending), text: 'aa', ...clean },
  {
    name: 'a token without a choice',
    answer: stream(event('a', { choices: [] }), event('b', { choices: [{ index: 0 }] }), ending),
    text: 'ab',
    ...clean,
  },
  {
    name: 'a finish that nobody knows',
    answer: stream(event('a', { finish_reason: 'cosmic_ray' }), 'data: [DONE]\n\n'),
    state: 'Complete',
    text: 'a',
    says: /Finished: cosmic_ray/,
  },
  {
    name: 'usage that is null',
    answer: stream(event('a'), ending),
    text: 'a',
    usage: '? + 1',
    ...clean,
  },
  {
    name: 'usage in part',
    answer: stream(event('a', { usage: { prompt_tokens: 3 } }), ending),
    text: 'a',
    usage: '? + 1',
    ...clean,
  },
  {
    name: 'usage below zero',
    answer: stream(
      event('a', { usage: { prompt_tokens: -3, completion_tokens: 1, total_tokens: -2 } }),
      ending,
    ),
    text: 'a',
    usage: '? + 1',
    ...clean,
  },
  {
    name: 'logprobs that no probability has',
    answer: stream(event('a').replace('-0.5', '0.7'), event('b').replace('-0.5', '1e999'), ending),
    text: 'ab',
    ...clean,
  },
  {
    name: 'a character in two halves',
    answer: stream(
      event('x').replaceAll('"x"', String.raw`"\ud83d"`),
      event('x').replaceAll('"x"', String.raw`"\ude42"`),
      ending,
    ),
    text: '🙂',
    ...clean,
  },
  {
    name: 'half a character at the cut',
    answer: stream(event('a'), event('x').replaceAll('"x"', String.raw`"\ud83d"`)),
    state: 'Cut off',
    text: 'a\uFFFD',
    says: /What arrived is kept/,
    next: continueOn,
  },
  {
    name: 'text in another direction',
    answer: stream(event('שלום'), event('\u202Eabc\u200B'), ending),
    text: 'שלום\u202Eabc\u200B',
    ...clean,
  },
];
