// Side panel tabs as lazy chunks.
import type { ReactNode } from 'react';
import type { Model } from '#api/schema/model.ts';
import type { Run } from '#run/run.ts';
import { HistoryPanel } from '#pages/playground/history/HistoryPart.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Loading } from '#ui/States.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useFieldErrors } from './field-errors.ts';

const ParameterPanel = lazyPart(
  () => import('#pages/playground/parameters/ParameterPanel.tsx'),
  'ParameterPanel',
);
const TokensPanel = lazyPart(() => import('#pages/playground/tokens/TokensPanel.tsx'), 'TokensPanel');
const EventsPanel = lazyPart(() => import('#pages/playground/tokens/EventsPanel.tsx'), 'EventsPanel');

export type SideTab = 'parameters' | 'tokens' | 'events' | 'history';

interface SidePanelProps {
  tab: SideTab;
  onTab: (tab: SideTab) => void;
  run: Run | null;
  model: string;
  models: readonly Model[];
}

export function SidePanel({ tab, onTab, run, model, models }: SidePanelProps) {
  return (
    <Tabs
      label="Side panel"
      value={tab}
      onValue={onTab}
      tabs={[
        {
          id: 'parameters',
          label: 'Parameters',
          content: later(<Parameters run={run} model={model} models={models} />),
        },
        { id: 'tokens', label: 'Tokens', content: later(<TokensPanel />) },
        { id: 'events', label: 'Events', content: later(<EventsPanel />) },
        { id: 'history', label: 'History', content: later(<HistoryPanel />) },
      ]}
    />
  );
}

function Parameters({ run, model, models }: Pick<SidePanelProps, 'run' | 'model' | 'models'>) {
  return <ParameterPanel errors={useFieldErrors(run, model)} models={models} />;
}

function later(panel: ReactNode) {
  return (
    <PanelBoundary
      name="This panel"
      whileLoading={
        <div className="p-4">
          <Loading />
        </div>
      }
    >
      {panel}
    </PanelBoundary>
  );
}
