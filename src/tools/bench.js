// `npm run bench`. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('bench/bench.ts');
  });
});
