// `npm run fine-tune`: queues a fine-tune and follows it. Plain syntax, so that an old Node can read it.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('fine-tune/fine-tune.ts');
  });
});
