import { expect, test } from 'vitest';
import type { Piece } from '#api/read-view.ts';
import { Recording } from '#run/recording.ts';
import type { Run, RunState } from '#run/run.ts';
import { longestSilence } from './SilenceNotice.tsx';
import { endedRun } from '#run/testing/ended-run.ts';

/** Sent at 1,000 ms; events this many milliseconds later. */
function running(phase: 'queued' | 'waiting' | 'streaming', ...eventsMs: number[]): Run {
  const run = endedRun({});
  const recording = new Recording(run.request);
  const piece: Piece = { index: 0, text: 'a', tokens: [], finishReason: null };
  for (const atMs of eventsMs) {
    recording.receive(
      { data: '', chunk: { id: null, pieces: [piece], prompt: null, usage: null, seed: null } },
      atMs,
    );
  }
  const state: RunState = { phase };
  return { ...run, recording, startedMs: 1_000, state };
}

test('a run is silent after a minute without a first event, or twenty seconds between events', () => {
  expect(longestSilence([running('waiting')], 60_999)).toBeNull();
  expect(longestSilence([running('waiting')], 61_000)).toEqual({ ms: 60_000, limitMs: 60_000, count: 1 });
  expect(longestSilence([running('streaming', 500)], 21_499)).toBeNull();
  expect(longestSilence([running('streaming', 500)], 21_500)).toMatchObject({ ms: 20_000, limitMs: 20_000 });
});

test('both limits can be changed', () => {
  const limits = { first: 5, between: 2 };
  expect(longestSilence([running('waiting')], 6_000, limits)).toMatchObject({ limitMs: 5_000 });
  expect(longestSilence([running('streaming', 500)], 3_500, limits)).toMatchObject({ limitMs: 2_000 });
});

test('silent runs are counted, and the longest silence is shown', () => {
  const runs = [running('streaming', 500), running('streaming', 3_000), running('streaming', 30_000)];
  expect(longestSilence(runs, 41_000)).toEqual({ ms: 39_500, limitMs: 20_000, count: 2 });
});

test('queued and ended runs are not silent', () => {
  expect(longestSilence([running('queued'), endedRun({})], 10_000_000)).toBeNull();
});
