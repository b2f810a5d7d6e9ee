// Why something failed, in the service's words.
import { Icon } from './Icon.tsx';

export function FailureReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <p className="flex items-start gap-1.5">
      <Icon name="cross" className="mt-0.5 shrink-0 text-bad" />
      <span className="wrap-anywhere">{reason}</span>
    </p>
  );
}
