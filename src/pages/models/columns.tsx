// The columns of the models table: every field of the record, what changed, and what a workload costs.
import { SAMPLE_PRICES_NOTED, isSampleModel } from '#api/schema/price.ts';
import type { Model } from '#api/schema/model.ts';
import type { Column } from '#table/column.ts';
import { NarrowId } from '#ui/NarrowId.tsx';
import { Status } from '#ui/Status.tsx';
import type { Changes } from './changes.ts';
import type { ColumnChoices } from './column-choices.ts';
import { ContextLength } from './ContextLength.tsx';
import { costColumns } from './cost-columns.tsx';
import { ModelLink } from './ModelLink.tsx';
import { priceColumns } from './price-columns.tsx';

/** In the order of display; a new array only where a choice is another. */
export function modelColumns(choices: ColumnChoices): readonly Column<Model>[] {
  const { unit, changes } = choices;
  const [input, output, ...others] = priceColumns(unit, changes);
  return [idColumn(changes), ...facts, input, output, ...costColumns(choices), ...others, ...origin];
}

function idColumn(changes: Changes | null): Column<Model> {
  return {
    id: 'id',
    head: 'Model',
    kind: 'id',
    value: ({ id }) => id,
    render: ({ id }) => (
      <span className="max-tablet:flex">
        <NarrowId id={id} endLength={12} />
        {changes?.added.has(id) && (
          <span className="ml-2 shrink-0 rounded-token border border-edge px-1 text-label text-muted">
            new
          </span>
        )}
      </span>
    ),
    width: 288,
    help: 'The name to ask for, as the service has it.',
  };
}

const facts: readonly Column<Model>[] = [
  {
    id: 'source',
    head: 'Source',
    kind: 'status',
    value: (model) => (isSampleModel(model) ? 'sample' : 'served'),
    render: (model) => (
      <span className="-ml-1 flex items-center gap-1.5">
        {isSampleModel(model) ? (
          <>
            <Status tone="none">sample</Status>
            <span className="text-dense text-faint">{SAMPLE_PRICES_NOTED}</span>
          </>
        ) : (
          <Status tone="ok">served</Status>
        )}
      </span>
    ),
    facet: true,
    width: 160,
    help: `Sample entries are public facts with prices noted in ${SAMPLE_PRICES_NOTED}, no offer; nothing answers under their names.`,
  },
  {
    id: 'type',
    head: 'Type',
    kind: 'text',
    value: ({ type }) => type,
    width: 112,
    facet: true,
    help: 'What the model is for, in the word of the service.',
  },
  {
    id: 'context',
    head: 'Context',
    kilo: 1024,
    unit: 'tokens',
    kind: 'number',
    value: ({ context_length }) => context_length,
    render: ({ context_length }) => <ContextLength tokens={context_length} />,
    width: 144,
    help: 'The most tokens that prompt and answer have together, exactly as the service says it; K is 1,024.',
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
    help: 'Who made the model.',
  },
  {
    id: 'license',
    head: 'License',
    kind: 'text',
    value: ({ license }) => license,
    width: 168,
    facet: true,
    help: 'Under which terms its weights are given away.',
  },
  {
    id: 'created',
    head: 'Created',
    kind: 'date',
    value: createdMs,
    help: 'The day, in UTC, that the service gives as the creation of the model.',
  },
  {
    id: 'age',
    head: 'Age',
    kind: 'age',
    value: createdMs,
    width: 104,
    help: 'How long ago that was. The filter reads days: >=2026-01.',
  },
  {
    id: 'name',
    head: 'Name',
    kind: 'text',
    value: ({ display_name }) => display_name,
    width: 232,
    help: 'How the service calls the model for people.',
  },
  {
    id: 'link',
    head: 'Link',
    kind: 'custom',
    value: ({ link }) => link,
    render: ({ link }) => <ModelLink link={link} />,
    width: 200,
    help: 'Where the service sends readers for more. It opens elsewhere and is told nothing of this page.',
  },
  {
    id: 'object',
    head: 'Object',
    kind: 'text',
    value: ({ object }) => object,
    width: 96,
    isDefaultHidden: true,
    help: 'The kind of record, “model”.',
  },
];

function createdMs({ created }: Model): number | undefined {
  return created === undefined ? undefined : created * 1000;
}
