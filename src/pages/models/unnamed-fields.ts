// The fields of a model that the interface does not name: services add some, and none is hidden.

const named = new Set([
  'id',
  'object',
  'created',
  'type',
  'display_name',
  'organization',
  'link',
  'license',
  'context_length',
  'pricing',
]);
const namedPrices = new Set(['hourly', 'input', 'output', 'base', 'finetune']);

/** Name and JSON value, in the order of the record; prices of other names as `pricing.name`. */
export function unnamedFields(raw: unknown): readonly (readonly [string, unknown])[] {
  const own = entriesOf(raw);
  const prices = entriesOf(own.find(([name]) => name === 'pricing')?.[1]);
  return [
    ...own.filter(([name]) => !named.has(name)),
    ...prices
      .filter(([name]) => !namedPrices.has(name))
      .map(([name, value]) => [`pricing.${name}`, value] as const),
  ];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
