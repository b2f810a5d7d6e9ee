// A page that could not be shown; the bars around it stay.
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { PartFailure } from '#ui/PanelBoundary.tsx';

/** Trying again loads the page's code again, too. */
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
