// Lazy chunk with the completion requests.
export { readCompletion } from './completion.ts';
export { streamCompletion } from './stream.ts';
