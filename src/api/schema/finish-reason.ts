// FinishReason: why a completion ended.
import { type Open, openEnum } from './open-enum.ts';

/** FinishReason of the interface document, and what services send besides. Open. */
export const FinishReason = openEnum([
  'stop',
  'eos',
  'length',
  'tool_calls',
  'function_call',
  'error',
  'content_filter',
  'abort',
]);

/** Why a choice ended, as the service said it. */
export type FinishReason = Open<(typeof FinishReason.known)[number]>;
