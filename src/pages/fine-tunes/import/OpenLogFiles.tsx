// The way in for log files: the browser's own dialog.
import { FileButton } from '#ui/FileButton.tsx';

interface OpenLogFilesProps {
  onFiles: (files: readonly File[]) => void;
  /** The one main act of an empty page. */
  isMain?: boolean;
}

/** Nothing of the files is sent anywhere. Any can be chosen: what it is, its content says. */
export function OpenLogFiles({ onFiles, isMain = false }: OpenLogFilesProps) {
  return (
    <FileButton
      label="Log files"
      isMultiple
      look={isMain ? 'primary' : 'plain'}
      title="Logs of trainers as CSV, JSON, JSON lines or console text. They are read in this browser and never uploaded."
      onFiles={onFiles}
    >
      Open log files
    </FileButton>
  );
}
