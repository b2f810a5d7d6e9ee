// How the server knows its own page on this machine: by three marks that no other page can put on a request.
import { isLoopback } from '#lib/loopback.ts';
import { hostOf } from './origins.ts';

const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from the page that this server itself served, on a loopback address. Its Host, Origin and
 * Sec-Fetch-Site agree; browsers let no page set them. Only a GET may lack Origin, since browsers leave it out there.
 * Ask after `requireOwnAddress`. Another program of this machine can forge all three: the README says so.
 */
export function isOwnPage(request: Request): boolean {
  if (!isLoopback(hostOf(request).replace(/:\d{1,5}$/u, ''))) return false;
  if (request.headers.get('sec-fetch-site') !== 'same-origin') return false;
  if (PASSED_ON.some((name) => request.headers.has(name))) return false;
  return request.headers.has('origin') || request.method === 'GET' || request.method === 'HEAD';
}
