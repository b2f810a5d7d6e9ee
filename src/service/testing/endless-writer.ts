// Test program: commits rows forever, acknowledging each on stdout, until killed.
import { writeSync } from 'node:fs';
import { openStore } from '#service/store/store.ts';
import { fineTuneRequest, newEvent } from './records.ts';

const store = openStore(process.argv[2] ?? '');
const request = fineTuneRequest();
store.jobs.add({ id: request.jobId, type: 'fine_tune', args: {}, file: '', createdAt: 1 }, 'Created.');
store.fineTunes.add(request);
for (let step = 1; ; step++) {
  store.transaction(() => {
    store.events.add(request.id, newEvent(`Step ${step}`, { step }));
    const figures = { epoch: 0, loss: 1 / step, gradientNorm: 1, learningRate: 1 };
    store.metrics.add(request.id, { step, kind: 'train', createdAt: step, ...figures });
    store.fineTunes.change(request.id, { totalSteps: step }, step);
  });
  writeSync(1, `${request.id} ${step}\n`);
}
