import { expect, test } from 'vitest';
import { aboveFloor, afterKey, atShare, besideCrossing, isFarAbove } from './CostChart.tsx';

test('a key moves the marker by a hundredth of the axis, with Shift by ten, never beyond the ends', () => {
  expect(afterKey('ArrowRight', false, 500, 1000)).toBe(510);
  expect(afterKey('ArrowDown', true, 500, 1000)).toBe(400);
  expect(afterKey('PageUp', true, 500, 1000)).toBe(600);
  expect(afterKey('ArrowLeft', false, 3, 1000)).toBe(0);
  expect(afterKey('PageUp', false, 950, 1000)).toBe(1000);
  expect([afterKey('Home', false, 5, 9.5), afterKey('End', false, 5, 9.5)]).toEqual([0, 9]);
  expect(afterKey('a', false, 5, 10)).toBeNull();
});

test('a pointer outside the axis keeps the marker at its end', () => {
  expect([atShare(-1, 900), atShare(0.5, 900), atShare(7, 900)]).toEqual([0, 450, 900]);
});

test('the text of a crossing is on no line or marker, also where both are near the floor', () => {
  const plot = { x: 60, y: 20, width: 500, height: 200 };
  expect(besideCrossing({ x: 400, y: 120 }, plot, 120, 60)).toEqual({ x: 274, y: 108 });
  expect(besideCrossing({ x: 100, y: 120 }, plot, 120, 60)).toEqual({ x: 108, y: 138 });
  expect(besideCrossing({ x: 100, y: 120 }, plot, 120, 150)).toEqual({ x: 156, y: 138 });
  // The line from the origin rises by 10 px in 40.
  const low = besideCrossing({ x: 100, y: 210 }, plot, 120, 60);
  expect(low.y).toBeLessThan(210 - (8 + 120) / 4);
  // A line leads from there to its point.
  expect(isFarAbove(low, 210)).toBe(true);
  expect(isFarAbove({ x: 274, y: 108 }, 120)).toBe(false);
});

test('the text of a crossing stays inside a narrow plot, if need be over the marker', () => {
  const plot = { x: 72, y: 20, width: 290, height: 200 };
  expect(besideCrossing({ x: 181, y: 120 }, plot, 108, 240).x).toBe(246);
  expect(besideCrossing({ x: 181, y: 120 }, plot, 108, 288).x).toBe(189);
  // Left of it is the marker, right of it the end.
  expect(besideCrossing({ x: 300, y: 120 }, plot, 108, 250).x).toBe(254);
});

test('the name of a zone is above a line near the floor, and its name', () => {
  expect([aboveFloor([150, 60]), aboveFloor([150, 5]), aboveFloor([])]).toEqual([8, 35, 8]);
});
