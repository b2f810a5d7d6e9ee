// Identifiers in the path and parameters in the query: only what the table of routes names, in the form it has.
import { Refusal } from '#service/refusal.ts';

const ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/u;

/** Throws 404 for an identifier that nothing here can have. */
export function requireIds(ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [param, id] of Object.entries(ids)) {
    if (!ID.test(id)) {
      throw new Refusal(404, `${param} is not an identifier of this service.`, { code: 'not_found', param });
    }
  }
  return ids;
}

/** Throws 400 for a query parameter that the operation does not know, or that comes twice. */
export function requireKnownQuery(request: Request, known: readonly string[]): void {
  const names = [...new URL(request.url).searchParams.keys()];
  const stray = names.find((name, position) => !known.includes(name) || names.indexOf(name) !== position);
  if (stray === undefined) return;
  throw new Refusal(400, 'The query has a parameter that is unknown here, or one twice.', {
    code: 'unknown_parameter',
    param: stray.slice(0, 100),
  });
}
