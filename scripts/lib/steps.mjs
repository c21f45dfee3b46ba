import { relative } from 'node:path';
import process from 'node:process';
import { findChange } from './changes.mjs';
import { hostNames, programsOf } from './hosts/index.mjs';
import { tools } from './paths.mjs';
import { findServers, installServers, servers } from './servers/index.mjs';
import { toolsFolder } from './servers/place.mjs';
import { line } from './servers/result.mjs';
import { shared } from './shared.mjs';
import { testFiles } from './test-files.mjs';
import { bunFiles, bunRunner, check, job, vitest, vitestRunner } from './test-jobs.mjs';
import { readTimes } from './times.mjs';

/**
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {import('./schedule.mjs').Step} Step
 */

/**
 * CI installs the language servers that npm does not carry. Elsewhere the user decides that, and a
 * test whose server is missing is skipped. Each server counts as one.
 * @type {Step}
 */
const languageServers = { name: 'language servers', waits: true, jobs: [{ name: 'language servers', run: prepareServers }] };

async function prepareServers() {
  const isCi = process.env['CI'] === 'true';
  return casesOf(await (isCi ? installServers : findServers)(servers, toolsFolder()));
}

/** @param {readonly import('./servers/result.mjs').Result[]} results */
const casesOf = (results) => ({ cases: results.map(serverCase), output: results.map(line).join('\n') });

/**
 * @param {import('./servers/result.mjs').Result} result
 * @returns {Case}
 */
function serverCase(result) {
  const { name } = result;
  switch (result.kind) {
    case 'found':
    case 'installed':
      return { name, state: 'passed' };
    case 'missing':
      return { name, state: 'skipped', reason: `node scripts/setup-language-servers.mjs --only ${name}` };
    case 'impossible':
      return { name, state: 'skipped', reason: `not installable here: ${result.reason}` };
    case 'failed':
      return { name, state: 'failed', error: result.reason };
  }
}

/** @param {...string} args */
function lsp(...args) {
  return ['scripts/lsp.mjs', 'run', ...args];
}

const builtProjects = ['core', 'cli', 'pi-extension', 'opencode-plugin'].map((name) => `packages/${name}`);
const lspTests = 'packages/lsp/test';
const languageFolders = 'packages/lsp/src/languages';
const setup = { ...check('setup', ['scripts/setup.mjs']), after: [] };
const drift = check('drift', ['scripts/check-drift.mjs']);
const trace = check('trace', ['scripts/trace.mjs']);
/** Imports in a circle, type imports too. */
const entries = ['lsp/src/main.ts', 'core/src/index.ts', 'cli/src/main.ts', 'pi-extension/src/index.ts', 'opencode-plugin/src/index.ts'].map((path) => `packages/${path}`);
const circles = check('circles', [tools.dpdm, '--no-warning', '--no-tree', '--no-progress', '--exit-code', 'circular:1', ...entries]);
const types = check('typecheck', [tools.tsc, '-b', ...builtProjects], [tools.typecheck, '-p', 'packages/cli/page'], [tools.typecheck, '-p', 'tsconfig.tools.json']);
const lspTypes = check('typecheck lsp', lsp('typecheck'));
const withServers = ['setup', languageServers.name];

const languageTests = (/** @type {string} */ kind) => testFiles(languageFolders).filter((file) => file.includes(`/test/${kind}/`));
const realTests = () => [...languageTests('real'), ...testFiles(`${lspTests}/real`)].toSorted();

/**
 * The language of a test against real servers: the folder of the language that it is in, or its own
 * name where its folder is that of the table of presets.
 * @param {string} file
 */
function languageOf(file) {
  if (file.startsWith(languageFolders)) return file.slice(languageFolders.length + 1).split('/')[0] ?? '';
  const [folder = '', name = ''] = file.slice(`${lspTests}/real/`.length).split('/');
  return folder === 'presets' ? name.replace('.test.ts', '') : folder;
}

const languages = () => [...new Set(realTests().map(languageOf))].toSorted();

/** @param {readonly string[]} [chosen] languages; all without */
const real = (chosen) => bunFiles('real', () => realTests().filter((file) => chosen?.includes(languageOf(file)) ?? true), withServers);
const wire = bunFiles('wire', () => testFiles(`${lspTests}/wire`), ['setup']);
const lspUnitFolders = [`${lspTests}/unit`, `${lspTests}/registry`];

/**
 * Unit tests are quick: one process for those that feed generated input, and one for all others.
 */
const unitLspJobs = () => [[...lspUnitFolders.flatMap(testFiles), ...languageTests('unit')], testFiles(`${lspTests}/fuzz`)].map((files) => job(files, bunRunner(...files)));

/** The projects of vitest.config.ts that start no real server, and the folders of their tests. */
const unitProjects = /** @type {const} */ ([
  ['unit core', 'core', 'packages/core/test'],
  ['unit cli', 'cli', 'packages/cli/test'],
  ['unit pi', 'pi-extension', 'packages/pi-extension/test'],
  ['unit opencode', 'opencode-plugin', 'packages/opencode-plugin/test'],
  ['unit gemini', 'gemini-cli-extension', 'packages/gemini-cli-extension/test'],
  ['unit bench', 'bench', 'packages/bench/test'],
  ['unit scripts', 'scripts', 'scripts/test'],
]);
const endToEnd = 'packages/e2e';
const nightlyTests = `${endToEnd}/nightly`;
const hostTests = `${nightlyTests}/hosts`;

