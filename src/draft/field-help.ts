// Help texts of the request fields.
import { fieldNames, requestFields, type NumberLimit } from '#api/schema/request-fields.ts';

/** By wire name: `Nucleus threshold … From 0 to 1, in steps of 0.01.` */
export const fieldHelp: Readonly<Record<string, string>> = Object.fromEntries(
  fieldNames.map((name) => {
    const field = requestFields[name];
    return [name, field.kind === 'number' ? `${field.help}${describeRange(field)}` : field.help];
  }),
);

function describeRange({
  limit,
  step,
  unit,
}: {
  limit: NumberLimit;
  step: number;
  unit?: string | undefined;
}) {
  const { min, above, max } = limit;
  const from =
    above === undefined ? (min === undefined ? '' : ` From ${formatLimit(min)}`) : ` Above ${above}`;
  const to = max === undefined ? '' : ` to ${formatLimit(max)}`;
  return `${from}${to}${unit === undefined ? '' : ` ${unit}`}, in steps of ${step}.`;
}

/** With a true minus. */
function formatLimit(limit: number): string {
  return limit.toLocaleString('en-US').replace('-', '−');
}
