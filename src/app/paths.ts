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
