// Which alerts are news to somebody who has the page open: what was there before is none, and what is learned late is none.
import type { Alert } from './alert.ts';

/** What the alerts of a moment rest on. */
export interface AlertGround {
  /** Job, thresholds, and the sources that have answered: with another ground everything that is found was there before. */
  readonly scope: string;
  /** The job is over: what is found of it is a replay. */
  readonly isOver: boolean;
}

/** Takes the alerts of each moment in turn and gives those that have come since the one before, each once. */
export type AlertNews = (ground: AlertGround, alerts: readonly Alert[]) => readonly Alert[];

/** Nothing is known yet. */
export function createAlertNews(): AlertNews {
  let known: { readonly scope: string; readonly ids: ReadonlySet<string> } | null = null;
  return ({ scope, isOver }, alerts) => {
    const before = known?.scope === scope ? known.ids : null;
    known = { scope, ids: new Set([...(before ?? []), ...alerts.map(({ id }) => id)]) };
    return before === null || isOver ? [] : alerts.filter(({ id }) => !before.has(id));
  };
}
