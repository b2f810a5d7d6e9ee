import { describe, expect, it } from 'vitest';
import { Random } from '#lib/random.ts';
import { writeDocument } from './mixture.ts';
import { writeStory } from './story.ts';
import { fill } from '#service/jobs/template.ts';
import { men, women } from './vocabulary.ts';

describe('templates', () => {
  const words = { noun: 'owl', he: 'she', name: 'Ada' };

  it('insert words, with article and capital where asked', () => {
    expect(fill('{name} saw {a noun}. {He} left. {A noun} stayed.', words, new Random(1))).toBe(
      'Ada saw an owl. She left. An owl stayed.',
    );
  });

  it('choose one alternative, even nested or empty', () => {
    const random = new Random(2);
    const texts = new Set(Array.from({ length: 200 }, () => fill('a[b|c[d|e]|]f', words, random)));
    expect([...texts].sort()).toEqual(['abf', 'acdf', 'acef', 'af']);
  });

  it('refuse unknown words and open brackets', () => {
    expect(() => fill('{nobody}', words, new Random(1))).toThrow('no word for {nobody}');
    expect(() => fill('[a|b', words, new Random(1))).toThrow('not closed');
    expect(() => fill('{a', words, new Random(1))).toThrow('not closed');
  });
});

describe('documents', () => {
  it('are complete sentences of many kinds, without a trace of the template language', () => {
    const random = new Random(3);
    for (const mixture of ['early', 'late'] as const)
      for (let count = 0; count < 600; count++) {
        const text = writeDocument(random, mixture);
        expect(text).toMatch(/^\S.*\S$/s);
        expect(text).not.toMatch(/[{}[\]|]|undefined| {2}| \.| ,/);
      }
  });

  it('are stories about exactly two people', () => {
    const names = new Set([...women, ...men]);
    const random = new Random(4);
    for (let count = 0; count < 300; count++) {
      const used = new Set(
        writeStory(random)
          .match(/\p{L}+/gu)
          ?.filter((word) => names.has(word)),
      );
      expect(used.size).toBe(2);
    }
  });
});
