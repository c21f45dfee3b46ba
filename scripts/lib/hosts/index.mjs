import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fromNpm, installedProgram } from './npm.mjs';

/** @typedef {import('./npm.mjs').Download} Download */

/** @type {Download} */
const codexPackage = { name: 'codex', package: '@openai/codex', version: '0.169.0', program: 'bin/codex.js' };
/** @type {Download} */
const qwenPackage = {
  name: 'qwen',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: 'cli-entry.js',
};

/**
 * The program alone: its package for all platforms moves it to its place by a script.
 * @type {Download}
 */
const opencodePackage = {
  name: 'opencode',
  package: [
    'opencode',
    process.platform === 'win32' ? 'windows' : process.platform,
    process.arch,
    ...(process.arch === 'x64' ? ['baseline'] : []),
  ].join('-'),
  version: '1.18.33',
  program: process.platform === 'win32' ? 'bin/opencode.exe' : 'bin/opencode',
};

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

const isOld = Number(process.versions.node.split('.')[0]) < 22;

/** The programs of hosts that their tests drive, what those run on, and the suite that stands for all. */
export const hosts = [
  fromNpm(codexPackage, 410),
  fromNpm(qwenPackage, 150),
  fromNpm(opencodePackage, 180),
  fromNpm(conformancePackage, 55),
  ...(isOld ? [fromNpm(node22, 120)] : []),
];

/** By host: what has to be installed for its tests. Of LLxprt Code no registry has a package. */
const needs = { codex: ['codex'], qwen: ['qwen', 'node22'], opencode: ['opencode'], llxprt: [] };

/** @typedef {keyof typeof needs} Host */
export const hostNames = /** @type {readonly Host[]} */ (Object.keys(needs));

/** @param {readonly Host[]} names */
export function programsOf(names) {
  const wanted = names.flatMap((name) => /** @type {readonly string[]} */ (needs[name]));
  return hosts.filter(({ name }) => wanted.includes(name));
}

/** @typedef {readonly [program: string, ...args: string[]]} CommandLine */

/**
 * The command that starts the pinned version of a host; undefined where it is not installed.
 * @type {Record<Host, () => CommandLine | undefined>}
 */
export const hostCommands = {
  codex: () => onNode(process.execPath, installedProgram(codexPackage)),
  qwen: () => onNode(isOld ? installedProgram(node22) : process.execPath, installedProgram(qwenPackage)),
  opencode: () => itself(installedProgram(opencodePackage)),
  llxprt: () => onNode(process.execPath, inSources('LLXPRT_CODE', 'packages/cli/bin/llxprt.mjs')),
};

/** The versions that the tests drive. */
export const hostVersions = {
  codex: codexPackage.version,
  qwen: qwenPackage.version,
  opencode: opencodePackage.version,
  llxprt: '0.11.0',
};

/**
 * @param {string | undefined} node
 * @param {string | undefined} program
 * @returns {CommandLine | undefined}
 */
const onNode = (node, program) => (node === undefined || program === undefined ? undefined : [node, program]);

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
