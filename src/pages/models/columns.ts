// The columns of the models table: every field of the record, prices in the unit that the reader has chosen.
import { isSampleModel } from '#api/schema/sample-mark.ts';
import type { Model } from '#api/schema/model.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';
import type { Column } from '#table/column.ts';

/** The columns for one unit of token prices. */
export function modelColumns(unit: TokenUnit): readonly Column<Model>[] {
  return [...facts, ...prices(unit)];
}

const facts: readonly Column<Model>[] = [
  { id: 'id', head: 'Model', kind: 'id', value: ({ id }) => id, width: 288 },
  { id: 'name', head: 'Name', kind: 'text', value: ({ display_name }) => display_name, width: 200 },
  { id: 'type', head: 'Type', kind: 'text', value: ({ type }) => type, width: 104, facet: true },
  {
    id: 'organization',
    head: 'Organization',
    kind: 'text',
    value: ({ organization }) => organization,
    width: 128,
    facet: true,
  },
  {
    id: 'context',
    head: 'Context',
    unit: 'tokens',
    kind: 'number',
    value: ({ context_length }) => context_length,
    width: 128,
    help: 'The most tokens that prompt and answer may have together, exactly as the service says it.',
  },
  { id: 'license', head: 'License', kind: 'text', value: ({ license }) => license, width: 136, facet: true },
  {
    id: 'created',
    head: 'Created',
    kind: 'date',
    value: ({ created }) => (created === undefined ? undefined : created * 1000),
    help: 'The day in UTC.',
  },
  {
    id: 'source',
    head: 'Source',
    kind: 'text',
    value: (model) => (isSampleModel(model) ? 'sample' : 'served'),
    facet: true,
    width: 96,
    help: 'Sample entries show public facts; nothing answers under their names.',
  },
];

function prices(unit: TokenUnit): readonly Column<Model>[] {
  return [
    price('input', 'Input', unit.label),
    price('output', 'Output', unit.label),
    price('hourly', 'Hourly', '$/h'),
    price('base', 'Base', ''),
    price('finetune', 'Fine-tune', unit.label),
  ];
}

type PriceField = 'hourly' | 'input' | 'output' | 'base' | 'finetune';

function price(field: PriceField, head: string, unit: string): Column<Model> {
  return {
    id: field,
    head,
    ...(unit && { unit }),
    kind: 'money',
    value: ({ pricing }) => pricing?.[field],
    width: 128,
  };
}
