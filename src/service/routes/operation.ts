// An operation of the interface: where it is reached, and how a call of it is answered.
import type { Route } from './paths.ts';

/** One row of the fixed table of routes. Whoever calls `answer` has checked the credentials. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: Route;
  /** The query parameters that the operation knows. */
  readonly query: readonly string[];
  answer(call: Call): Response | Promise<Response>;
}

/** One request to an operation. */
export interface Call {
  readonly request: Request;
  /** The identifiers of the path, checked for their form. */
  readonly ids: Readonly<Record<string, string>>;
}
