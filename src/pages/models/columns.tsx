// The columns of the models table: every field of the record, prices in the unit that the reader has chosen.
import { isSampleModel } from '#api/schema/sample-mark.ts';
import type { Model } from '#api/schema/model.ts';
import type { TokenUnit } from '#pricing/token-unit.ts';
import type { Column } from '#table/column.ts';
import { Icon } from '#ui/Icon.tsx';
import { safeLink } from './safe-link.ts';

/** The columns for one unit of token prices. */
export function modelColumns(unit: TokenUnit): readonly Column<Model>[] {
  return [
    ...facts,
    price('input', 'Input', unit.label),
    price('output', 'Output', unit.label),
    price('hourly', 'Hourly', '$/h'),
    price('base', 'Base', unit.label),
    price('finetune', 'Fine-tune', unit.label),
    ...origin,
  ];
}

/** A switch: only what the service answers to. */
export const modelHides = [{ id: 'samples', label: 'Hide samples', hides: isSampleModel }] as const;

const facts: readonly Column<Model>[] = [
  { id: 'id', head: 'Model', kind: 'id', value: ({ id }) => id, width: 288 },
  {
    id: 'source',
    head: 'Source',
    kind: 'status',
    value: (model) => (isSampleModel(model) ? 'sample' : 'served'),
    tone: (model) => (isSampleModel(model) ? 'none' : 'ok'),
    facet: true,
    width: 112,
    help: 'Sample entries show public facts with a date; nothing answers under their names.',
  },
  { id: 'type', head: 'Type', kind: 'text', value: ({ type }) => type, width: 120, facet: true },
  {
    id: 'context',
    head: 'Context',
    unit: 'tokens',
    kind: 'number',
    value: ({ context_length }) => context_length,
    width: 136,
    help: 'The most tokens that prompt and answer may have together, exactly as the service says it.',
  },
];

const origin: readonly Column<Model>[] = [
  {
    id: 'organization',
    head: 'Organization',
    kind: 'text',
    value: ({ organization }) => organization,
    width: 152,
    facet: true,
  },
  { id: 'license', head: 'License', kind: 'text', value: ({ license }) => license, width: 168, facet: true },
  {
    id: 'created',
    head: 'Created',
    kind: 'date',
    value: ({ created }) => (created === undefined ? undefined : created * 1000),
    help: 'The day in UTC.',
  },
  { id: 'name', head: 'Name', kind: 'text', value: ({ display_name }) => display_name, width: 232 },
  {
    id: 'link',
    head: 'Link',
    kind: 'custom',
    value: ({ link }) => link,
    render: ({ link }) => <ModelLink link={link} />,
    width: 200,
  },
  {
    id: 'object',
    head: 'Object',
    kind: 'text',
    value: ({ object }) => object,
    width: 96,
    isDefaultHidden: true,
  },
];

type PriceField = 'hourly' | 'input' | 'output' | 'base' | 'finetune';

function price(field: PriceField, head: string, unit: string): Column<Model> {
  return {
    id: field,
    head,
    unit,
    kind: 'money',
    value: ({ pricing }) => pricing?.[field],
    format: formatPrice,
    width: 152,
    help: 'As the service says it; the interface states no unit, so it is read in the unit chosen above. Zero may stand for “dedicated only”.',
  };
}

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Two decimals, three digits where they say more; zero is a bare 0, so that it never looks rounded away. */
function formatPrice(value: number): string {
  if (value === 0) return '0';
  const inCents = Math.abs(value) * 100;
  const isExact = inCents >= 1 && Math.abs(inCents - Math.round(inCents)) < 1e-9;
  return (isExact || inCents >= 100 ? cents : threeDigits).format(value).replace('-', '−');
}

/** Opens elsewhere and tells the other side nothing; what is no web address is shown as text. */
export function ModelLink({ link }: { link: string | undefined }) {
  const href = safeLink(link);
  if (href === null) return <span className="text-faint">{link ?? '—'}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      tabIndex={-1}
      className="inline-flex max-w-full items-center gap-1 text-act hover:underline"
    >
      <Icon name="link" />
      <span className="truncate">{href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</span>
    </a>
  );
}
