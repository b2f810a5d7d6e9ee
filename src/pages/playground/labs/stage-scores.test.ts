import { afterEach, expect, test } from 'vitest';
import { createClient } from '#api/client.ts';
import { createLocalServices } from '#api/testing/local-service.ts';
import { scoreText } from '#run/testing/score-text.ts';
import type { Stage } from '#pages/playground/compare/stages.ts';
import { StagePlan, wantedFineTune } from './checkpoint-form.ts';
import { chooseStages, stageScores } from './stage-scores.ts';

const services = createLocalServices();
afterEach(services.closeAll);

const stages: readonly Stage[] = [
  { kind: 'base', model: 'm', step: 0 },
  ...[10, 20, 30].map((step) => ({ kind: 'checkpoint', model: `ft:${step}`, step }) as const),
  { kind: 'final', model: 'm-mine', step: 40 },
];

test('stages without scores have no figures, and none is the best', () => {
  const scores = stageScores(stages, []);
  expect(scores.map(({ perplexity, change, isBest }) => [perplexity, change, isBest])).toEqual(
    stages.map(() => [null, null, false]),
  );
  expect(scores.map(({ name }) => name)).toEqual(['base', 'step 10', 'step 20', 'step 30', 'final, step 40']);
});

test('a stage is compared with the base, the lowest is named, and a failed one says why', async () => {
  const logprobs: Readonly<Record<string, number>> = { m: -2, 'ft:10': -1 };
  const { connection } = await services.serve((response, { body }) => {
    const model = /"model":"([^"]+)"/.exec(body)?.[1] ?? '';
    const logprob = logprobs[model];
    response.writeHead(logprob === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        logprob === undefined
          ? { error: { message: 'It is gone.', type: 'not_found', param: 'model', code: null } }
          : {
              id: 'c',
              object: 'text_completion',
              created: 1,
              model,
              usage: null,
              prompt: [
                {
                  text: 'ab cd',
                  logprobs: { token_ids: [5, 6], tokens: ['ab', ' cd'], token_logprobs: [null, logprob] },
                },
              ],
              choices: [{ text: ' ef' }],
            },
      ),
    );
  });
  const asked = stages.slice(0, 3);
  const scorings = await Promise.all(
    asked.map(({ model }) => scoreText(createClient(connection), model, 'ab cd')),
  );
  const [base, step, gone] = stageScores(asked, scorings);
  expect(base).toMatchObject({ count: 1, change: null, isBest: false });
  expect(step).toMatchObject({ count: 1, isBest: true, problem: null });
  expect(step?.perplexity).toBeCloseTo(Math.E, 9);
  expect(step?.change).toBeCloseTo(1 / Math.E - 1, 9);
  expect(gone).toMatchObject({ perplexity: null, change: null, isBest: false });
  expect(gone?.problem).toContain('It is gone.');
});

test('a long list of stages is thinned out evenly, with its ends', () => {
  const long = Array.from(
    { length: 40 },
    (_, step) => ({ kind: 'checkpoint', model: `ft:${step}`, step }) as const,
  );
  const chosen = chooseStages(long, 12, 'm').map(({ step }) => step);
  expect(chosen).toHaveLength(12);
  expect([chosen[0], chosen.at(-1)]).toEqual([0, 39]);
  for (const { model } of long) {
    const withOwn = chooseStages(long, 12, model).map((stage) => stage.model);
    expect(withOwn).toContain(model);
    expect([new Set(withOwn).size, withOwn[0], withOwn.at(-1)]).toEqual([
      12,
      long[0]?.model,
      long.at(-1)?.model,
    ]);
  }
  expect(chooseStages(stages, 12, 'm')).toEqual(stages);
});

test('a link to another model opens that model’s fine-tune, whatever was chosen before', () => {
  const ids = ['ft-new', 'ft-old'];
  const chosen = { fineTuneId: 'ft-new', besideModel: 'base' };
  expect(wantedFineTune(chosen, 'ft-old:40', ids)).toBe('ft-old');
  expect(wantedFineTune(chosen, 'ft-old', ids)).toBe('ft-old');
  expect(wantedFineTune(chosen, 'base', ids)).toBe('ft-new');
  expect(wantedFineTune(chosen, 'another', ids)).toBe('ft-new');
  // A choice made beside the same model wins.
  expect(wantedFineTune({ fineTuneId: 'ft-new', besideModel: 'ft-old:40' }, 'ft-old:40', ids)).toBe('ft-new');
});

test('a plan stored with the older name for stages is read', () => {
  const own = [{ kind: 'base', model: 'acme/base', step: null }];
  const plan = { fineTune: 'ft-1', stages: own, text: 'ab' };
  expect(StagePlan.parse({ fineTune: 'ft-1', rungs: own, text: 'ab' })).toEqual(plan);
  expect(StagePlan.parse(plan)).toEqual(plan);
});
