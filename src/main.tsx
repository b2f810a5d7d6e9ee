// Boot: the page takes its place in index.html.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { routeOf } from '#app/routes.tsx';
import { formatCount } from '#lib/format.ts';

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
// The first number of a page takes 12 ms (Intl reads its data): in a task of its own, while the page is on its way.
setTimeout(() => formatCount(0));
// A failure is shown in the page's place.
routeOf(location.pathname).load().then(show, show);
