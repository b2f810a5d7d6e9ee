// The part of history that is loaded late: what keeps it, and what the page shows of it.

export { beginKeeping } from './history-controller.ts';
export { Notice } from './Notice.tsx';
export { StepButtons } from './StepButtons.tsx';
