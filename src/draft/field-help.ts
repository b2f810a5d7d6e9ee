// Help texts of the request fields.
import { fieldNames, requestFields, type NumberLimit } from '#api/schema/request-fields.ts';
import { formatNumber } from '#lib/format.ts';

/** A limit beyond it comes from the number format and is not worth stating. */
const maxWorthSaying = 2 ** 31 - 2;

let texts: Readonly<Record<string, string>> | undefined;

/** By wire name: `Nucleus threshold … From 0 to 1, in steps of 0.01.` */
export function fieldHelp(): Readonly<Record<string, string>> {
  texts ??= Object.fromEntries(
    fieldNames.map((name) => {
      const field = requestFields[name];
      return [
        name,
        field.kind === 'number' ? `${field.help} ${describeRange(field.limit, field.step)}` : field.help,
      ];
    }),
  );
  return texts;
}

function describeRange(
  { min = -Infinity, above, max = Infinity, isInteger }: NumberLimit,
  step: number,
): string {
  if (isInteger && max > maxWorthSaying)
    return min < -maxWorthSaying ? 'Any whole number.' : `A whole number, at least ${formatNumber(min)}.`;
  if (isInteger) return `A whole number from ${formatNumber(min)} to ${formatNumber(max)}.`;
  const range = above === undefined ? `From ${formatNumber(min)} to ${formatNumber(max)}` : `Above ${above}`;
  return `${range}, in steps of ${step}.`;
}
