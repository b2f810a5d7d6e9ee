// The alerts of the open fine-tune, found again whenever something new is known; new ones are told to whoever asked for it.
import { useEffect, useMemo, useState } from 'react';
import { isOver } from '#pages/fine-tunes/status.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/insight/fine-tune-facts.ts';
import type { Recorded } from '#pages/fine-tunes/insight/recorder/recorder.ts';
import { queueOf } from '#pages/fine-tunes/insight/recorder/sighting.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import type { Alert } from './alert.ts';
import { createAlertNews, type AlertGround } from './alert-news.ts';
import { findAlerts } from './find-alerts.ts';
import { notify } from './notices.ts';
import { useThresholds } from './thresholds-store.ts';

/** The newest first. @param recorded what this browser has seen earlier; null while it is read */
export function useAlerts(open: OpenFineTune, recorded: Recorded | null): readonly Alert[] {
  const { thresholds } = useThresholds();
  const { fineTune: record, events, curves, checkpoints, freshness, clock } = open;
  const saved = checkpoints.items ?? null;
  const seen = recorded?.seen.get(record.id);
  // A job that is over says the same at any time: it is not looked at again with every answer.
  const readMs = isOver(record.status) ? 0 : (freshness.updatedAtMs ?? 0) + clock.leastAheadMs;
  const alerts = useMemo(() => {
    const facts: FineTuneFacts = { record, events, curves, checkpoints: saved };
    return findAlerts(facts, thresholds, queueOf(seen ?? []), readMs);
  }, [record, events, curves, saved, thresholds, seen, readMs]);
  const scope = `${record.id} ${open.sources} ${recorded !== null} ${JSON.stringify(thresholds)}`;
  useNotifying(record.model_output_name || record.id, { scope, isOver: isOver(record.status) }, alerts);
  return alerts;
}

function useNotifying(
  name: string,
  { scope, isOver: isReplay }: AlertGround,
  alerts: readonly Alert[],
): void {
  const [news] = useState(createAlertNews);
  useEffect(() => {
    for (const alert of news({ scope, isOver: isReplay }, alerts)) notify(name, alert);
  }, [news, name, scope, isReplay, alerts]);
}
