// The one next act that every page can offer.
import { Link } from '@tanstack/react-router';
import { linkLook } from '#ui/TextInput.tsx';
import { paths } from './paths.ts';

/** Looks like a button, is a link: it can be opened in another tab. */
export function OpenPlayground() {
  return (
    <Link to={paths.playground} className={linkLook}>
      Open the playground
    </Link>
  );
}
