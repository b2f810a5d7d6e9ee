// Theme colours: contrast, ember ramp, series for colour blindness.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, distance, everySight, fromOklch, type Light } from '#ui/testing/theme-colour.ts';

const grounds = ['bg', 'panel', 'raised'];
const embers = [1, 2, 3, 4, 5, 6].map((stop) => `ember-${stop}`);
const series = [1, 2, 3, 4, 5, 6].map((line) => `series-${line}`);

/** Minimum contrast on every ground. */
const wordContrast = { text: 13.5, muted: 6.5, faint: 4.6, act: 4.5, ok: 4.5, warn: 4.5, bad: 4.5 };

interface Token {
  readonly lightness: number;
  readonly light: Light;
}

const stylesheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const number = String.raw`([\d.]+)`;
const oklch = String.raw`oklch\(${number} ${number} ${number}\)`;
const declaration = new RegExp(String.raw`--([a-z0-9-]+): light-dark\(${oklch}, ${oklch}\);`, 'g');

const found = [...stylesheet.matchAll(declaration)].map(([, name = '', ...parts]) => {
  const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = parts.map(Number);
  return { name, light: token(l1, c1, h1), dark: token(l2, c2, h2) };
});

function token(lightness: number, chroma: number, hue: number): Token {
  return { lightness, light: fromOklch(lightness, chroma, hue) };
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  function colour(name: string): Token {
    const one = found.find((each) => each.name === name);
    if (!one) throw new Error(`tokens.css does not set --${name} as light-dark(oklch(), oklch())`);
    return one[theme];
  }

  /** Pairs below the contrast they need, with their contrast. */
  function tooFaint(inks: readonly string[], onto: readonly string[], least: number): string[] {
    return inks.flatMap((ink) =>
      onto.flatMap((ground) => {
        const reached = contrast(colour(ink).light, colour(ground).light);
        return reached < least ? [`--${ink} on --${ground}: ${reached.toFixed(2)}`] : [];
      }),
    );
  }

  test.each(Object.entries(wordContrast))('%s can be read on every ground, at %d : 1', (ink, least) => {
    expect(tooFaint([ink], grounds, least)).toEqual([]);
  });

  test('text reaches 15 : 1 on the ground of a page', () => {
    expect(tooFaint(['text'], ['bg'], 15)).toEqual([]);
  });

  test('words on the main button can be read, also while the pointer is on it', () => {
    expect(tooFaint(['on-act'], ['act-fill', 'act-fill-over'], 4.6)).toEqual([]);
  });

  test('an edge that must be seen is seen', () => {
    expect(tooFaint(['edge'], ['bg', 'panel'], 3)).toEqual([]);
  });

  test('text can be read on every ember stop', () => {
    expect(tooFaint(['text'], embers, 5)).toEqual([]);
  });

  test('the ember ramp leaves the ground steadily, without hue', () => {
    const steps = embers.map((stop) => colour(stop).lightness);
    const sorted = [...steps].sort((a, b) => (theme === 'light' ? b - a : a - b));
    expect(steps).toEqual(sorted);
    expect(new Set(steps).size).toBe(steps.length);
  });

  test('every series stands out from the panel', () => {
    expect(tooFaint(series, ['panel'], 3)).toEqual([]);
  });

  test.each(everySight)('a %s eye can tell the series apart', (sight) => {
    const pairs = series.flatMap((one, index) =>
      series.slice(index + 1).map((other) => [one, other] as const),
    );
    const alike = pairs.filter(
      ([one, other]) => distance(colour(one).light, colour(other).light, sight) < 0.1,
    );
    expect(alike).toEqual([]);
  });
});

test('white and black have the known contrast and distance', () => {
  const [white, black] = [fromOklch(1, 0, 0), fromOklch(0, 0, 0)];
  expect(contrast(white, black)).toBeCloseTo(21, 3);
  expect(distance(white, black, 'normal')).toBeCloseTo(1, 3);
});
