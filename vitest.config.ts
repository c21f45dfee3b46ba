import { availableParallelism } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withTools } from './scripts/lib/servers/place.mjs';
import { writeCopies } from './scripts/lib/shared.mjs';

/** Unit tests run on the sources, so that no test ever sees an older build. */
writeCopies();
const sources = [
  {
    find: /^@vybestack\/llxprt-lsp-core$/,
    replacement: fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url)),
  },
];

export default defineConfig({
  test: {
    // While one waits, another computes.
    maxWorkers: availableParallelism() + 1,
    // What is installed for the tests is found.
    env: { PATH: withTools(process.env)['PATH'] ?? '' },
    // Loading what the files share once for all of them halves what unit tests cost.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second is too short for a process to start or end on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: [fileURLToPath(new URL('scripts/lib/vitest-setup.ts', import.meta.url))],
    projects: [
      ...['core', 'cli', 'pi-extension', 'opencode-plugin', 'gemini-cli-extension', 'bench'].map((name) => ({
        extends: true as const,
        resolve: { alias: sources },
        test: {
          name,
          include: [`packages/${name}/test/**/*.test.ts`],
          exclude: ['packages/bench/test/judges/**'],
        },
      })),
      {
        extends: true,
        test: { name: 'scripts', include: ['scripts/test/**/*.test.ts'] },
      },
      // What follows takes longer: it runs compilers, servers and hosts.
      {
        extends: true,
        resolve: { alias: sources },
        test: { name: 'judges', include: ['packages/bench/test/judges/**/*.test.ts'] },
      },
      ...[
        { name: 'scenarios', include: ['packages/e2e/scenarios/**/*.test.ts'], exclude: [] },
        {
          name: 'e2e',
          include: ['packages/e2e/**/*.test.ts'],
          exclude: ['packages/e2e/{scenarios,nightly}/**'],
        },
        { name: 'nightly', include: ['packages/e2e/nightly/**/*.test.ts'], exclude: [] },
        { name: 'measure', include: ['packages/e2e/measure/*.ts'], exclude: [] },
      ].map((project) => ({
        extends: true as const,
        test: {
          ...project,
          // The built packages, as a host gets them: this builds them first.
          globalSetup: ['scripts/lib/built.ts'],
          // Above the deadlines of packages/e2e/support/deadlines.ts, of which a test may meet several.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      })),
    ],
  },
});
