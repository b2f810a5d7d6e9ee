// `npm run upload-model`: uploads a model file to the service. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('upload-model/upload-model.ts');
  });
});
