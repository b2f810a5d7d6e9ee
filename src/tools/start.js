// `npm start`: on a machine with nothing but Node, installs, builds, serves. Plain syntax, so that an old Node can read it.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/serve.js').then(function (serve) {
    return serve.main();
  });
});
