import { expect, test } from 'vitest';
import { writeRecording } from '#run/recording-file.ts';
import { knownOutputs, wholeOutputs } from './whole-outputs.ts';

test('the long outputs read last are cached, up to eight million characters', async () => {
  const text = 'a'.repeat(3_000_000);
  const file = await writeRecording({
    connection: 'This server',
    startedAt: new Date(0),
    request: { model: 'm', prompt: '', stream: true },
    texts: [JSON.stringify({ choices: [{ index: 0, text, finish_reason: null }] })],
    times: Float64Array.of(0),
    endState: 'complete',
    endedMs: 1,
    error: null,
    counts: {},
  });
  const archive = { recording: () => Promise.resolve({ file }) };
  for (const id of ['1', '2', '3']) expect(await wholeOutputs(archive, id)).toEqual([text]);
  expect(['1', '2', '3'].map((id) => knownOutputs(id)?.length)).toEqual([undefined, 1, 1]);
});
