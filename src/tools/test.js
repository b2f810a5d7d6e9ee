// `npm test`. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/install.js')
    .then(function (setup) {
      return setup.runProgram('src/tools/checks/checks.ts');
    })
    .catch(function (error) {
      throw new Error(error.message + '\n\n0 passed, 1 failed');
    });
});
