import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../paths.mjs';
import { fromNpm, installedProgram } from './npm.mjs';
import { which } from '../which.mjs';
import { triedVersions } from './tried.mjs';

/** @typedef {import('./npm.mjs').Download} Download */

/**
 * The versions that the tests drive of what npm does not install with this repository. `npm run e2e --
 * --newest --record` raises them.
 */
const { codex, opencode, pi, qwen } = /** @type {Record<'codex' | 'opencode' | 'pi' | 'qwen', string>} */ (
  JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'))
);
const { devDependencies } = /** @type {{ devDependencies: Record<string, string> }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);

/**
 * A package that npm installs with this repository.
 * @param {Omit<Download, 'version' | 'place'>} download
 * @returns {Download}
 */
const ofRepository = (download) => ({
  ...download,
  version: devDependencies[download.package] ?? '',
  place: root,
});

const PI = '@earendil-works/pi-coding-agent';
/** The oldest that the extension is made for, and the types that it is written with; it runs on Node 20. */
const oldestPi = ofRepository({ name: 'pi', package: PI, program: 'dist/cli.js' });

/** The programs of hosts as they are pinned, by host. */
const pinned = {
  /** @type {Download} */
  codex: { name: 'codex', package: '@openai/codex', version: codex, program: 'bin/codex.js' },
  gemini: ofRepository({ name: 'gemini', package: '@google/gemini-cli', program: 'bundle/gemini.js' }),
  /**
   * The program alone: its package for all platforms moves it to its place by a script.
   * @type {Download}
   */
  opencode: {
    name: 'opencode',
    package: [
      'opencode',
      process.platform === 'win32' ? 'windows' : process.platform,
      process.arch,
      ...(process.arch === 'x64' ? ['baseline'] : []),
    ].join('-'),
    version: opencode,
    program: process.platform === 'win32' ? 'bin/opencode.exe' : 'bin/opencode',
  },
  /** @type {Download} */
  pi: { name: 'pi', package: PI, version: pi, program: 'dist/bundle/cli.js' },
  /** @type {Download} */
  qwen: { name: 'qwen', package: '@qwen-code/qwen-code', version: qwen, program: 'cli-entry.js' },
};

/** A host whose program npm carries. @typedef {keyof typeof pinned} NpmHost */
export const npmHosts = /** @type {readonly NpmHost[]} */ (Object.keys(pinned));

/** @param {NpmHost} host */
export const pinnedVersion = (host) => pinned[host].version;

/**
 * Another version of a host's program, beside the pinned one.
 * @param {NpmHost} host
 * @param {string} version
 * @returns {Download}
 */
export const anotherVersion = (host, version) =>
  version === pinned[host].version ? pinned[host] : { ...pinned[host], version, place: join('newest', host) };

const tried = triedVersions();
/** @param {NpmHost} host */
const driven = (host) => anotherVersion(host, tried[host] ?? pinned[host].version);

/** @type {Record<string, string>} */
const platforms = { win32: 'win' };

/**
 * Node 22 without its own installer, for hosts that do not run on the Node that this repository
 * runs on.
 * @type {Download}
 */
const node22 = {
  name: 'node22',
  package: `node-${platforms[process.platform] ?? process.platform}-${process.arch}`,
  version: '22.23.3',
  program: process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
};

/**
 * What the makers of MCP try servers with.
 * @type {Download}
 */
const conformancePackage = {
  name: 'conformance',
  package: '@modelcontextprotocol/conformance',
  version: '0.1.16',
  program: 'dist/index.js',
};

/** The suite's script; undefined where it is not installed. */
export const conformanceSuite = () => installedProgram(conformancePackage);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** What pi asks for, and more than Qwen Code does. */
const isOld = major < 22 || (major === 22 && minor < 19);
const newNode = () => (isOld ? installedProgram(node22) : process.execPath);

/** A Node of today, also where the tests run on Bun; what it is has to be asked. */
export const todaysNode = () => installedProgram(node22) ?? which('node');

/** What each takes on the disk, MB. @type {Record<NpmHost, number>} */
const megabytes = { codex: 410, gemini: 110, opencode: 180, pi: 160, qwen: 150 };

/** @param {NpmHost} host @param {string} version */
export const installer = (host, version) => fromNpm(anotherVersion(host, version), megabytes[host]);

/** What hosts run on that do not run on this Node. */
const newNodes = isOld ? [fromNpm(node22, 120)] : [];

/** The programs of hosts that their tests drive, what those run on, and the suite that stands for all. */
export const hosts = [
  ...npmHosts.filter((host) => host !== 'gemini').map((host) => installer(host, pinned[host].version)),
  fromNpm(conformancePackage, 55),
  ...newNodes,
];

/** By host: what has to be installed for its tests. Of LLxprt Code no registry has a package. */
const needs = {
  codex: ['codex'],
  gemini: [],
  llxprt: [],
  opencode: ['opencode'],
  pi: ['pi', 'node22'],
  qwen: ['qwen', 'node22'],
};

/** @typedef {keyof typeof needs} Host */
export const hostNames = /** @type {readonly Host[]} */ (Object.keys(needs));

/** What people call them. @type {Record<Host, string>} */
export const hostTitles = {
  codex: 'Codex',
  gemini: 'Gemini CLI',
  llxprt: 'LLxprt Code',
  opencode: 'opencode',
  pi: 'pi',
  qwen: 'Qwen Code',
};

/** @param {readonly Host[]} names */
export function programsOf(names) {
  const wanted = names.flatMap((name) => /** @type {readonly string[]} */ (needs[name]));
  return hosts.filter(({ name }) => wanted.includes(name));
}

/** @typedef {readonly [program: string, ...args: string[]]} CommandLine */

/**
 * @param {string | undefined} node
 * @param {string | undefined} program
 * @returns {CommandLine | undefined}
 */
const onNode = (node, program) => (node === undefined || program === undefined ? undefined : [node, program]);

const newerPi = () => onNode(newNode(), installedProgram(driven('pi')));
/** Where the pinned one is not installed, the oldest stands for it. */
const isOldestPi = () => tried['pi'] === undefined && newerPi() === undefined;

/**
 * The command that starts the version of a host that is driven; undefined where it is not installed.
 * @type {Record<Host, () => CommandLine | undefined>}
 */
export const hostCommands = {
  codex: () => onNode(process.execPath, installedProgram(driven('codex'))),
  gemini: () => onNode(process.execPath, installedProgram(driven('gemini'))),
  llxprt: () => onNode(process.execPath, inSources('LLXPRT_CODE', 'packages/cli/bin/llxprt.mjs')),
  opencode: () => itself(installedProgram(driven('opencode'))),
  pi: () => (isOldestPi() ? onNode(process.execPath, installedProgram(oldestPi)) : newerPi()),
  qwen: () => onNode(newNode(), installedProgram(driven('qwen'))),
};

/** The versions that the tests drive. */
export const hostVersions = {
  codex: driven('codex').version,
  gemini: driven('gemini').version,
  llxprt: '0.11.0',
  opencode: driven('opencode').version,
  pi: isOldestPi() ? oldestPi.version : driven('pi').version,
  qwen: driven('qwen').version,
};

/**
 * @param {string | undefined} program
 * @returns {CommandLine | undefined}
 */
const itself = (program) => (program === undefined ? undefined : [program]);

/**
 * @param {string} variable that names the folder of a host's sources
 * @param {string} program in there
 */
function inSources(variable, program) {
  const folder = process.env[variable] ?? '';
  const path = join(folder, program);
  return folder !== '' && existsSync(path) ? path : undefined;
}
