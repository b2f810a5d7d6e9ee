// Worker for regular expressions.
import { checkPattern, type PatternTask } from './check.ts';

addEventListener('message', ({ data }: MessageEvent<PatternTask>) => {
  postMessage(checkPattern(data), { transfer: [] });
});

postMessage('ready', { transfer: [] });
