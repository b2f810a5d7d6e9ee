// History beside the text: the tree of states, the presets, and the files that both can be kept in.
import { use, useState } from 'react';
import { Segmented } from '#ui/Segmented.tsx';
import { FilesPanel } from './FilesPanel.tsx';
import { PresetsPanel } from './PresetsPanel.tsx';
import { loadHistory } from './start.ts';
import { StatesPanel } from './StatesPanel.tsx';

/** Waits until what is kept was read. */
export function HistoryPanel() {
  use(loadHistory());
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
