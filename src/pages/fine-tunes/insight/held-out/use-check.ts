// The one held-out check of the open page: it is begun by a press, can be stopped, and keeps what has come.
import { useEffect, useRef, useState } from 'react';
import type { Client } from '#api/client.ts';
import type { Sample } from './samples.ts';
import { runCheck, type SampleOutcome } from './run-check.ts';

/** A check that was begun. */
export interface Check {
  readonly models: readonly string[];
  readonly samples: readonly Sample[];
  readonly outcomes: readonly SampleOutcome[];
  readonly state: 'running' | 'ended' | 'stopped';
}

/** Nothing is sent before `start`, and nothing is sent again by itself. */
export function useCheck(client: Client): {
  readonly check: Check | null;
  readonly start: (models: readonly string[], samples: readonly Sample[]) => void;
  readonly stop: () => void;
} {
  const [check, setCheck] = useState<Check | null>(null);
  const stopper = useRef<AbortController | null>(null);
  // A page that is left stops what it sends.
  useEffect(() => () => stopper.current?.abort(), []);

  function start(models: readonly string[], samples: readonly Sample[]): void {
    stopper.current?.abort();
    const stop = new AbortController();
    stopper.current = stop;
    const outcomes: SampleOutcome[] = [];
    const show = (state: Check['state']) => {
      if (stopper.current === stop) setCheck({ models, samples, outcomes: [...outcomes], state });
    };
    show('running');
    const handleOutcome = (outcome: SampleOutcome) => {
      outcomes.push(outcome);
      show('running');
    };
    void runCheck(client, models, samples, handleOutcome, stop.signal).then(() =>
      show(stop.signal.aborted ? 'stopped' : 'ended'),
    );
  }

  return { check, start, stop: () => stopper.current?.abort() };
}
