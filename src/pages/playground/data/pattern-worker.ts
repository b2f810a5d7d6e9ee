// Worker for regular expressions, which can be terminated.
import { checkPattern, type PatternTask } from './check.ts';

addEventListener('message', ({ data }: MessageEvent<PatternTask>) => {
  postMessage(checkPattern(data), { transfer: [] });
});

postMessage('ready', { transfer: [] });
