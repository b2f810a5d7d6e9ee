// ErrorData: the body of every error response.
import * as z from 'zod/mini';
import './jitless.ts';

/** ErrorData of the interface document. What services send instead is read by `error-body.ts`. */
export const ErrorData = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.optional(z.nullable(z.string())),
    code: z.optional(z.nullable(z.string())),
  }),
});

/** The body of every error response. `param` names the field of the request that is to blame. */
export type ErrorData = z.infer<typeof ErrorData>;
