// Every address of the page; nowhere else is one spelled.

/** Patterns as the router reads them; `$id` stands for one encoded segment. */
export const paths = {
  playground: '/',
  models: '/models',
  hardware: '/hardware',
  fineTunes: '/fine-tunes',
  localLogs: '/fine-tunes/local',
  fineTune: '/fine-tunes/$id',
  jobs: '/jobs',
  job: '/jobs/$jobId',
} as const;

/** A page that has a place in the navigation. */
export const sections = [
  { path: paths.playground, title: 'Playground' },
  { path: paths.models, title: 'Models' },
  { path: paths.hardware, title: 'Hardware' },
  { path: paths.fineTunes, title: 'Fine-tunes' },
  { path: paths.jobs, title: 'Jobs' },
] as const;

/** Texts and numbers of an address, as they are; everything else is left out. Never throws. */
export function shortParams(
  raw: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}
