// Side panel tabs as lazy chunks: parameters, tokens, events, history.
import { lazy, Suspense, type ReactNode } from 'react';
import type { Model } from '#api/schema/model.ts';
import { chunk } from '#ui/chunk.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { Tabs } from '#ui/Tabs.tsx';

const ParameterPanel = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/parameters/ParameterPanel.tsx'))).ParameterPanel,
}));
const TokensPanel = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/inspect/TokensPanel.tsx'))).TokensPanel,
}));
const EventsPanel = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/inspect/EventsPanel.tsx'))).EventsPanel,
}));

const HistoryPanel = lazy(async () => ({
  default: (await chunk(() => import('#pages/playground/history/HistoryPanel.tsx'))).HistoryPanel,
}));

export type SideTab = 'parameters' | 'tokens' | 'events' | 'history';

interface SidePanelProps {
  tab: SideTab;
  onTab: (tab: SideTab) => void;
  errors: ReadonlyMap<string, string>;
  models: readonly Model[];
}

export function SidePanel({ tab, onTab, errors, models }: SidePanelProps) {
  return (
    <Tabs
      label="Side panel"
      value={tab}
      onValue={onTab}
      tabs={[
        {
          id: 'parameters',
          label: 'Parameters',
          content: later('The parameters', <ParameterPanel errors={errors} models={models} />),
        },
        { id: 'tokens', label: 'Tokens', content: later('The tokens', <TokensPanel />) },
        { id: 'events', label: 'Events', content: later('The events', <EventsPanel />) },
        { id: 'history', label: 'History', content: later('History', <HistoryPanel />) },
      ]}
    />
  );
}

function later(name: string, panel: ReactNode) {
  return (
    <PanelBoundary key={name} name={name}>
      <Suspense
        fallback={
          <div className="p-4">
            <Loading />
          </div>
        }
      >
        {panel}
      </Suspense>
    </PanelBoundary>
  );
}
