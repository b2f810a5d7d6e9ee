// Not-found page and route error boundary.
import { useLocation, useRouter, type ErrorComponentProps, Link } from '@tanstack/react-router';
import { PartFailure } from '#ui/PanelBoundary.tsx';
import { Empty } from '#ui/States.tsx';
import { linkLook } from '#ui/Field.tsx';
import { paths } from './paths.ts';

/** Shows the URL, so that a typo is visible. */
export function NotFound() {
  const pathname = useLocation({ select: (location) => location.pathname });
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

/** Retrying also reloads the page's chunk. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className="p-6">
      <PartFailure
        name="This page"
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

/** A link styled as a button: it can be opened in another tab. */
export function OpenPlayground() {
  return (
    <Link to={paths.playground} className={linkLook}>
      Open the playground
    </Link>
  );
}
