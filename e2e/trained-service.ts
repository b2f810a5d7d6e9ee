// Fine-tune that the embedded service really trains, with a job of another type.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, startService } from '#tools/setup/service-process.ts';
import { queuedId, queueUpload, runTool } from './run-tool.ts';

/** Training and scoring texts: always the same sentence, with a different number. */
export const sentence = 'The weather report says that the fox will wear a red coat on day';

/** Generous, as the training is real. */
export const trainingMs = 300_000;

/** A service that trains a fine-tune whose name holds "weather"; it may still be at it. */
export interface TrainedService extends RunningService {
  readonly fineTuneId: string;
  /** An upload. */
  readonly jobId: string;
}

export async function startTrainedService(): Promise<TrainedService> {
  const home = await mkdtemp(join(tmpdir(), 'inferdeck-trained-'));
  const fineTuneId = await queueFineTune(home);
  const jobId = await queueUpload(home, 'acme/tales');
  const service = await startService({ INFERDECK_HOME: home, INFERDECK_PACE: 'off' });
  return {
    ...service,
    fineTuneId,
    jobId,
    async stop() {
      const code = await service.stop();
      await rm(home, { recursive: true, force: true });
      return code;
    },
  };
}

/**
 * Short texts are packed together, so that an epoch has two steps: checkpoints at 2, 4 and 6.
 * A warm-up of 5 % is then less than one step, and nothing reads the validation file.
 */
async function queueFineTune(home: string): Promise<string> {
  const file = join(home, 'reports.jsonl');
  const rows = Array.from({ length: 12 }, (_, day) => JSON.stringify({ text: `${sentence} ${day}.` }));
  await writeFile(file, `${rows.join('\n')}\n`);
  const options = {
    'training-file': file,
    'validation-file': file,
    'n-evals': '0',
    'batch-size': '2',
    'n-epochs': '3',
    'n-checkpoints': '3',
    'warmup-ratio': '0.05',
    suffix: 'weather',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return queuedId(await runTool('fine-tune', home, ...args, '--detach'));
}
