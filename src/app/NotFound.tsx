// Not-found page, and the link that leads out of empty ones.
import { Link } from 'wouter';
import { Empty } from '#ui/States.tsx';
import { linkLook } from '#ui/Field.tsx';
import { paths } from '#lib/address.ts';

/** Shows the URL, so that a typo is visible. */
export function NotFound({ pathname }: { pathname: string }) {
  return (
    <div className="p-6">
      <Empty title="Page not found" act={<OpenPlayground />}>
        <p>
          There is no page at <code className="text-dense wrap-anywhere">{pathname}</code>.
        </p>
      </Empty>
    </div>
  );
}

/** A link styled as a button: it can be opened in another tab. */
export function OpenPlayground() {
  return (
    <Link href={paths.playground} className={linkLook}>
      Open the playground
    </Link>
  );
}
