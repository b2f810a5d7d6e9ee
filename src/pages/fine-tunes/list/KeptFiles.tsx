// The way to the log files and snapshots that are kept, also of an earlier visit.
import { Link } from 'wouter';
import { useEffect, useState } from 'react';
import { paths } from '#lib/address.ts';
import { formatCounted } from '#lib/format.ts';
import { snapshotPlace } from '#pages/fine-tunes/job/opened-snapshots.ts';
import { localPlace, useLogPlaces } from '#pages/fine-tunes/log-files/log-places.ts';
import { storedFiles } from '#pages/fine-tunes/log-files/stored-files.ts';

export function KeptFiles() {
  const open = useLogPlaces((places) => places[localPlace]?.files.length ?? 0);
  const [stored, setStored] = useState(0);
  useEffect(() => void storedFiles.count([localPlace, snapshotPlace]).then(setStored), []);
  const count = Math.max(open, stored);
  if (count === 0) return null;
  return (
    <Link
      href={paths.localLogs}
      title="Log files and snapshots that this browser keeps until you close them."
      className="whitespace-nowrap text-act hover:underline"
    >
      {formatCounted(count, 'kept file')}
    </Link>
  );
}
