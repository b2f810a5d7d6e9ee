// Dialog of alternatives to a token.
import type { TopToken } from '#api/read-view.ts';
import { useElsewhere } from '#run/use-elsewhere.ts';
import { isRestored, type Run } from '#run/run.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { AlternativesPanel } from './AlternativesPanel.tsx';
import type { TokenSample } from './count-samples.ts';

interface AlternativesDialogProps {
  title: string;
  model: string;
  prompt: string;
  answerToken: TokenSample;
  sent: readonly TopToken[];
  /** The run that has the token. */
  run: Run;
  /** Why a run from here may be refused or cut. */
  excess: string | null;
  onChoose: (text: string) => void;
  onClose: () => void;
}

export function AlternativesDialog(props: AlternativesDialogProps) {
  const { title, model, prompt, answerToken, sent, run, excess, onChoose, onClose } = props;
  const isElsewhere = useElsewhere()(run) !== null;
  // What history restores is the answer itself.
  const isRecording = run.replay !== null && !isRestored(run.replay.recorded);
  return (
    <Dialog title={title} onClose={onClose} isWide>
      {(isRecording || isElsewhere) && (
        <p className="mb-3 text-dense text-warn">
          {isRecording ? 'The answer is a recording' : 'Another connection gave the answer'}; alternatives
          come from the current connection.
        </p>
      )}
      {excess !== null && <p className="mb-3 text-dense text-warn">A run from here: {excess}.</p>}
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
