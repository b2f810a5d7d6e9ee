// Page object for any browser: elements by role and name, keys and pointer.
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Driver } from './drivers.ts';
import { locate, type Step } from './locate.ts';

/** Milliseconds until a condition times out; a busy machine is slow, not broken. */
const missingAfterMs = 60_000;

/** Non-printing keys, by their W3C WebDriver characters. */
const keySigns: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowRight: '\uE014',
  // The modifier key on a Mac.
  Mod: process.platform === 'darwin' ? '\uE03D' : '\uE009',
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Waits until a value is as expected. @returns it @throws with the last and the expected value */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  isRight: (value: T) => boolean,
): Promise<T> {
  const endMs = performance.now() + missingAfterMs;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (performance.now() > endMs) throw new Error(`${what}: it stayed ${JSON.stringify(value)}`);
    await wait(50);
  }
}

/** An element by role and name, or selector; located again at every action. */
export class Part {
  readonly #page: Page;
  readonly #steps: readonly Step[];

  constructor(page: Page, steps: readonly Step[]) {
    this.#page = page;
    this.#steps = steps;
  }

  /** Elements within it. */
  role(role: string, name?: string | RegExp): Part {
    return new Part(this.#page, [...this.#steps, stepFor(role, name)]);
  }

  css(selector: string): Part {
    return new Part(this.#page, [...this.#steps, { css: selector }]);
  }

  /** One of several, from 0; the last is -1. */
  at(index: number): Part {
    return new Part(this.#page, [...this.#steps, { at: index }]);
  }

  /** The result of a function for each element. */
  each<T, A extends readonly unknown[]>(
    read: (element: HTMLElement, ...args: A) => T,
    ...args: A
  ): Promise<T[]> {
    return this.#page.call<T[]>(
      `(steps, args) => (${String(locate)})(steps).map((element) => (${String(read)})(element, ...args))`,
      this.#steps,
      args,
    );
  }

  /** The result of a function for the element, once exactly one exists. */
  async one<T, A extends readonly unknown[]>(
    read: (element: HTMLElement, ...args: A) => T,
    ...args: A
  ): Promise<T> {
    const found = await until(
      `${this.toString()} is there once`,
      () => this.each(read, ...args),
      ({ length }) => length === 1,
    );
    // A reading of one element.
    for (const value of found) return value;
    throw new Error('unreachable');
  }

  text(): Promise<string> {
    return this.one((element) => element.textContent ?? '');
  }

  value(): Promise<string> {
    return this.one((element) => ('value' in element ? String(element.value) : ''));
  }

  count(): Promise<number> {
    return this.each(() => 0).then(({ length }) => length);
  }

  /** Waits until exactly one is visible. */
  async seen(): Promise<void> {
    await this.one(() => 0);
  }

  async gone(): Promise<void> {
    await until(
      `${this.toString()} is gone`,
      () => this.count(),
      (count) => count === 0,
    );
  }

  /** Waits until its text contains a text, or matches. */
  async says(wanted: string | RegExp): Promise<void> {
    const isRight = (text: string) =>
      typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    await until(`${this.toString()} says ${String(wanted)}`, () => this.text(), isRight);
  }

  async holds(value: string): Promise<void> {
    await until(
      `${this.toString()} holds ${JSON.stringify(value)}`,
      () => this.value(),
      (held) => held === value,
    );
  }

  /** Its centre, once it does not move and nothing covers it. */
  async middle(): Promise<Point> {
    let before = '';
    const { x, y } = await until(
      `${this.toString()} can be pressed`,
      async () => {
        const place = await this.one((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          if (top < 0 || left < 0 || top + height > innerHeight || left + width > innerWidth)
            element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const box = element.getBoundingClientRect();
          const at = { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) };
          const hit = document.elementFromPoint(at.x, at.y);
          const label = hit?.closest('label')?.control;
          return {
            ...at,
            isFree: hit !== null && (element.contains(hit) || hit.contains(element) || label === element),
          };
        });
        const now = JSON.stringify(place);
        const isStill = now === before;
        before = now;
        return { ...place, isStill };
      },
      ({ isFree, isStill }) => isFree && isStill,
    );
    return { x, y };
  }

  async click(): Promise<void> {
    await this.#page.press(await this.middle());
  }

  async hover(): Promise<void> {
    await this.#page.move(await this.middle());
  }

  /** Replaces the content of the field, key by key. */
  async fill(text: string): Promise<void> {
    await this.click();
    await this.#page.keys('Mod+a');
    await this.#page.type(text === '' ? '\uE017' : text);
    await this.holds(text);
  }

  /** Sets the files of a file input. */
  async choose(...files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    await this.one((element, given) => {
      if (!(element instanceof HTMLInputElement)) throw new TypeError('not a field for files');
      const transfer = new DataTransfer();
      for (const { name, text } of given) transfer.items.add(new File([text], name));
      element.files = transfer.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }, files);
  }

  toString(): string {
    return this.#steps
      .map(({ css, role, name, at }) => css ?? `${role ?? ''}${name ? ` ${name.join('')}` : ''}${at ?? ''}`)
      .join(' > ');
  }
}

/** The window that a journey uses. */
export class Page {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.goto(`${this.#origin}${path}`);
  }

