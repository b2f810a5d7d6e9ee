// Theme colours: contrast, ember ramp, series for colour blindness.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Linear red, green and blue, 0 to 1. */
type Light = readonly [number, number, number];

type Matrix = readonly [Light, Light, Light];

/** Matrices of Machado, Oliveira and Fernandes (2009) at full severity. */
const sights = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

type Sight = keyof typeof sights;

const everySight: readonly Sight[] = ['normal', 'protanope', 'deuteranope', 'tritanope'];

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

  test.each(Object.entries(wordContrast))('%s is readable on every background, at %d : 1', (ink, least) => {
    expect(tooFaint([ink], grounds, least)).toEqual([]);
  });

  test('text reaches 15 : 1 on the page background', () => {
    expect(tooFaint(['text'], ['bg'], 15)).toEqual([]);
  });

  test('the label of the main button is readable, even while hovered', () => {
    expect(tooFaint(['on-act'], ['act-fill', 'act-fill-over'], 4.6)).toEqual([]);
  });

  test('essential edges have enough contrast', () => {
    expect(tooFaint(['edge'], ['bg', 'panel'], 3)).toEqual([]);
  });

  test('text is readable on every ember stop', () => {
    expect(tooFaint(['text'], embers, 5)).toEqual([]);
  });

  test('the ember ramp departs steadily from the background, without hue', () => {
    const steps = embers.map((stop) => colour(stop).lightness);
    const sorted = [...steps].sort((a, b) => (theme === 'light' ? b - a : a - b));
    expect(steps).toEqual(sorted);
    expect(new Set(steps).size).toBe(steps.length);
  });

  test('every series stands out from the panel', () => {
    expect(tooFaint(series, ['panel'], 3)).toEqual([]);
  });

  test.each(everySight)('a %s eye can distinguish the series', (sight) => {
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

/** Lightness 0 to 1, hue in degrees; clipped to the gamut as a browser clips. */
function fromOklch(lightness: number, chroma: number, hue: number): Light {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return clip([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

/** WCAG 2 contrast, 1 to 21. */
function contrast(one: Light, other: Light): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** In OKLab; 0.02 is about just noticeable. */
function distance(one: Light, other: Light, sight: Sight): number {
  const [p, q] = [toOklab(seen(one, sight)), toOklab(seen(other, sight))];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

function luminance([red, green, blue]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function seen(colour: Light, sight: Sight): Light {
  const [red, green, blue] = sights[sight];
  return clip([dot(red, colour), dot(green, colour), dot(blue, colour)]);
}

function toOklab([red, green, blue]: Light): Light {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function dot(row: Light, colour: Light): number {
  return row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2];
}

function clip([red, green, blue]: Light): Light {
  return [within(red), within(green), within(blue)];
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}