/** @typedef {import('./hosts/index.mjs').Host} Host */

/**
 * The tests that drive programs of hosts. Those are large, so only this installs them.
 * @param {readonly Host[]} chosen
 * @returns {Step[]}
 */
function hosts(chosen) {
  const name = 'programs of hosts';
  const files = () => testFiles(hostTests).filter((file) => chosen.some((host) => file.endsWith(`/${host}.test.ts`)));
  return [
    { name, waits: true, jobs: [{ name, run: async () => casesOf(await installServers(programsOf(chosen), toolsFolder())) }] },
    vitest('hosts', 'nightly', files, ['setup', name]),
  ];
}

/**
 * All checks that must pass.
 * @returns {(Step & { project?: string })[]}
 */
const all = () => [
  setup,
  languageServers,
  drift,
  trace,
  circles,
  check('lint', [tools.eslint, '.']),
  check('lint by types', [tools.oxlint, '--type-aware', '.']),
  check('lint lsp', lsp('lint', '.')),
  types,
  lspTypes,
  ...unitProjects.map(([name, project, folder]) => vitest(name, project, () => testFiles(folder))),
  { name: 'unit lsp', after: ['setup'], jobs: unitLspJobs },
  wire,
  real(),
  vitest('end to end', 'e2e', () => testFiles(endToEnd).filter((file) => !file.startsWith(nightlyTests)), withServers),
];

/** Tests that take long and measure more than they assert. */
const nightly = () => [
  setup,
  languageServers,
  vitest('faults, load, picture', 'nightly', () => testFiles(nightlyTests).filter((file) => !file.startsWith(hostTests)), withServers),
  ...hosts(hostNames),
  check('fuzz', ['scripts/fuzz.mjs', '--minutes', '10']),
];

/** The tier of a change leaves out a unit test file that took longer than this last time, ms. */
const slowMs = 4000;

/**
 * Quick checks of a change: its lint, all types, and the unit tests of the files that it touches
 * and of those that import them.
 * @param {import('./changes.mjs').Change} change
 * @returns {Step[]}
 */
function changed({ since, files }) {
  const code = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file));
  const inLsp = code.filter((file) => file.startsWith('packages/lsp/')).map((file) => relative('packages/lsp', file));
  const others = code.filter((file) => !file.startsWith('packages/lsp/'));
  const times = readTimes();
  const unitFiles = unitProjects.flatMap(([, , folder]) => testFiles(folder));
  const slow = unitFiles.filter((file) => (times[file] ?? 0) > slowMs && !files.includes(file));
  const projects = unitProjects.flatMap(([, project]) => ['--project', project]);
  const exclusions = slow.flatMap((file) => ['--exclude', file]);
  // git does not know the copies, so vitest's own --changed would miss those that import them.
  const copies = shared.filter(({ source }) => files.includes(source)).map(({ copy }) => copy);
  const unit = vitestRunner('related', ...projects, ...exclusions, '--passWithNoTests', ...files, ...copies);
  const unitLsp = bunRunner(`--changed=${since}`, '--pass-with-no-tests', ...lspUnitFolders.map((folder) => `${folder}/`), ...languageTests('unit'));
  const after = ['setup'];
  return [
    setup,
    drift,
    trace,
    circles,
    types,
    lspTypes,
    ...(code.length > 0 ? [check('lint by types', [tools.oxlint, '--type-aware', ...code])] : []),
    ...(others.length > 0 ? [check('lint', [tools.eslint, '--no-warn-ignored', ...others])] : []),
    ...(inLsp.length > 0 ? [check('lint lsp', lsp('lint', '--no-warn-ignored', ...inLsp))] : []),
    { name: slow.length > 0 ? `unit (without ${String(slow.length)} slow files)` : 'unit', after, jobs: [{ ...job([], unit), name: 'unit', files: undefined }] },
    { name: 'unit lsp', after, jobs: [{ ...job([], unitLsp), name: 'unit lsp', files: undefined }] },
  ];
}

/**
 * The tiers, by their cost. Each returns a list of steps, or what is wrong with the options.
 * @typedef {{ lang?: string[] | undefined, host?: string[] | undefined, since?: string | undefined }} TierOptions
 * @type {Readonly<Record<
 *   string, (options: TierOptions) => Promise<readonly Step[] | { failed: string }>
 * >>}
 */
export const tiers = {
  all: () => Promise.resolve(all()),
  change: async ({ since }) => {
    const change = await findChange(since);
    return 'failed' in change ? change : changed(change);
  },
  wire: () => Promise.resolve([setup, wire]),
  real: ({ lang }) => {
    const unknown = lang?.filter((name) => !languages().includes(name)) ?? [];
    if (unknown.length === 0) return Promise.resolve([setup, languageServers, real(lang)]);
    return Promise.resolve({ failed: `--lang: there is no ${unknown.join(', no ')}. There are: ${languages().join(', ')}.` });
  },
  hosts: ({ host }) => {
    const chosen = hostNames.filter((name) => host?.includes(name) ?? true);
    const unknown = host?.filter((name) => !hostNames.some((known) => known === name)) ?? [];
    if (unknown.length === 0) return Promise.resolve([setup, ...hosts(chosen)]);
    return Promise.resolve({ failed: `--host: there is no ${unknown.join(', no ')}. There are: ${hostNames.join(', ')}.` });
  },
  nightly: () => Promise.resolve(nightly()),
};
