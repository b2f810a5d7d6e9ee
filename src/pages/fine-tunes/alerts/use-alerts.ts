// Hook for the open fine-tune's alerts; notifies of them and its end.
import { replaceEqualDeep } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { isOver, fineTuneName } from '#api/fine-tune-status.ts';
import type { FineTune, FineTuneEvent } from '#api/schema/fine-tune.ts';
import { pointCount } from '#pages/fine-tunes/curves/curve.ts';
import type { FineTuneFacts } from '#pages/fine-tunes/curves/fine-tune-curves.ts';
import { needsLook, type Alert } from './alert.ts';
import { alertsAt, watchFacts, type Watched } from './find-alerts.ts';
import { useThresholds } from './thresholds-store.ts';
import type { Thresholds } from './thresholds.ts';
import { watchLater } from './watch-later.ts';
import { notify } from '#pages/fine-tunes/notifications.ts';
import { failureReason } from '#pages/fine-tunes/status-tone.ts';
import { type Recorded, queueOf } from '#pages/fine-tunes/recorder.ts';
import type { OpenFineTune } from '#pages/fine-tunes/use-fine-tune.ts';
import { setTitleBadge } from '#ui/window-title.ts';

/**
 * Newest first.
 * @param recorded null while loading
 */
export function useAlerts(open: OpenFineTune, recorded: Recorded | null): readonly Alert[] {
  const { thresholds } = useThresholds();
  const { fineTune: record, events, curves, checkpoints, knownMs, clock, sources } = open;
  const saved = checkpoints.items ?? null;
  const seen = recorded?.seen.get(record.id);
  const facts = useMemo(
    (): FineTuneFacts => ({ record, events, curves, checkpoints: saved }),
    [record, events, curves, saved],
  );
  const scope = `${record.id} ${sources} ${JSON.stringify(thresholds)}`;
  const found = useWatched(facts, thresholds, scope);
  // A finished job's alerts do not depend on the time.
  const readMs = isOver(record.status) ? null : (knownMs ?? 0) + clock.minAheadMs;
  const watched = found?.id === record.id ? found.watched : null;
  const current = useMemo(
    () => (watched === null ? none : alertsAt(watched, thresholds, queueOf(seen ?? []), readMs)),
    [watched, thresholds, seen, readMs],
  );
  const alerts = useEqual(current);
  const ground = { scope: `${found?.scope} ${recorded !== null}`, isOver: readMs === null };
  useNotifying(fineTuneName(record), record.id, ground, alerts);
  useEndNotice(record, events);
  useTitleBadge(readMs === null ? 0 : alerts.filter(needsLook).length);
  return alerts;
}

const none: readonly Alert[] = [];

/** The earlier value while the next one is equal: alerts are marked on every chart. */
function useEqual<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  const equal = replaceEqualDeep(kept, value);
  if (equal !== kept) setKept(equal);
  return equal;
}

interface Found {
  readonly watched: Watched;
  readonly id: string;
  readonly scope: string;
}

/** Up to this many points take milliseconds during render. */
const fewPoints = 1_000;

/** The previous result until the new one is ready. */
function useWatched(facts: FineTuneFacts, thresholds: Thresholds, scope: string): Found | null {
  const { id } = facts.record;
  const atOnce = useMemo(() => (isShort(facts) ? watchFacts(facts, thresholds) : null), [facts, thresholds]);
  const [late, setLate] = useState<Found | null>(null);
  useEffect(() => {
    if (atOnce !== null) return undefined;
    return watchLater({ facts, thresholds }, (watched) =>
      startTransition(() => setLate((before) => replaceEqualDeep(before, { watched, id, scope }))),
    );
  }, [atOnce, facts, thresholds, id, scope]);
  return atOnce === null ? late : { watched: atOnce, id, scope };
}

function isShort({ curves, events }: FineTuneFacts): boolean {
  return pointCount([...curves.curves.values()].flat()) + events.length <= fewPoints;
}

function useNotifying(
  name: string,
  id: string,
  { scope, isOver: isReplay }: AlertGround,
  alerts: readonly Alert[],
): void {
  const [news] = useState(createAlertNews);
  useEffect(() => {
    for (const alert of news({ scope, isOver: isReplay }, alerts)) notify(name, id, alert);
  }, [news, name, id, scope, isReplay, alerts]);
}

function useEndNotice(record: FineTune, events: readonly FineTuneEvent[]): void {
  const { id, status } = record;
  const name = fineTuneName(record);
  const saw = failureReason(status, events) ?? 'The fine-tune has ended.';
  const active = useRef<string | null>(null);
  useEffect(() => {
    const hasEnded = isOver(status);
    if (hasEnded && active.current === id) notify(name, id, { id: 'end', kind: status ?? 'over', saw });
    active.current = hasEnded ? null : id;
  }, [id, status, name, saw]);
}

function useTitleBadge(count: number): void {
  useEffect(() => setTitleBadge('fine-tune', count), [count]);
  useEffect(() => () => setTitleBadge('fine-tune', 0), []);
}

interface AlertGround {
  /** After a change, all alerts count as old. */
  readonly scope: string;
  /** Its alerts are a replay. */
  readonly isOver: boolean;
}

/** Alerts since the last call, each once. */
type AlertNews = (ground: AlertGround, alerts: readonly Alert[]) => readonly Alert[];

export function createAlertNews(): AlertNews {
  let known: { readonly scope: string; readonly ids: ReadonlySet<string> } | null = null;
  return ({ scope, isOver: isReplay }, alerts) => {
    const before = known?.scope === scope ? known.ids : null;
    known = { scope, ids: new Set([...(before ?? []), ...alerts.map(({ id }) => id)]) };
    return before === null || isReplay ? [] : alerts.filter(({ id }) => !before.has(id));
  };
}
