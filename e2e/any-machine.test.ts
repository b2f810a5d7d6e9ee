// Any machine: checkouts in folders of any name, with any browser or none.
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { root } from '#tools/setup/paths.js';
import { run } from '#tools/setup/run.js';
import { startService } from '#tools/setup/service-process.ts';
import { expect, test } from './fixtures.ts';

const sources = ['e2e', 'index.html', 'package.json', 'package-lock.json', 'public', 'src', 'tsconfig.json'];

test('a checkout in a folder with special characters is built once by two starts, and works in a browser', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'inferdeck-'));
  const folder = join(parent, 'a folder #1 %20 ü');
  try {
    for (const source of [...sources, 'vite.config.ts'])
      await cp(join(root, source), join(folder, source), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    // Neither finds a build: one makes it, the other waits for it.
    const services = await Promise.all([startService({}, folder), startService({}, folder)]);
    const said = services.map(({ lines }) => lines.join('\n'));
    for (const service of services) expect(await service.stop()).toBe(0);
    expect(said.filter((lines) => lines.includes('Building'))).toHaveLength(1);
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

test('whoever reads that Inferdeck is ready can stop it at once', async () => {
  test.skip(process.platform === 'win32', 'Windows has no signal that a program can take');
  // The signal comes while the announcement is being written.
  const hurried = `
    const { write } = process.stdout;
    process.stdout.write = (text, ...rest) => {
      if (String(text).includes('is ready')) process.kill(process.pid, 'SIGTERM');
      return write.call(process.stdout, text, ...rest);
    };`;
  const home = await mkdtemp(join(tmpdir(), 'inferdeck-'));
  try {
    const { code, output } = await run(process.execPath, [join(root, 'src/tools/start.js')], {
      quiet: true,
      env: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurried)}`,
        PORT: '0',
        INFERDECK_HOME: home,
      },
    });
    expect(code, output).toBe(0);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('npm start explains where its settings are, rather than ignore an option', async () => {
  const { code, output } = await run(process.execPath, [join(root, 'src/tools/start.js'), '--port', '8080'], {
    quiet: true,
    env: { PORT: '0', INFERDECK_HOME: join(tmpdir(), 'inferdeck-never-made') },
    deadline: { progress: /takes no options/, withinMs: 30_000 },
  });
  expect([code, output.trim()]).toEqual([1, expect.stringContaining('as in PORT=8080 npm start')]);
});

test('a stop that waits for a running stream says so, and a second one does not wait', async () => {
  test.skip(process.platform === 'win32', 'Windows has no signal that a program can take');
  const service = await startService({ INFERDECK_FAULTS: 'on' });
  const answer = await fetch(`${service.url}/v1/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'inferdeck/fault-slow', prompt: 'Once', stream: true }),
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  const stopped = service.stop();
  await expect.poll(() => service.lines.join('\n')).toContain('Running streams get ten seconds');
  process.kill(service.pid, 'SIGTERM');
  expect(await stopped).toBe(1);
  await reader?.cancel().catch(() => undefined);
});

test('a Chromium is used only if it starts, and is installed without asking if none does', async () => {
  test.skip(process.platform !== 'linux', 'the programs that stand in for others are those of Debian');
  const folder = await mkdtemp(join(tmpdir(), 'inferdeck-'));
  const programs = join(folder, 'bin');
  const log = join(folder, 'apt-get.log');
  const script = async (name: string, ...lines: string[]) => {
    await writeFile(join(programs, name), ['#!/bin/sh', ...lines].join('\n'));
    await chmod(join(programs, name), 0o755);
  };
  const find = async (userId: number) => {
    const code = `
      process.getuid = () => ${userId};
      const { tsImport } = await import('tsx/esm/api');
      const file = ${JSON.stringify(pathToFileURL(join(root, 'src/tools/setup/chromium.js')).href)};
      const { ensureChromium } = await tsImport(file, file);
      console.log(await ensureChromium().catch((error) => error.message));`;
    const { output } = await run(process.execPath, ['--input-type=module', '--eval', code], {
      quiet: true,
      // The folder of Playwright's browsers is a file, so it holds none and none can be installed.
      env: { PATH: programs, PLAYWRIGHT_BROWSERS_PATH: join(programs, 'chromium'), INFERDECK_CHROMIUM: '' },
    });
    return output;
  };
  try {
    await mkdir(programs);
    await script('chromium', 'exit 3');
    const real = process.env['INFERDECK_CHROMIUM'] ?? chromium.executablePath();
    await script(
      'apt-get',
      `echo "$DEBIAN_FRONTEND $@" >> '${log}'`,
      `/bin/ln -s '${real}' '${programs}/google-chrome'`,
    );
    await script('sudo', `echo sudo >> '${log}'`);

    const asPerson = await find(1000);
    expect(asPerson).toContain(`${programs}/chromium does not start`);
    expect(asPerson).toContain('The download failed');
    await expect(readFile(log)).rejects.toThrow('ENOENT');

    expect(await find(0)).toMatch(/Getting a Chromium .*\n.*google-chrome\n$/);
    expect(await readFile(log, 'utf8')).toMatch(
      /^noninteractive -y .* install --no-install-recommends chromium-headless-shell fonts-liberation\n$/,
    );

    expect(await find(1000)).toBe(`${programs}/google-chrome\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
