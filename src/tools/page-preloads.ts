// Vite plugin: which scripts a first visit needs, for the service to announce.
import type { Plugin } from 'vite';
import { pagePatterns } from '#app/page-patterns.ts';

/** Patterns of addresses, and the components whose code they need; the first that matches. */
const visits: readonly (readonly [pattern: string, components: readonly string[]])[] = [
  [String.raw`^/hardware/?\?(?:.*&)?view=break-even(?:&|$)`, ['HardwarePage', 'BreakEvenPart']],
  ...Object.entries(pagePatterns).map(
    ([page, { source }]) => [source.replace(/\$$/, String.raw`(?:\?|$)`), [page]] as const,
  ),
];

/** `preloads.json`: pairs of a pattern and file names. */
export function pagePreloads(): Plugin {
  return {
    name: 'inferdeck:page-preloads',
    // After an entry that only imports another chunk is gone.
    enforce: 'post',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      function addImports(name: string, found: Set<string>): void {
        if (found.has(name)) return;
        found.add(name);
        for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
          addImports(next, found);
      }
      const preloads = visits.map(([pattern, components]) => {
        const found = new Set<string>();
        // What all pages need comes first: browsers ask in this order.
        for (const component of ['main', ...components]) {
          const own = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/${component}.tsx`)),
          );
          if (own === undefined) throw new Error(`No chunk has ${component}.`);
          addImports(own.fileName, found);
        }
        return [pattern, [...found]];
      });
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}
