import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root, tools } from './paths.mjs';
import { node } from './process.mjs';
import { shared } from './shared.mjs';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {readonly string[]} inputs files and folders, relative to the root
 * @property {readonly string[]} outputs files, relative to the root
 * @property {readonly string[]} command for Node, run in the root
 */

const library = ['core', 'cli', 'pi-extension', 'opencode-plugin'].map((name) => `packages/${name}`);

/**
 * In the order in which they are built: what the first one makes is an input of others.
 * @type {readonly Target[]}
 */
export const targets = [
  {
    name: 'the generated sources',
    inputs: [
      ...shared.map(({ source }) => source),
      'packages/lsp/src/channels',
      'packages/lsp/src/languages/presets',
      'packages/lsp/scripts',
      'scripts/generate.mjs',
      'scripts/lib/shared.mjs',
    ],
    outputs: [...shared.map(({ copy }) => copy), 'packages/lsp/schemas/tools.json'],
    command: ['scripts/generate.mjs'],
  },
  {
    name: 'the packages for Node',
    inputs: [
      'tsconfig.base.json',
      'package-lock.json',
      ...library.flatMap((folder) => [`${folder}/src`, `${folder}/package.json`, `${folder}/tsconfig.json`]),
    ],
    outputs: [
      'packages/core/dist/index.js',
      'packages/cli/dist/main.d.ts',
      'packages/pi-extension/dist/index.js',
      'packages/opencode-plugin/dist/index.js',
    ],
    command: [tools.tsc, '-b', ...library],
  },
  {
    name: 'the command and the hook',
    inputs: [
      'packages/core/src',
      'packages/core/package.json',
      'packages/cli/src',
      'packages/opencode-plugin/src',
      'package-lock.json',
      'scripts/build-bundles.mjs',
      'scripts/lib/bundle.mjs',
    ],
    outputs: ['main.js', 'opencode-plugin.js', 'hook.mjs'].map((file) => `packages/cli/dist/${file}`),
    command: ['scripts/build-bundles.mjs'],
  },
  {
    name: 'the page of traces',
    inputs: ['packages/cli/page', 'scripts/build-page.mjs', 'scripts/lib/bundle.mjs'],
    outputs: ['packages/cli/dist/trace-view.html'],
    command: ['scripts/build-page.mjs'],
  },
  {
    name: 'the sidecar bundle',
    inputs: ['src', 'schemas', 'package.json', 'package-lock.json'].map((path) => `packages/lsp/${path}`),
    outputs: ['packages/lsp/dist/main.js', 'packages/lsp/dist/sidecar.js'],
    command: ['scripts/lsp.mjs', 'run', 'build'],
  },
];

/**
 * @param {Target} target
 * @returns {Promise<string | undefined>} what went wrong
 */
export async function build(target) {
  const before = fingerprint(target);
  rmSync(stampFile(target), { force: true });
  // tsc -b relies on its own build info, and does not notice that its output was removed.
  const force = target.command.includes('-b') && !hasOutputs(target) ? ['--force'] : [];
  const { code, output } = await node([...target.command, ...force], { cwd: root });
  if (code === 0 && hasOutputs(target)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(stampFile(target), before);
    return undefined;
  }
  const reason = code === 0 ? `${target.outputs.join(' or ')} was not written` : `exit code ${String(code)}`;
  return [`Building ${target.name} failed (${reason}):`, output.trimEnd()].join('\n');
}

/**
 * Whether its sources are those of the last build.
 * @param {Target} target
 */
export function isBuilt(target) {
  if (!hasOutputs(target) || !existsSync(stampFile(target))) return false;
  return readFileSync(stampFile(target), 'utf8') === fingerprint(target);
}

/** @param {Target} target */
const hasOutputs = (target) => target.outputs.every((path) => existsSync(join(root, path)));

/** @param {Target} target */
const stampFile = (target) =>
  join(cache, `built-${createHash('sha1').update(target.name).digest('hex').slice(0, 8)}`);

/**
 * Sizes and times of all inputs, so that a file that vanished or went back to an older state counts
 * as a change.
 * @param {Target} target
 */
function fingerprint(target) {
  const hash = createHash('sha1');
  for (const path of target.inputs.flatMap((input) => filesOf(input))) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${String(size)}\0${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path relative to the root
 * @returns {string[]}
 */
function filesOf(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return (
    readdirSync(absolute)
      // Tests of a language are beside it, and no build reads them.
      .filter((name) => name !== 'test')
      .sort()
      .flatMap((name) => filesOf(`${path}/${name}`))
  );
}
