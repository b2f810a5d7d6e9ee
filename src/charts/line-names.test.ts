import { expect, test } from 'vitest';
import { heightAt, namesMiddle, placeNames } from './line-names.ts';

test('a line is read between its points, at a step before it, and not outside', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 20 },
    { x: 10, y: 40 },
    { x: 20, y: 40 },
  ];
  expect([0, 5, 10, 10.5, 20, 21].map((x) => heightAt(points, x))).toEqual([0, 10, 20, 40, 40, null]);
  expect(heightAt([], 0)).toBeNull();
});

const plot = { x: 50, y: 20, width: 1000, height: 200 };
const end = { x: 10, y: 100 };
const flat = (name: string, y: number) => ({
  name,
  points: [
    { x: 0, y },
    { x: 10, y },
  ],
});
const at = (marker: number, crossing: number | null = null) => ({ marker, crossing });
const rising = {
  name: 'rising',
  points: [
    { x: 0, y: 0 },
    { x: 10, y: 100 },
  ],
};

test('names are in the widest part beside the marker, the crossing and its text', () => {
  const middles = [
    namesMiddle(0.2, 0.5),
    namesMiddle(0.9, 0.6),
    namesMiddle(0.8, null),
    namesMiddle(0.3, null),
  ];
  expect(middles).toEqual([1, 0, 0, 1]);
  expect(namesMiddle(0.9, 0.2)).toBeCloseTo(0.55);
  expect(namesMiddle(0.1, 0.9)).toBeCloseTo(0.4);
});

test('a name is placed above its line, at the end or the start', () => {
  expect(placeNames([flat('flat', 50)], plot, end, 1, at(0))).toEqual([{ x: 50 + 970 - 24, y: 113 }]);
  expect(placeNames([flat('flat', 50)], plot, end, 0, at(0))).toEqual([{ x: 80, y: 113 }]);
});

test('a name clears a rising line along its whole width, and no name leaves the plot', () => {
  const [left] = placeNames([rising], plot, end, 0, at(0));
  expect(left?.y).toBeLessThan(20 + 200 * (1 - 0.066) - 6);
  const [right] = placeNames([rising], plot, end, 1, at(0));
  expect(right?.y).toBeGreaterThanOrEqual(30);
});

test('a line at the top edge has its name under it', () => {
  const [beyond] = placeNames([flat('beyond', 250)], plot, end, 1, at(0));
  expect(beyond?.y).toBe(36);
  const [right] = placeNames([rising], plot, end, 1, at(0));
  expect(right?.y).toBeGreaterThan(20 + 200 * 0.066 + 8);
});

test('two lines that end together have one name above and one below', () => {
  const [one, other] = placeNames([flat('lower', 60), flat('upper', 62)], plot, end, 1, at(0));
  expect(other?.y).toBeLessThan(20 + 200 * 0.38);
  expect(one?.y).toBeGreaterThan(20 + 200 * 0.4 + 8);
});

test('a name between two lines is under the lower one where the upper one would strike it through', () => {
  const [upper, lower] = placeNames([rising, flat('the flat one', 40)], plot, end, 0.5, at(0));
  expect(upper?.y).toBeLessThan(lower?.y ?? 0);
  expect(lower?.y).toBe(20 + 200 * 0.6 + 16);
});

test('a name without room between another line and the floor is farther right, where the lines part', () => {
  const steep = {
    name: 'the steep one',
    points: [
      { x: 0, y: 8 },
      { x: 10, y: 100 },
    ],
  };
  const low = {
    name: 'the low one at first',
    points: [
      { x: 0, y: 0 },
      { x: 10, y: 25 },
    ],
  };
  for (const { y } of placeNames([low, steep], plot, end, 0, at(0))) {
    expect(y).toBeGreaterThan(plot.y);
    expect(y).toBeLessThan(plot.y + plot.height);
  }
});

test('names on a narrow plot are placed side by side without overlap', () => {
  const narrow = { x: 60, y: 30, width: 290, height: 160 };
  const places = placeNames([rising, flat('the flat one', 50)], narrow, end, 0, at(0));
  expect(places).toEqual([
    { x: 60 + 290 - 72 - 14 - 36, y: 16 },
    { x: 60 + 290 - 72, y: 16 },
  ]);
});

test('a name without room beside another on a narrow plot is in its corner, off the name of the axis', () => {
  const narrow = { x: 60, y: 30, width: 100, height: 160 };
  const places = placeNames([rising, flat('the flat one', 50)], narrow, end, 0, at(0));
  expect(places).toEqual([
    { x: 67, y: 44 },
    { x: 60 + 100 - 72, y: 16 },
  ]);
  // Just beside the name of the axis it would touch it.
  const [touching] = placeNames(
    [rising, flat('the flat one', 50)],
    { ...narrow, width: 72 + 14 + 36 },
    end,
    0,
    at(0),
  );
  expect(touching).toEqual({ x: 67, y: 44 });
});

test('a name that another line or the marker would strike through is elsewhere along the axis', () => {
  const stairs = {
    name: 'dedicated from $2,373.96/month',
    points: [
      { x: 0, y: 48 },
      { x: 6, y: 48 },
      { x: 6, y: 96 },
      { x: 10, y: 96 },
    ],
  };
  const beside = {
    name: 'serverless $0.531/1M',
    points: [
      { x: 0, y: 0 },
      { x: 10, y: 94 },
    ],
  };
  const lines = [beside, stairs];
  const marker = 50 + 0.46 * 1000;
  const places = placeNames(lines, plot, end, 1, at(0.46, 0.51));
  for (const [index, place] of places.entries()) {
    const width = (lines[index]?.name.length ?? 0) * 6;
    expect(place.x > marker || place.x + width < marker).toBe(true);
    expect(place.x > 50 + 510 || place.x + width < 50 + 510 - 100).toBe(true);
    for (const { points } of lines)
      for (let x = place.x; x <= place.x + width; x++) {
        const height = 220 - 2 * (heightAt(points, (x - 50) / 100) ?? 0);
        expect(height < place.y - 10 || height > place.y).toBe(true);
      }
  }
});

test('a name in the corner of a narrow plot is beside the marker there', () => {
  const narrow = { x: 60, y: 30, width: 100, height: 160 };
  const [name] = placeNames([rising, flat('the flat one', 50)], narrow, end, 0, at(0.1));
  expect(name?.x).toBeGreaterThan(60 + 10 + 5);
});
