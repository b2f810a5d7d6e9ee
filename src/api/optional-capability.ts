// An operation beside the interface document: asked for, and remembered where the service does not have it.
import { ApiError } from './errors.ts';

/** One optional operation of one connection. */
export interface OptionalCapability {
  /** Runs the request, or gives null without one where the service is known not to have the operation. */
  ask<T>(request: () => Promise<T>): Promise<T | null>;
}

/**
 * A capability of which nothing is known yet. 405 and 501 mean that it is absent. So does 404, unless the operation has
 * worked before or the error blames a parameter: then it is the record that is missing, and the error is thrown.
 */
export function createOptionalCapability(): OptionalCapability {
  let state: 'unknown' | 'present' | 'absent' = 'unknown';
  return {
    async ask(request) {
      if (state === 'absent') return null;
      try {
        const result = await request();
        state = 'present';
        return result;
      } catch (error) {
        if (!meansAbsent(error, state === 'present')) throw error;
        state = 'absent';
        return null;
      }
    },
  };
}

function meansAbsent(error: unknown, hasWorked: boolean): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'http') return false;
  if (error.status === 405 || error.status === 501) return true;
  return error.status === 404 && !hasWorked && error.param === null;
}
