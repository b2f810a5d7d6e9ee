// Code of a data cell's request.
import { useClient } from '#connection/use-client.ts';
import { RequestCode } from '#pages/playground/code/CodeView.tsx';
import type { DataRun } from './data-run.ts';

export function CellCode({ run, cell }: { run: DataRun; cell: number }) {
  const client = useClient();
  const reading = run.read.requestOf(cell);
  if (!reading.ok) return <p className="text-dense text-bad">{reading.errors[0]?.message}</p>;
  return <RequestCode request={reading.request} baseUrl={run.read.plan.service?.baseUrl ?? client.baseUrl} />;
}
