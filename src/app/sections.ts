// The five pages, in the order of the bars and the command palette.
import { paths } from './paths.ts';

/** A page that has a place in the navigation. */
export const sections = [
  { path: paths.playground, title: 'Playground' },
  { path: paths.models, title: 'Models' },
  { path: paths.hardware, title: 'Hardware' },
  { path: paths.fineTunes, title: 'Fine-tunes' },
  { path: paths.jobs, title: 'Jobs' },
] as const;
