// Retry button with countdown and opt-in auto-retry.
import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from '#connection/use-client.ts';
import { formatDuration } from '#lib/format.ts';
import { endedAtMs, jitterMs, retryDelay } from '#run/next-step.ts';
import { refusalsBefore } from '#run/resumed-runs.ts';
import type { Run } from '#run/run.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { useCommands } from '#ui/commands.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';
import type { RunActs } from './resume-offer.ts';

interface RepeatActProps {
  run: Run;
  label: string;
  onRepeat: RunActs['repeat'];
}

/** Sends by itself only on request. */
export function RepeatAct({ run, label, onRepeat }: RepeatActProps) {
  const client = useClient();
  const { state } = run;
  const delay = state.phase === 'ended' ? retryDelay(state.error, refusalsBefore(run.id)) : null;
  const dueMs = delay ? endedAtMs(run) + delay.ms : 0;
  const isElsewhere = useElsewhere()(run) !== null;
  const seconds = useSecondsUntil(dueMs);
  const { isAuto, setAuto } = useAutoRetry(dueMs, () => onRepeat(client, run));
  // It was armed for the service that refused.
  if (isAuto && isElsewhere) setAuto(false);
  return (
    <>
      {delay && (
        <p className="text-dense text-muted">
          {delay.isOwnGuess
            ? 'The service gave no readable wait time; the time below is this page’s guess.'
            : delay.isCut
              ? 'The service asks for a longer wait than this countdown.'
              : 'The service asks you to wait.'}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="primary" disabled={seconds > 0} onClick={() => onRepeat(client, run)}>
          {label}
        </Button>
        {delay && <WaitTime seconds={seconds} />}
        {delay && !delay.isCut && seconds > 0 && !isElsewhere && (
          <Checkbox isOn={isAuto} onToggle={setAuto}>
            Send when it reaches zero
          </Checkbox>
        )}
        {isAuto && (
          <Button keys="Escape" onClick={() => setAuto(false)}>
            Do not send
          </Button>
        )}
      </div>
    </>
  );
}

/** Outside a live region: not announced every second. */
export function WaitTime({ seconds }: { seconds: number }) {
  return (
    <span role="timer" aria-label="Wait time" className="min-w-12 tabular-nums">
      {seconds > 0 ? `in ${seconds < 600 ? `${seconds} s` : formatDuration(seconds * 1000)}` : 'now'}
    </span>
  );
}

/** Whole seconds, never negative. @param dueMs performance.now() */
export function useSecondsUntil(dueMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const isDue = nowMs >= dueMs;
  useEffect(() => {
    if (isDue) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), 200);
    return () => clearInterval(timer);
  }, [isDue]);
  return Math.max(0, Math.ceil((dueMs - nowMs) / 1000));
}

/** One-shot; unmounting cancels it. @param dueMs performance.now() */
function useAutoRetry(
  dueMs: number,
  act: () => void,
): { readonly isAuto: boolean; readonly setAuto: (isAuto: boolean) => void } {
  const [isAuto, setAuto] = useState(false);
  const handleDue = useEffectEvent(() => {
    setAuto(false);
    act();
  });
  useCommands([{ title: 'Do not send again', keys: 'Escape', isOff: !isAuto, run: () => setAuto(false) }]);
  useEffect(() => {
    if (!isAuto) return undefined;
    const timer = setTimeout(handleDue, Math.max(0, dueMs - performance.now()) + Math.random() * jitterMs);
    const cancel = () => setAuto(false);
    // A page from the back/forward cache must not send by itself.
    addEventListener('pagehide', cancel);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', cancel);
    };
  }, [isAuto, dueMs]);
  return { isAuto, setAuto };
}
