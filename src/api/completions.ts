// What asks for completions: loaded with the first one, so that a page that asks for none does not carry it.
export { readCompletion } from './completion.ts';
export { streamCompletion } from './stream.ts';