  reload(): Promise<void> {
    return this.#driver.reload();
  }

  resize(width: number, height: number): Promise<void> {
    return this.#driver.resize(width, height);
  }

  role(role: string, name?: string | RegExp): Part {
    return new Part(this, [stepFor(role, name)]);
  }

  css(selector: string): Part {
    return new Part(this, [{ css: selector }]);
  }

  /** Calls a function, given as its source, in the page. */
  async call<T>(source: string, ...args: readonly unknown[]): Promise<T> {
    return z.parse(z.custom<T>(), JSON.parse(await this.#driver.call(source, args)));
  }

  read<T, A extends readonly unknown[]>(read: (...args: A) => T, ...args: A): Promise<T> {
    return this.call<T>(String(read), ...args);
  }

  /** Waits until the address matches. */
  async isAt(address: RegExp): Promise<void> {
    await until(
      `the address matches ${address}`,
      () => this.read(() => location.href),
      (url) => address.test(url),
    );
  }

  /** Waits until a text appears anywhere on the page. */
  async says(text: string | RegExp): Promise<void> {
    await this.css('body').says(text);
  }

  /** Presses keys together, as `Mod+Enter`. */
  async keys(chord: string): Promise<void> {
    const signs = chord.split(/\+(?=.)/).map((key) => keySigns[key] ?? key);
    const down = signs.map((value) => ({ type: 'keyDown', value }));
    const up = signs.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#driver.act([{ type: 'key', id: 'keys', actions: [...down, ...up] }]);
  }

  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((sign) => {
      const value = sign === '\n' ? '\uE007' : sign;
      return [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
    });
    await this.#driver.act([{ type: 'key', id: 'keys', actions }]);
  }

  move(to: Point): Promise<void> {
    return this.#pointer([moveTo(to)]);
  }

  press(at: Point): Promise<void> {
    return this.#pointer([moveTo(at), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  /** Presses at the first point, moves over the others, and releases at the last. */
  drag(from: Point, ...over: readonly Point[]): Promise<void> {
    const moves = over.map((point) => moveTo(point, 100));
    return this.#pointer([
      moveTo(from),
      { type: 'pointerDown', button: 0 },
      ...moves,
      { type: 'pointerUp', button: 0 },
    ]);
  }

  async #pointer(actions: readonly object[]): Promise<void> {
    await this.#driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }
}

function moveTo({ x, y }: Point, duration = 0) {
  return { type: 'pointerMove', origin: 'viewport', duration, x: Math.round(x), y: Math.round(y) };
}

function stepFor(role: string, name?: string | RegExp): Step {
  if (name === undefined) return { role };
  return { role, name: typeof name === 'string' ? [name] : [name.source, name.flags] };
}
