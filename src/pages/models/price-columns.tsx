// The five prices of a record, in the unit that the reader has chosen; what is zero, missing or new looks different.
import { formatAmount } from '#pricing/money.ts';
import type { ReactNode } from 'react';
import type { Model } from '#api/schema/model.ts';
import { priceNumber, priceWords } from '#pricing/stated-price.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';
import type { Column } from '#table/column.ts';
import { priceBefore, type Changes } from './changes.ts';

/** Input and output first. */
export function priceColumns(
  unit: TokenUnit,
  changes: Changes | null,
): readonly [Column<Model>, Column<Model>, ...Column<Model>[]] {
  const price = ({ field, head, help }: PriceField, unitLabel = unit.label): Column<Model> => ({
    id: field,
    head,
    unit: unitLabel,
    kind: 'money',
    value: ({ pricing }) => amountOf(pricing?.[field]) ?? priceWords(pricing?.[field]),
    format: formatAmount,
    render: (model) => priceCell(model, field, changes),
    width: 144,
    help: `${help} ${zeroHelp}`,
  });
  return [price(input), price(output), price(hourly, '$/h'), price(base, 'as sent'), price(finetune)];
}

type PriceId = 'hourly' | 'input' | 'output' | 'base' | 'finetune';

interface PriceField {
  readonly field: PriceId;
  readonly head: string;
  readonly help: string;
}

const zeroHelp = 'The interface states no unit; 0 may stand for “dedicated only”.';
const input: PriceField = { field: 'input', head: 'Input', help: 'Price of prompt tokens.' };
const output: PriceField = {
  field: 'output',
  head: 'Output',
  help: 'Price of tokens that the model writes.',
};
const hourly: PriceField = {
  field: 'hourly',
  head: 'Hourly',
  help: 'Price of an hour on a dedicated machine, read as US dollars.',
};
const base: PriceField = { field: 'base', head: 'Base', help: 'A price beside tokens, as of an image.' };
const finetune: PriceField = { field: 'finetune', head: 'Fine-tune', help: 'Price of training tokens.' };

/** A number below zero is nonsense that the reader may see; only a sum does not count with it. */
function amountOf(price: number | string | undefined): number | null {
  return typeof price === 'number' ? price : priceNumber(price);
}

function priceCell({ id, pricing }: Model, field: PriceId, changes: Changes | null): ReactNode {
  const value = amountOf(pricing?.[field]);
  const words = priceWords(pricing?.[field]);
  const change = priceBefore(changes, id, field);
  return (
    <>
      {change && (
        <span className="mr-2 text-dense text-faint">
          <span className="sr-only">was </span>
          <s>{typeof change.before === 'number' ? formatAmount(change.before) : '—'}</s>
        </span>
      )}
      {words !== null ? (
        <span title="The service says it in the place of a price." className="text-muted">
          {words}
        </span>
      ) : value === null ? (
        <span title="The record does not state it." className="text-faint">
          —
        </span>
      ) : value === 0 ? (
        <span title="The service says 0: dedicated only, or free." className="text-muted">
          0
        </span>
      ) : (
        formatAmount(value)
      )}
    </>
  );
}
