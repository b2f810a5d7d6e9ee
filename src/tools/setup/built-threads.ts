// Vitest global setup: bundles the service's threads once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPackage } from './run.js';

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'inferdeck-threads-'));
  const { code, output } = await runPackage(
    'vite/bin/vite.js',
    ['build', '--ssr', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { quiet: true },
  );
  if (code !== 0) throw new Error(output);
  process.env['INFERDECK_THREADS'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
