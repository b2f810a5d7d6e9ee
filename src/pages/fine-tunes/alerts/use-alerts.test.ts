import { expect, test } from 'vitest';
import type { Alert } from './alert.ts';
import { createAlertNews } from './use-alerts.ts';

const alert = (id: string): Alert => ({ id, kind: 'spike', tone: 'warn', step: 1, timeMs: null, saw: id });
const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id);
const ground = (scope: string, isOver = false) => ({ scope, isOver });

test('alerts present when the page opens do not notify, later ones do once', () => {
  const news = createAlertNews();
  expect(news(ground('all'), [alert('a')])).toEqual([]);
  expect(idsOf(news(ground('all'), [alert('b'), alert('a')]))).toEqual(['b']);
  expect(news(ground('all'), [alert('a')])).toEqual([]);
  expect(news(ground('all'), [alert('b'), alert('a')])).toEqual([]);
});

test('alerts from a source that answers late do not notify', () => {
  const news = createAlertNews();
  expect(news(ground('list'), [])).toEqual([]);
  expect(news(ground('list events'), [alert('stall')])).toEqual([]);
  expect(news(ground('list events metrics'), [alert('stall'), alert('spike')])).toEqual([]);
  expect(idsOf(news(ground('list events metrics'), [alert('spike'), alert('new')]))).toEqual(['new']);
});

test('an ended job does not notify, not even after it runs again', () => {
  const news = createAlertNews();
  expect(news(ground('all'), [])).toEqual([]);
  expect(news(ground('all', true), [alert('contradiction')])).toEqual([]);
  expect(news(ground('all'), [alert('contradiction')])).toEqual([]);
});
