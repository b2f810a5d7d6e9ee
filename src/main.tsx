// Boot: the page takes its place in index.html.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { routeOf } from '#app/routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
// The bars of index.html stay until the page can take their place. Awaiting here would deadlock: the page's
// chunk imports this one.
const show = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// A failure is shown in the page's place.
routeOf(location.pathname).load().then(show, show);
