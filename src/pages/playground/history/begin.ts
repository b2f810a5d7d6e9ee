// Lazy entry of the history chunk.

export { startHistory } from './history-controller.ts';
export { AnswerNote } from './AnswerNote.tsx';
export { Notice } from './Notice.tsx';
export { StepButtons } from './StepButtons.tsx';
