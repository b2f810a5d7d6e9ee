// An address that leads nowhere.
import { useLocation } from '@tanstack/react-router';
import { Empty } from '#ui/States.tsx';
import { OpenPlayground } from './OpenPlayground.tsx';

/** Names the address, so that a mistyped one is seen. */
export function NotFound() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <div className="p-6">
      <Empty title="There is no page here" act={<OpenPlayground />}>
        <p>
          Nothing answers to <code className="text-dense wrap-anywhere">{pathname}</code>.
        </p>
      </Empty>
    </div>
  );
}
