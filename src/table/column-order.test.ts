import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choiceOf,
  gridTemplate,
  moveColumn,
  pinnedEdge,
  placeColumns,
  pinnedColumns,
  shownColumns,
  toggleColumn,
  type OrderedColumn,
} from './column-order.ts';
import { emptyState, defaultColumns, type TableState } from './table-state.ts';

const before: readonly OrderedColumn[] = [
  { id: 'id' },
  { id: 'availability', isDefaultHidden: true },
  { id: 'price' },
  { id: 'month', isDefaultHidden: true },
  { id: 'gpu' },
];
/** After a model was chosen. */
const withModel = before.map((each) => (each.id === 'availability' ? { id: each.id } : each));
const shown = (columns: readonly OrderedColumn[], { columns: choice }: TableState) =>
  shownColumns(columns, choice);

test('a column that is added later appears at its place, whatever was chosen before', () => {
  const chosen = toggleColumn(before, toggleColumn(before, emptyState, 'gpu'), 'month');
  expect(shown(before, chosen)).toEqual(['id', 'price', 'month']);
  expect(shown(withModel, chosen)).toEqual(['id', 'availability', 'price', 'month']);
  const moved = moveColumn(before, chosen, 'month', 0);
  expect(shown(withModel, moved)).toEqual(['month', 'id', 'availability', 'price']);
});

test('a default column that is hidden stays hidden, even after it disappeared and returned', () => {
  const without = toggleColumn(withModel, emptyState, 'availability');
  expect(shown(withModel, without)).toEqual(['id', 'price', 'gpu']);
  expect(shown(before, without)).toEqual(['id', 'price', 'gpu']);
  expect(toggleColumn(withModel, without, 'availability')).toEqual(emptyState);
});

test('a hidden column can be shown by hand if the table does not show it', () => {
  const without = toggleColumn(withModel, emptyState, 'availability');
  expect(shown(before, toggleColumn(before, without, 'availability'))).toContain('availability');
});

test('restored defaults are no longer in the address', () => {
  const moved = moveColumn(before, emptyState, 'gpu', 0);
  expect(shown(before, moved)).toEqual(['gpu', 'id', 'price']);
  expect(pinnedColumns(before, moved)).toEqual(['gpu']);
  expect(moveColumn(before, moved, 'gpu', 2)).toEqual(emptyState);
  expect(toggleColumn(before, toggleColumn(before, emptyState, 'month'), 'month')).toEqual(emptyState);
});

test('the last column stays, and an address that hides all of them leaves the first', () => {
  const only = { ...emptyState, columns: { ...defaultColumns, hidden: ['id', 'price'] } };
  expect(shown(before, only)).toEqual(['gpu']);
  expect(toggleColumn(before, only, 'gpu')).toBe(only);
  expect(shownColumns(before, { ...defaultColumns, hidden: ['id', 'price', 'gpu'] })).toEqual(['id']);
});

test('a column moves only among visible ones', () => {
  expect(moveColumn(before, emptyState, 'gpu', 3)).toBe(emptyState);
  expect(moveColumn(before, emptyState, 'id', -1)).toBe(emptyState);
  expect(moveColumn(before, emptyState, 'month', 0)).toBe(emptyState);
});

const ids = before.map(({ id }) => id);

test('any columns in any order can be chosen, and stay when a column is added', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (wanted) => {
      const choice = choiceOf(before, wanted);
      expect(shownColumns(before, choice)).toEqual(wanted);
      const later = shownColumns(withModel, choice);
      expect(later.filter((id) => wanted.includes(id))).toEqual(wanted);
      expect(new Set(later)).toEqual(new Set([...wanted, 'availability']));
    }),
  );
});

test('each column is visible at most once, and one always is, however they are toggled and moved', () => {
  const act = fc.record({ id: fc.constantFrom(...ids), to: fc.option(fc.nat(4)), hasModel: fc.boolean() });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      let state = emptyState;
      for (const { id, to, hasModel } of acts) {
        const columns = hasModel ? withModel : before;
        const had = shown(columns, state);
        state = to === null ? toggleColumn(columns, state, id) : moveColumn(columns, state, id, to);
        const now = shown(columns, state);
        expect(new Set(now).size).toBe(now.length);
        expect(now.length).toBeGreaterThan(0);
        const isMoved = to !== null && had.includes(id) && to < had.length;
        expect(now.indexOf(id)).toBe(isMoved ? to : now.indexOf(id));
        const isToggled = to === null && had.join('') !== id;
        expect(now.includes(id)).toBe(had.includes(id) !== isToggled);
      }
    }),
  );
});

test('a name takes the room that a wide window leaves, unless its width was chosen', () => {
  const name = { id: 'a', head: 'a', kind: 'id', value: () => 'a', width: 160, widest: 320 } as const;
  const other = { id: 'b', head: 'b', kind: 'text', value: () => 'b', width: 80 } as const;
  const template = (width: number) =>
    gridTemplate(
      placeColumns(
        [
          { column: name, width },
          { column: other, width: 80 },
        ],
        1,
        true,
      ),
      true,
    );
  expect(template(160)).toBe('2rem min(clamp(10rem, 100vw - 5rem - 3rem, 20rem), 44vw) 5rem');
  expect(template(176)).toBe('2rem min(11rem, 44vw) 5rem');
});

test('one line separates what stays from what scrolls, also where only the checkboxes stay', () => {
  const columns = ids.map((id) => ({
    column: { id, head: id, kind: 'text', value: () => id } as const,
    width: 100,
  }));
  const edges = (pinnedCount: number) => {
    const placed = placeColumns(columns, pinnedCount, true);
    return [-1, ...columns.keys()].filter((place) => pinnedEdge(placed, place) !== '');
  };
  expect([edges(0), edges(1), edges(2), edges(columns.length)]).toEqual([[-1], [0], [1], []]);
});
