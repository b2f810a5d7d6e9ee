// Drivers for Firefox and WebKit, over their own remote protocols.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { start, type Program } from './processes.ts';

/** A browser started for one journey, with one window and empty storage. */
export interface Driver {
  /** The version that the browser reports. */
  readonly version: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function, given as its source, in the page. @returns its result as JSON */
  call(source: string, args: readonly unknown[]): Promise<string>;
  /** Sources of input and their actions: W3C WebDriver and WebDriver BiDi write them alike. */
  act(actions: readonly object[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A screenshot of the viewport, as PNG. */
  screenshot(): Promise<Buffer>;
  end(): Promise<void>;
}

/** Settings of Firefox, as in about:config. */
export type Preferences = Readonly<Record<string, boolean | number>>;

const calling = (source: string) =>
  // The transpiler names inner functions by a helper that a page does not have.
  `(args) => { const __name = (f) => f; return JSON.stringify((${source})(...JSON.parse(args))) ?? 'null'; }`;

const BidiSession = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const BidiTree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const BidiCalled = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const BidiPicture = z.object({ data: z.string() });

/** Starts a Firefox, and speaks WebDriver BiDi to it. */
export async function startFirefox(command: string, preferences: Preferences = {}): Promise<Driver> {
  const program = start(command, (home) => {
    // A pulsing dot is painted sixty times a second, on the processors that the tests need.
    const settings = Object.entries({ 'ui.prefersReducedMotion': 1, ...preferences });
    writeFileSync(
      join(home, 'user.js'),
      settings.map(([name, value]) => `user_pref("${name}", ${value});\n`).join(''),
    );
    return ['--headless', '--profile', home, '--remote-debugging-port=0', 'about:blank'];
  });
  const address = await program.printed(/WebDriver BiDi listening on (ws:\S+)/);
  const send = await bidi(`${address}/session`, program);
  const { capabilities } = z.parse(BidiSession, await send('session.new', { capabilities: {} }));
  const { context } = z.parse(BidiTree, await send('browsingContext.getTree', {})).contexts[0];
  return {
    version: capabilities.browserVersion,
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' });
    },
    async call(source, args) {
      const called = z.parse(
        BidiCalled,
        await send('script.callFunction', {
          functionDeclaration: calling(source),
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
          target: { context },
          awaitPromise: false,
        }),
      );
      if (called.type === 'exception') throw new Error(called.exceptionDetails.text);
      return called.result.value;
    },
    async act(actions) {
      await send('input.performActions', { context, actions });
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async screenshot() {
      const { data } = z.parse(BidiPicture, await send('browsingContext.captureScreenshot', { context }));
      return Buffer.from(data, 'base64');
    },
    end: () => program.end(),
  };
}

const BidiAnswer = z.object({
  id: z.optional(z.nullable(z.number())),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
});

type Send = (method: string, params: object) => Promise<unknown>;

/** Commands over a WebSocket, each resolved with its response. */
async function bidi(address: string, { ended }: Program): Promise<Send> {
  const socket = new WebSocket(address);
  const opened = new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)));
  });
  await Promise.race([opened, ended]);
  const answers = new Map<number, (answer: z.output<typeof BidiAnswer>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = z.parse(BidiAnswer, JSON.parse(String(data)));
    if (typeof answer.id !== 'number') return;
    answers.get(answer.id)?.(answer);
    answers.delete(answer.id);
  });
  let last = 0;
  return async (method, params) => {
    const id = (last += 1);
    const answered = new Promise<z.output<typeof BidiAnswer>>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await Promise.race([answered, ended]);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
}

/** Starts a virtual screen. @returns its name for DISPLAY */
export async function startScreen(command: string): Promise<string> {
  const screen = start(command, () => [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1600x1200x24',
    '-nolisten',
    'tcp',
  ]);
  return `:${await screen.printed(/^(\d+)\s/)}`;
}

const ClassicSession = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const ClassicSize = z.object({ width: z.number(), height: z.number() });
const ClassicError = z.object({ error: z.string(), message: z.string() });

/** The frame of MiniBrowser's window would be wider than a phone. */
const narrowFrame =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

/** A driver that takes longer to open a window would never open it. */
const sessionMs = 60_000;

/** Starts WebKit's MiniBrowser by its driver on a display, and speaks W3C WebDriver to it. */
export async function startWebKit(command: string, display: string): Promise<Driver> {
  const port = await freePort();
  const program = start(
    command,
    (home) => {
      mkdirSync(join(home, 'gtk-3.0'));
      writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), narrowFrame);
      writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
      return [`--port=${port}`];
    },
    {
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // A bus that GTK started for itself would outlive the browser.
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null',
    },
  );
  const send = async (method: 'GET' | 'POST', path: string, body: object = {}): Promise<unknown> => {
    const asked = fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const answer = await Promise.race([asked, program.ended]);
    const { value } = z.parse(z.object({ value: z.unknown() }), await answer.json());
    if (answer.ok) return value;
    const { error, message } = z.parse(ClassicError, value);
    throw new Error(`${path}: ${error}: ${message}`);
  };
  await until(() => send('GET', '/status'), program);
  const asked = send('POST', '/session', { capabilities: {} });
  // On a busy machine a driver once never answered. No journey has begun: another driver takes its place.
  const opened = await Promise.race([asked, wait(sessionMs, null, { ref: false })]);
  if (opened === null) {
    await program.end();
    return await startWebKit(command, display);
  }
  const session = z.parse(ClassicSession, opened);
  const own = `/session/${session.sessionId}`;
  const innerSize = async () => {
    const script = 'return { width: innerWidth, height: innerHeight }';
    return z.parse(ClassicSize, await send('POST', `${own}/execute/sync`, { script, args: [] }));
  };
  return {
    version: session.capabilities.browserVersion,
    async goto(url) {
      await send('POST', `${own}/url`, { url });
    },
    async reload() {
      await send('POST', `${own}/refresh`);
    },
    async call(source, args) {
      const script = `return (${calling(source)})(arguments[0])`;
      const ask = () => send('POST', `${own}/execute/sync`, { script, args: [JSON.stringify(args)] });
      // Once in thousands of calls the driver loses what a script returned, and says so or gives no reason.
      // Journeys only read or focus by scripts, so it is asked once more.
      const answer = await ask().catch((error: unknown) => {
        if (
          error instanceof Error &&
          /(?:Could not parse script result|unknown error: )$/.test(error.message)
        )
          return ask();
        throw error;
      });
      return z.parse(z.string(), answer);
    },
    async act(actions) {
      await send('POST', `${own}/actions`, { actions });
    },
    async resize(width, height) {
      // The size includes the frame of the window, and is applied with a delay.
      for (let patience = 1_000; ; patience *= 2) {
        const outer = z.parse(ClassicSize, await send('GET', `${own}/window/rect`));
        const inner = await innerSize();
        await send('POST', `${own}/window/rect`, {
          width: width + Math.max(0, outer.width - inner.width),
          height: height + Math.max(0, outer.height - inner.height),
        });
        for (const latest = Date.now() + patience; Date.now() < latest; await wait(20)) {
          const now = await innerSize();
          if (now.width === width && now.height === height) return;
        }
      }
    },
    async screenshot() {
      return Buffer.from(z.parse(z.string(), await send('GET', `${own}/screenshot`)), 'base64');
    },
    end: () => program.end(),
  };
}

/** The driver does not report when it listens, so it is polled until it answers. */
async function until(act: () => Promise<unknown>, { ended }: Program): Promise<void> {
  for (;;) {
    try {
      await act();
      return;
    } catch {
      await Promise.race([wait(50), ended]);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
