// A checkout may lie in a folder of any name.
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '#tools/setup/paths.js';
import { run } from '#tools/setup/run.js';

const sources = ['e2e', 'index.html', 'package.json', 'package-lock.json', 'public', 'src', 'tsconfig.json'];

test('a checkout in a folder with odd letters is built, started and driven by a browser', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'inferdeck-'));
  const folder = join(parent, 'a folder #1 %20 ü');
  try {
    for (const source of [...sources, 'vite.config.ts'])
      await cp(join(root, source), join(folder, source), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const playwright = join(folder, 'node_modules/@playwright/test/cli.js');
    const config = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line', '--workers=1'];
    // One uses a thread of the service, one a worker of the page; the service is built and started as by npm start.
    const tests = [
      'spine.test.ts',
      'import-logs.test.ts',
      '--grep',
      'streams onto the screen|of several programs',
    ];
    const { code, output } = await run(process.execPath, [playwright, ...config, ...tests], {
      quiet: true,
      cwd: folder,
    });
    expect(code, output).toBe(0);
    expect(output).toContain('2 passed');
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
