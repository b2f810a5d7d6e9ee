// The way out for who has pasted the id of a fine-tune where those of jobs belong.
import { Link } from '@tanstack/react-router';

/** Nothing for an id that does not look like one of a fine-tune. */
export function ToFineTune({ id }: { id: string }) {
  if (!/^ft[-:]/i.test(id)) return null;
  return (
    <Link to="/fine-tunes/$id" params={{ id }} className="whitespace-nowrap text-act hover:underline">
      It looks like a fine-tune: open it there
    </Link>
  );
}
