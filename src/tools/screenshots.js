// `npm run screenshots`: installs and builds what is missing, and takes the pictures of the README anew. Plain syntax, as start.js.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('screenshots/screenshots.ts');
  });
});
