// Inbox file schemas: requests from command-line programs.
import * as z from 'zod/mini';

const milliseconds = z.int().check(z.nonnegative());
const ratio = z.number().check(z.gte(0), z.lte(1));

const idOf = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}[0-9a-f-]{36}$`, 'u')));

/** Data folders of the first versions have the prefix. */
const FineTuneId = idOf('(?:ft-)?');

const DataFile = z.object({ id: idOf('file-'), name: z.string() });

/** Limits are checked by the command line. */
export const FineTuneRequest = z.object({
  kind: z.literal('fine_tune'),
  id: FineTuneId,
  jobId: idOf('job-'),
  createdAt: milliseconds,
  trainingFile: DataFile,
  validationFile: z.nullable(DataFile),
  model: z.string(),
  /** `<fine-tune id>:<step>`, `<fine-tune id>` for the final checkpoint, '' for none. */
  fromCheckpoint: z.string(),
  outputName: z.string(),
  nEpochs: z.int().check(z.positive()),
  batchSize: z.union([z.literal('max'), z.int().check(z.positive())]),
  learningRate: z.number().check(z.positive()),
  scheduler: z.enum(['linear', 'cosine']),
  minLrRatio: ratio,
  warmupRatio: ratio,
  weightDecay: z.number().check(z.nonnegative()),
  maxGradNorm: z.number().check(z.nonnegative()),
  nEvals: z.int().check(z.nonnegative()),
  nCheckpoints: z.int().check(z.positive()),
  trainOnInputs: z.union([z.literal('auto'), z.boolean()]),
  seed: z.int().check(z.nonnegative()),
  wandbProjectName: z.string(),
});

export type FineTuneRequest = z.infer<typeof FineTuneRequest>;

/** The file is in the uploads folder, named by the id. */
export const UploadRequest = z.object({
  kind: z.literal('model_upload'),
  id: idOf('job-'),
  createdAt: milliseconds,
  modelName: z.string(),
  /** Path as given by the user. */
  modelSource: z.string(),
  description: z.string(),
  license: z.optional(z.string()),
});

export type UploadRequest = z.infer<typeof UploadRequest>;

export const CancelRequest = z.object({
  kind: z.literal('cancel'),
  id: idOf('cancel-'),
  createdAt: milliseconds,
  fineTuneId: FineTuneId,
});

export type CancelRequest = z.infer<typeof CancelRequest>;

export const InboxRequest = z.discriminatedUnion('kind', [FineTuneRequest, UploadRequest, CancelRequest]);

export type InboxRequest = z.infer<typeof InboxRequest>;
