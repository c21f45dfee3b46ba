import type { Command } from './frame/command.js';

/** What `npm run` calls, by name. Each is loaded alone. */
export const COMMANDS: Readonly<Record<string, (argv: readonly string[]) => Promise<Command>>> = {
  bench: async (argv) =>
    argv.some((option) => /^--large(?:$|=)/.test(option))
      ? (await import('./large/command.js')).large
      : (await import('./bench.js')).bench,
  accuracy: async () => (await import('./accuracy/command.js')).accuracy,
  languages: async () => (await import('./languages/command.js')).languages,
  'best-of': async () => (await import('./best-of/command.js')).bestOf,
  'bench:navigation': async () => (await import('./navigation/command.js')).navigation,
  'bench:hook': async () => (await import('./hook.js')).hook,
  'bench:hosts': async () => (await import('./hosts.js')).hosts,
  'bench:project': async () => (await import('./project/command.js')).project,
  memory: async () => (await import('./footprint/command.js')).memory,
  'bench:sharing': async () => (await import('./sharing.js')).sharing,
  faults: async () => (await import('./faults/command.js')).faults,
  environments: async () => (await import('./environments/command.js')).environments,
  refactorings: async () => (await import('./refactorings/command.js')).refactorings,
  load: async () => (await import('./load/command.js')).load,
  scenarios: async () => (await import('./scenarios/command.js')).scenarios,
  soak: async () => (await import('./load/soak-command.js')).soak,
};
