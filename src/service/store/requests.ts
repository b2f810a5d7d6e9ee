// What a command-line program can ask of the server: the files of the inbox.
import * as z from 'zod/mini';

const milliseconds = z.int().check(z.nonnegative());
const ratio = z.number().check(z.gte(0), z.lte(1));

/** A UUID with a prefix that says what it names. */
const idOf = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}[0-9a-f-]{36}$`, 'u')));

/** A bare UUID; with `ft-` before it in data folders of the first versions. */
const FineTuneId = idOf('(?:ft-)?');

/** A data file in the folder: its id, and the name that it had when it was given. */
const DataFile = z.object({ id: idOf('file-'), name: z.string() });

/** A fine-tune to run, within the limits that the command line has checked. Numbers as in the interface document. */
export const FineTuneRequest = z.object({
  kind: z.literal('fine_tune'),
  id: FineTuneId,
  jobId: idOf('job-'),
  createdAt: milliseconds,
  trainingFile: DataFile,
  validationFile: z.nullable(DataFile),
  /** Id of the base model. */
  model: z.string(),
  /** `<fine-tune id>:<step>` of an intermediate checkpoint, `<fine-tune id>` of a final one; '' for the model itself. */
  fromCheckpoint: z.string(),
  /** Id of the model that comes out. */
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

/** A fine-tune to run; a record of it keeps this as it was asked. */
export type FineTuneRequest = z.infer<typeof FineTuneRequest>;

/** A model file to take over; the file itself lies in the folder of uploads under the id. */
export const UploadRequest = z.object({
  kind: z.literal('model_upload'),
  id: idOf('job-'),
  createdAt: milliseconds,
  modelName: z.string(),
  /** The path of the file as it was given. */
  modelSource: z.string(),
  description: z.string(),
  /** Left out where nobody has said it. */
  license: z.optional(z.string()),
});

/** A model file to take over. */
export type UploadRequest = z.infer<typeof UploadRequest>;

/** The end of a fine-tune, wished for. */
export const CancelRequest = z.object({
  kind: z.literal('cancel'),
  id: idOf('cancel-'),
  createdAt: milliseconds,
  fineTuneId: FineTuneId,
});

/** The end of a fine-tune, wished for. */
export type CancelRequest = z.infer<typeof CancelRequest>;

/** Any file of the inbox. */
export const InboxRequest = z.discriminatedUnion('kind', [FineTuneRequest, UploadRequest, CancelRequest]);

/** Any file of the inbox. */
export type InboxRequest = z.infer<typeof InboxRequest>;
