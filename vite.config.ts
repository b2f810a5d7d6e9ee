import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { staticBars } from './src/app/static-bars.ts';
import { compressedPage } from './src/tools/compressed-page.ts';
import { pagePreloads } from './src/tools/page-preloads.ts';
import { servicePlugin } from './src/tools/vite-service.ts';

/** Their tests measure and end processes, sockets and threads. */
const machineRooms = ['src/{service,tools}/**/*.test.ts'];

/** `vite build` makes the page, `vite build --ssr` the service that serves it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    servicePlugin(),
    pagePreloads(),
    compressedPage(),
    { name: 'static-bars', transformIndexHtml: (html) => html.replace('<!-- bars -->', staticBars()) },
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/service',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20.19',
        rolldownOptions: {
          input: {
            node: 'src/service/node.ts',
            worker: 'src/service/engine/worker.ts',
            trainer: 'src/service/engine/fine-tuning/worker.ts',
          },
        },
      }
    : {
        outDir: 'dist/page',
        emptyOutDir: true,
        target: 'baseline-widely-available',
        // The list of what each later part imports weighs three kilobytes of the first load: a part asks for it when it comes.
        modulePreload: false,
        rolldownOptions: {
          output: {
            // Three dozen small chunks weigh seven kilobytes more than the first two: what every page needs, then the first page.
            codeSplitting: {
              groups: [
                // With what the first page shares with others, which would load all of it for that: 14 kB.
                {
                  name: 'inferdeck',
                  test: /src\/main\.tsx$|(number-text|Combobox|Popover|Segmented|InstrumentStrip|CutId|unit-choice|use-media|use-link-fragment|statistics|growable|bisect|yield-to-page|lib\/at|money|pricing\/units|completion-cost|stream-slots)\.tsx?$/,
                  priority: 3,
                },
                { name: 'playground', test: /pages\/playground\/PlaygroundPage\.tsx$/, priority: 2 },
                { name: 'request', test: /api\/completions\.ts$|connection\/timeouts\.ts$/, priority: 2 },
                { name: 'scroll', test: /ui\/kept-scroll\.ts$/, priority: 2 },
                // Before the groups below, which take what they import: other pages would load them for it.
                {
                  name: 'parts',
                  test: /src\/(ui|lib)\/|timeline\/entry\.ts$/,
                  minShareCount: 4,
                  priority: 1,
                },
                {
                  name: 'lists',
                  test: /(LoadFailure|Sparkline|UnitPicker|address-params|price-unit|notifications)\.tsx?$/,
                  priority: 1,
                },
                { name: 'rows', test: /@tanstack\/(react-)?virtual/, priority: 1 },
                { name: 'run', test: /src\/run\//, minShareCount: 4, priority: 1 },
                // What is loaded together: each saves a page several requests.
                { name: 'table', test: /(DataTable|ListNotes)\.tsx$/ },
                { name: 'parameters', test: /(ParameterPanel|PromptCount|CostFigures|PanelEdge)\.tsx$/ },
                { name: 'answer', test: /(RunOutput|RunLegend|AgainActs)\.tsx$|run\/token-names\.ts$/ },
                { name: 'history', test: /history\/begin\.ts$/ },
                { name: 'throughput', test: /throughput\.ts$/ },
                { name: 'trainings', test: /app\/RunningCount\.tsx$|api\/(records|metrics)\.ts$/ },
                {
                  // The alerts come with what is below the header.
                  name: 'fine-tunes',
                  test: /fine-tunes\/(?!log-files\/(?!Drop)|job\/\w*-?snapshot|alerts\/AlertsPart)/,
                  minShareCount: 3,
                },
                {
                  name: 'log-files',
                  test: /fine-tunes\/log-files\/(?!Drop)|opened-snapshots/,
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
  // The database's binary stays where npm put it.
  ssr: { noExternal: true, external: ['libsql'] },
  test: {
    environment: 'node',
    // Loading the modules again for every file takes longer than most tests: files share them.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'page', include: ['src/**/*.test.ts'], exclude: machineRooms } },
      {
        extends: true,
        test: {
          name: 'machine',
          include: machineRooms,
          globalSetup: 'src/tools/setup/built-threads.ts',
        },
      },
    ],
    // One less than there are cores, vitest's own choice, leaves half of a small machine idle.
    maxWorkers: 2,
    restoreMocks: true,
    // A busy machine is slow, not broken: deadlines end only what would never end.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
