// Dialog of alternatives to a token.
import type { TopToken } from '#api/read-view.ts';
import { useClient } from '#connection/use-client.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { AlternativesPanel } from './AlternativesPanel.tsx';
import type { TokenSample } from './count-samples.ts';

interface AlternativesDialogProps {
  title: string;
  model: string;
  prompt: string;
  answerToken: TokenSample;
  sent: readonly TopToken[];
  /** Connection id; `recording` for a replay. */
  answeredBy: string;
  onChoose: (text: string) => void;
  onClose: () => void;
}

export function AlternativesDialog(props: AlternativesDialogProps) {
  const { title, model, prompt, answerToken, sent, answeredBy, onChoose, onClose } = props;
  const { connectionId } = useClient();
  return (
    <Dialog title={title} onClose={onClose} isWide>
      {answeredBy !== connectionId && (
        <p className="mb-3 text-dense text-warn">
          {answeredBy === 'recording' ? 'The answer is a recording' : 'Another connection gave the answer'};
          alternatives come from the current connection.
        </p>
      )}
      <AlternativesPanel
        model={model}
        prompt={prompt}
        answerToken={answerToken}
        sent={sent}
        onChoose={(text) => {
          onClose();
          onChoose(text);
        }}
      />
    </Dialog>
  );
}
