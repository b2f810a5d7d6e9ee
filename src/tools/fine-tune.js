// `npm run fine-tune`. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('fine-tune/fine-tune.ts');
  });
});
