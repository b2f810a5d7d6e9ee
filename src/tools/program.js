// TypeScript runner in plain syntax: `node program.js FILE [ARGUMENT …]`.
import { withNode } from './setup/node-version.js';

withNode(function () {
  var file = process.argv.splice(2, 1).join('');
  return import('./setup/install.js').then(function (setup) {
    return setup.runProgram(file);
  });
});
