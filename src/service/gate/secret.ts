// Comparing secrets without telling by the time it takes how much of them was right.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal; takes the same time wherever they differ, and whatever their lengths. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
