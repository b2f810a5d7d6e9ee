// Vite plugin: which files a first visit of each page needs, for the service to announce.
import type { Plugin } from 'vite';
import { pagePatterns } from '#app/page-patterns.ts';

/** `preloads.json`: pairs of a path's pattern and the scripts that its page needs. */
export function pagePreloads(): Plugin {
  return {
    name: 'inferdeck:page-preloads',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const importsOf = (name: string, found = new Set<string>()): ReadonlySet<string> => {
        if (found.has(name)) return found;
        found.add(name);
        for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
          importsOf(next, found);
        return found;
      };
      const first = chunks.find(({ isEntry }) => isEntry);
      const preloads = Object.entries(pagePatterns).map(([page, { source }]) => {
        const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${page}.tsx`)));
        if (first === undefined || own === undefined) throw new Error(`No chunk has ${page}.`);
        // What all pages need comes first: browsers ask in this order.
        return [source, [...importsOf(own.fileName, new Set(importsOf(first.fileName)))]];
      });
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}
