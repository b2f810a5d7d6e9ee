// `npm run upload-model`: hands a model file to the service. Plain syntax, so that an old Node can read it.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/typescript.js').then(function (typescript) {
    return typescript.runProgram('upload-model/upload-model.ts');
  });
});
