// `npm run bench`: installs and builds what is missing, measures, prints each figure beside its bar. Plain syntax, as start.js.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('bench/bench.ts');
  });
});
