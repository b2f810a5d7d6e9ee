// ErrorData: schema for the body of every error response.
import * as z from 'zod/mini';
import './jitless.ts';

/** By the document. `readErrorBody` reads all others. */
export const ErrorData = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.optional(z.nullable(z.string())),
    code: z.optional(z.nullable(z.string())),
  }),
});

export type ErrorData = z.infer<typeof ErrorData>;
