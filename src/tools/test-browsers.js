// `npm run test:browsers`: drives the built dashboard in Firefox and WebKit. Plain syntax, as start.js.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('../../e2e/browsers/main.ts');
  });
});
