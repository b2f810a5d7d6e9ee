// The worker in which regular expressions of a data file meet texts of a model: it can be ended, the page cannot.
import { checkPattern, type PatternTask } from './check.ts';

addEventListener('message', ({ data }: MessageEvent<PatternTask>) => {
  postMessage(checkPattern(data), { transfer: [] });
});

postMessage('ready', { transfer: [] });
