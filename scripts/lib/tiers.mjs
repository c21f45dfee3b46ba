import { findChange } from './changes.mjs';
import { hosts } from './hosts/index.mjs';
import { tools } from './paths.mjs';
import { bunTest, check, checks, vitest } from './runners.mjs';
import { programs } from './programs.mjs';
import { servers } from './servers/index.mjs';
import { shared } from './shared.mjs';
import { testFolders } from './test-files.mjs';

/** @typedef {import('./runners.mjs').Step} Step */

const lsp = (/** @type {string[]} */ ...args) => ['scripts/lsp.mjs', 'run', ...args];
const builtProjects = ['core', 'cli', 'pi-extension', 'opencode-plugin'].map((name) => `packages/${name}`);
const drift = check('drift', ['scripts/check-drift.mjs']);
const trace = check('trace', ['scripts/trace.mjs']);
/** Each package by its configuration; files that lint does not know are left out. */
const lintOf = (/** @type {readonly string[]} */ files) => {
  const [own, others] = [
    files.filter((file) => file.startsWith('packages/lsp')),
    files.filter((file) => !file.startsWith('packages/lsp')),
  ];
  const by = (/** @type {string} */ config, /** @type {readonly string[]} */ some) =>
    some.length > 0 ? [[tools.oxlint, '-c', config, '--no-error-on-unmatched-pattern', ...some]] : [];
  return check(
    'lint',
    [tools.prettier, '--check', '--log-level', 'warn', '--ignore-unknown', ...files],
    ...by('oxlint.config.js', others),
    ...by('packages/lsp/oxlint.config.js', own),
  );
};
const lint = lintOf(['.', 'packages/lsp']);
const types = check(
  'types',
  [tools.tsc, '-b', ...builtProjects],
  [tools.typecheck, '-p', 'packages/cli/page'],
  [tools.typecheck, '-p', 'tsconfig.tools.json'],
  lsp('typecheck'),
);

/** Of vitest.config.ts: unit tests, by the package that they are about. */
const unitProjects = [
  'core',
  'cli',
  'pi-extension',
  'opencode-plugin',
  'gemini-cli-extension',
  'bench',
  'scripts',
];
const lspTests = 'packages/lsp/test';
const lspUnitTests = () => [
  `${lspTests}/unit`,
  `${lspTests}/registry`,
  ...testFolders('packages/lsp/src', 'unit'),
];
const realTests = () => [`${lspTests}/real/several`, ...testFolders('packages/lsp/src', 'real')];
const vitestProjects = (/** @type {readonly string[]} */ names) => [
  'run',
  ...names.map((name) => `--project=${name}`),
];

/** What every machine with Node and npm can prove. */
const main = () => [
  vitest('unit tests, scenarios', vitestProjects([...unitProjects, 'scenarios'])),
  bunTest('unit tests, wire and bundled servers of the sidecar', [
    ...lspUnitTests(),
    `${lspTests}/fuzz`,
    `${lspTests}/wire`,
    `${lspTests}/real/presets`,
  ]),
];

/** What `full` has beside that. */
const rest = () => [
  checks([
    programs('language servers', servers),
    programs('programs of hosts', hosts),
    lint,
    types,
    drift,
    trace,
  ]),
  bunTest('real servers', realTests()),
  vitest('end to end', vitestProjects(['e2e', 'judges'])),
];

/** Tests that take long and measure more than they assert. */
const nightly = () => [
  checks([programs('language servers', servers), programs('programs of hosts', hosts)]),
  vitest('faults, load, languages, picture', vitestProjects(['nightly'])),
  checks([check('fuzz', ['scripts/fuzz.mjs', '--minutes', '10'])]),
];

/**
 * Quick checks of a change: its lint, all types, and the unit tests of the files that it touches
 * and of those that import them.
 * @param {import('./changes.mjs').Change} change
 */
function changed({ since, files }) {
  const code = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file));
  // git does not know the copies, so vitest's own --changed would miss those that import them.
  const copies = shared.filter(({ source }) => files.includes(source)).map(({ copy }) => copy);
  const [, ...projects] = vitestProjects(unitProjects);
  return [
    checks([lintOf(code), types, drift, trace]),
    vitest('unit tests', ['related', '--run', ...projects, '--passWithNoTests', ...files, ...copies]),
    bunTest('unit tests of the sidecar', [`--changed=${since}`, '--pass-with-no-tests', ...lspUnitTests()]),
  ];
}

/**
 * The tiers. Each returns its steps, or what is wrong with the options.
 * @type {Readonly<Record<
 *   'main' | 'rest' | 'full' | 'nightly' | 'change',
 *   (since?: string) => Promise<readonly Step[] | { failed: string }>
 * >>}
 */
export const tiers = {
  main: () => Promise.resolve(main()),
  rest: () => Promise.resolve(rest()),
  full: () => Promise.resolve([...main(), ...rest()]),
  nightly: () => Promise.resolve(nightly()),
  change: async (since) => {
    const change = await findChange(since);
    return 'failed' in change ? change : changed(change);
  },
};
