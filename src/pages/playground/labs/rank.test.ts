import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '#api/client.ts';
import {
  readCandidates,
  writeCandidates,
  measures,
  rankAnswer,
  sortAnswers,
  type RankedAnswer,
  type ScoredBehind,
} from './rank.ts';
import { scoreText } from '#run/testing/score-text.ts';
import { scoreOf } from '#run/echo-score.ts';
import { origin, type Started, startTestService, TOKEN } from '#service/testing/started.ts';
import { toVisible } from '#ui/visible-text.ts';
import { rankingCsv } from './RankingResult.tsx';

let started: Started;
let client: Client;

beforeAll(async () => {
  started = await startTestService();
  client = createClient({ id: 'test', baseUrl: `${origin}/v1`, token: TOKEN }, (input, init) =>
    Promise.resolve(started.service.fetch(new Request(input, init))),
  );
});

afterAll(() => started.engine.close());

async function behind(prefix: string, answer: string) {
  const scoring = await scoreText(client, started.model, prefix + answer);
  return { prefix, scoring };
}

test('a text that the model would write ranks above one that it would not', async () => {
  const prompt = 'Once upon a';
  const [likely, odd] = await Promise.all(
    [' time', ' quarterly report'].map(async (answer) =>
      rankAnswer(answer, await behind(prompt, answer), await behind('The', answer)),
    ),
  );
  if (likely === undefined || odd === undefined) throw new Error('not ranked');
  for (const measure of measures) {
    expect(sortAnswers([odd, likely], measure, true).map(({ answer }) => answer)).toEqual([
      ' time',
      ' quarterly report',
    ]);
  }
  expect(likely.perToken).toBeCloseTo((likely.sum ?? 0) / (likely.tokens ?? 0), 10);
  expect(odd.perCharacter).toBeCloseTo((odd.sum ?? 0) / ' quarterly report'.length, 10);
});

test('a token across the boundary is named, and the part after it is measured by its own length', async () => {
  const row = rankAnswer('me there', await behind('Once upon a ti', 'me there'), null);
  expect(row.notes.join(' ')).toContain('“ time” spans prompt and answer');
  expect(row.perCharacter).toBeCloseTo((row.sum ?? 0) / ' there'.length, 10);
  expect(row.pmi).toBeNull();
});

test('tokens without a logprob count in no figure, and an answer that lacks some has no sum', async () => {
  const known = await behind('Once', ' upon a time');
  if (!known.scoring.ok) throw new Error('not scored');
  const texts = [' upon', ' a', ' time'];
  const scored = (prefix: string, logprobs: readonly (number | null)[]): ScoredBehind => {
    const tokens = texts.map((text, index) => {
      const start = prefix.length + texts.slice(0, index).join('').length;
      return { text, start, end: start + text.length, id: index, logprob: logprobs[index] ?? null };
    });
    return { prefix, scoring: { ...known.scoring, ok: true, score: scoreOf(tokens), doubt: null } };
  };
  const whole = rankAnswer(' upon a time', scored('Once', [-4, -1, -1]), null);
  expect(whole).toMatchObject({ sum: -6, perToken: -2, perCharacter: -0.5, notes: [] });
  const torn = rankAnswer(' upon a time', scored('Once', [-4, null, 0.5]), scored('It', [-6, -1, -1]));
  expect(torn).toMatchObject({ sum: null, perToken: -4, perCharacter: -4 / ' upon'.length, pmi: null });
  expect(torn.notes.join(' ')).toContain('No sum: 2 of its tokens have no usable logprob.');
  const alike = rankAnswer(' upon a time', scored('Once', [-4, null, -1]), scored('It', [-6, null, -1]));
  expect(alike.pmi).toBe(2);
});

test('a refused answer has no figures, and says why', async () => {
  const scoring = await scoreText(client, 'none', 'a b');
  const row = rankAnswer(' b', { prefix: 'a', scoring }, null);
  expect(row).toMatchObject({ sum: null, perToken: null, perCharacter: null, pmi: null, tokens: null });
  expect(row.notes).toHaveLength(1);
});

function rowOf(sum: number | null, answer = ''): RankedAnswer {
  return { answer, sum, perToken: sum, perCharacter: sum, pmi: sum, tokens: 1, notes: [] };
}

test('unknown values sort last in both directions, and ties keep their order', () => {
  const figure = fc.option(fc.oneof(fc.constantFrom(-3, -1), fc.constant(Number.NEGATIVE_INFINITY)));
  fc.assert(
    fc.property(fc.array(figure), fc.boolean(), (figures, isDescending) => {
      const rows = figures.map((sum, position) => rowOf(sum, String(position)));
      const sorted = sortAnswers(rows, 'sum', isDescending);
      const value = (position: number) => figures[position] ?? null;
      const expected = figures
        .map((_, position) => position)
        .toSorted((one, other) => {
          const [first, second] = [value(one), value(other)];
          if (first === null || second === null)
            return Number(first === null) - Number(second === null) || one - other;
          return (first === second ? 0 : first < second === isDescending ? 1 : -1) || one - other;
        });
      expect(sorted.map(({ answer }) => Number(answer))).toEqual(expected);
    }),
  );
});

test('answers written into the form are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (answers) => {
      const expected = [...new Set(answers)].filter((answer) => toVisible(answer).trim() !== '');
      expect(readCandidates(writeCandidates(answers)).answers).toEqual(expected);
    }),
  );
  expect(readCandidates(' yes\n\n no\n \n yes')).toEqual({ answers: [' yes', ' no'], repeated: 1 });
});

test('a CSV cell never starts a formula, and quotes are doubled', () => {
  const csv = rankingCsv([rowOf(-1.5, '=1+"a"'), rowOf(null, ' b\n')]);
  expect(csv.split('\r\n').slice(1)).toEqual([
    `"'=1+""a""",1,-1.5,-1.5,-1.5,-1.5,""`,
    String.raw`" b\n",1,,,,,""`,
    '',
  ]);
});
