// CompletionRequest: schema and validation for the body of POST /completions.
import * as z from 'zod/mini';
import './jitless.ts';
import { requestFields } from './request-fields.ts';

/** Against prototype pollution. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Unknown fields pass. */
export const CompletionRequest = z.looseObject({
  prompt: z.string(),
  model: z.string().check(z.minLength(1)),
  ...schemasOf(requestFields),
});

export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** `param` is null if the whole body is invalid. */
type ReadCompletionRequest =
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly param: string | null; readonly message: string };

/**
 * Never throws. null counts as absent; `logit_bias` loses its prototype. The
 * message names the field, never its value.
 */
export function readCompletionRequest(value: unknown): ReadCompletionRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(null, 'The request body must be a JSON object.');
  }
  const sent: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) return refuse(key, 'The request body has a field whose name is not allowed.');
    if (field !== null) sent[key] = field;
  }
  const bias = sent['logit_bias'];
  if (typeof bias === 'object' && bias !== null && Object.keys(bias).some((key) => forbiddenKeys.has(key))) {
    return refuse('logit_bias', 'logit_bias has a key that is not a token identifier.');
  }
  const parsed = CompletionRequest.safeParse(sent);
  if (!parsed.success) {
    const param = String(parsed.error.issues[0]?.path[0] ?? '');
    const missing = sent[param] === undefined;
    return refuse(param, missing ? `${param} is required.` : `${param} must be ${rules[param] ?? 'valid'}.`);
  }
  const request = parsed.data;
  if (request.logit_bias) Object.setPrototypeOf(request.logit_bias, null);
  return { ok: true, request };
}

/** Completes the sentence "x must be …". */
const rules: Readonly<Record<string, string>> = {
  prompt: 'a string',
  model: 'a string that is not empty',
  ...Object.fromEntries(Object.entries(requestFields).map(([name, { rule }]) => [name, rule])),
};

function schemasOf<Table extends Record<string, { readonly schema: unknown }>>(
  table: Table,
): { [Name in keyof Table]: Table[Name]['schema'] };
function schemasOf(table: Record<string, { readonly schema: unknown }>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema]));
}

function refuse(param: string | null, message: string): ReadCompletionRequest {
  return { ok: false, param, message };
}
