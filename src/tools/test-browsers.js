// `npm run test:browsers`. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('../../e2e/browsers/main.ts');
  });
});
