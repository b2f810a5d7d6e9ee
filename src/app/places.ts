// Where the command palette leads: pages, views of the playground, labs.
import { labs } from '#pages/playground/labs/labs.ts';
import { paths } from './paths.ts';
import { sections } from './sections.ts';

/** In the order of the bars. */
export const places = [
  ...sections.map(({ path, title }) => ({ label: title, to: path, search: {} })),
  { label: 'Log files', to: paths.localLogs, search: {} },
  ...(['Write', 'Compare', 'Data', 'Labs'] as const).map((label) => ({
    label: `${label} in the playground`,
    to: paths.playground,
    search: { view: label.toLowerCase() },
  })),
  ...labs.map(({ id, label }) => ({
    label: `Lab: ${label}`,
    to: paths.playground,
    search: { view: 'labs', lab: id },
  })),
];
