// Route paths: the only place where URLs of the page are spelled.

/** Router patterns; `$id` is one encoded segment. */
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

export const sections = [
  { path: paths.playground, title: 'Playground' },
  { path: paths.models, title: 'Models' },
  { path: paths.hardware, title: 'Hardware' },
  { path: paths.fineTunes, title: 'Fine-tunes' },
  { path: paths.jobs, title: 'Jobs' },
] as const;

/** Keeps strings and numbers of a URL unchanged, drops everything else. Never throws. */
export function shortParams(
  raw: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}
