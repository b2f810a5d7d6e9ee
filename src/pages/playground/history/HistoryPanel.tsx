// History panel: states, presets and files.
import { use, useState } from 'react';
import { Segmented } from '#ui/Segmented.tsx';
import { FilesPanel } from './FilesPanel.tsx';
import { PresetsPanel } from './PresetsPanel.tsx';
import { loadHistory, useHistoryState } from './start.ts';
import { StatesPanel } from './StatesPanel.tsx';

export function HistoryPanel() {
  const isLoaded = useHistoryState(({ parts }) => parts !== null);
  if (!isLoaded) use(loadHistory());
  const [part, setPart] = useState<'states' | 'presets' | 'files'>('states');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 px-4 pt-3">
        <Segmented
          aria-label="Part of history"
          isWide
          value={part}
          onValue={setPart}
          options={[
            { value: 'states', label: 'History' },
            { value: 'presets', label: 'Presets' },
            { value: 'files', label: 'Files' },
          ]}
        />
      </div>
      {part === 'states' && <StatesPanel />}
      {part === 'presets' && <PresetsPanel />}
      {part === 'files' && <FilesPanel />}
    </div>
  );
}
