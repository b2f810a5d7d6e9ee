// Sentinels whose answer has nothing to do with a model: a page, nothing at all, or no answer.
import type { Hear } from '#service/fan-out.ts';
import { closingRefusal, Refusal } from '#service/refusal.ts';

const SIGN_IN_PAGE =
  '<!doctype html><html><head><title>Sign in to this network</title></head><body><h1>Welcome</h1></body></html>\n';

/** By what stands behind the prefix. */
export const REPLACEMENTS: ReadonlyMap<string, () => Response> = new Map([
  ['html', () => new Response(SIGN_IN_PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  [
    'empty',
    () => new Response(new Uint8Array(), { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
  ],
]);

/** Never answers a client that stays. Rejects when it leaves or the service stops. */
export function answerNothing(left: AbortSignal, hearCut: Hear): Promise<never> {
  return new Promise((_, reject) => {
    const letGo = hearCut(() => reject(closingRefusal()));
    const leave = () => {
      letGo();
      reject(new Refusal(408, 'The client left.', { code: 'client_left' }));
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}
