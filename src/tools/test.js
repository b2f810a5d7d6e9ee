// `npm test`: installs packages and a browser, runs every check. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js')
    .then(function (typescript) {
      return typescript.runProgram('prove/prove.ts');
    })
    .catch(function (error) {
      throw new Error(error.message + '\n\n0 passed, 1 failed');
    });
});
