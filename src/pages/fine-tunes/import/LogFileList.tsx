// The log files that are open: what was read of each, what was not, and the way to close it.
import { LogFileRow } from './LogFileRow.tsx';
import { closeLogFile, followLogFile, mapColumn, setLogRole } from './log-files.ts';
import { localPlace, type OpenLogFile } from './log-places.ts';

/** Nothing without files. */
export function LogFileList({ place, files }: { place: string; files: readonly OpenLogFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="Log files">
      <p className="text-dense text-faint">
        Read in this browser and never uploaded; kept in it until you close them. Open a file that grew once
        more, and its curves go on.
      </p>
      {/* Many files leave the charts in sight. */}
      <ul className="mt-1 max-h-[40vh] overflow-y-auto border-t border-line">
        {files.map((file) => (
          <LogFileRow
            key={file.id}
            file={file}
            onClose={() => closeLogFile(place, file.id)}
            onColumn={(key, role) => mapColumn(place, file.id, key, role)}
            onFollow={(isFollowed) => void followLogFile(place, file.id, isFollowed)}
            onRole={place === localPlace ? undefined : (role) => setLogRole(place, file.id, role)}
          />
        ))}
      </ul>
    </section>
  );
}
