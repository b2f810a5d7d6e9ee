// `npm test`: installs what is missing, the browser too, and proves everything. Plain syntax, so that an old Node can read it.
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
