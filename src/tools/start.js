// `npm start`, with Node alone. Plain syntax, for old Nodes.
import { withNode } from './setup/node-version.js';

withNode(function () {
  return import('./setup/serve.js').then(function (serve) {
    return serve.main();
  });
});
