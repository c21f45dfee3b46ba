import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { copyFollowing } from '../copy.mjs';
import { bundle, bundleCommand, bundleHook, writeSidecarMain } from '../bundle.mjs';
import { root } from '../paths.mjs';
import { noticesFor } from './notices.mjs';
import { folderOf, readManifest } from './packages.mjs';

const notices = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes what a package publishes into a folder of its own. Everything has to be built.
 * The working tree's `dist` also holds files of earlier builds: chunks that a running process may
 * still need, and files whose sources are gone. Those are left out.
 * @param {import('./packages.mjs').Published} name
 * @param {string} folder absolute; replaced
 */
export async function stage(name, folder) {
  const from = folderOf(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { files } = readManifest(from);
  for (const path of ['LICENSE', 'README.md', ...files.filter((file) => file !== 'dist')]) {
    // What the clone links to stands elsewhere in it.
    copyFollowing(join(from, path), join(folder, path));
  }
  if (name === 'lsp') await bundleSidecar(join(folder, 'dist'));
  else if (name === 'cli') await bundleCli(join(folder, 'dist'));
  else copyCompiled(from, folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(from), null, 2)}\n`);
}

/**
 * The part of the manifest that matters to users of the package. Provenance holds only for a
 * package that names the repository that it was built in. That is the repository that runs the
 * release.
 * @param {string} from
 */
function manifestOf(from) {
  /** @type {Record<string, unknown>} */
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  delete manifest['scripts'];
  delete manifest['devDependencies'];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (!server || !repository) return manifest;
  const directory = relative(root, from).split(sep).join('/');
  return { ...manifest, repository: { type: 'git', url: `git+${server}/${repository}.git`, directory } };
}

/**
 * Copies what tsc made of the sources that exist now.
 * @param {string} from
 * @param {string} folder
 */
function copyCompiled(from, folder) {
  const sources = readdirSync(join(from, 'src'), { recursive: true, encoding: 'utf8' });
  for (const source of sources.filter((path) => path.endsWith('.ts'))) {
    for (const path of ['.js', '.d.ts'].map((ending) => source.replace(/\.ts$/, ending))) {
      mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true });
      cpSync(join(from, 'dist', path), join(folder, 'dist', path));
    }
  }
}

/**
 * Writes the sidecar, as its package builds it.
 * @param {string} output
 */
async function bundleSidecar(output) {
  const from = folderOf('lsp');
  /** @type {{ scripts: { build: string } }} */
  const { scripts } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const args = scripts.build.split(' ').slice(2);
  writeNotices(output, await bundle([...args, `--outdir=${output}`], from), from);
  writeSidecarMain(output);
}

/**
 * Writes the command, the hook and the page of traces.
 * @param {string} output
 */
async function bundleCli(output) {
  const inputs = await Promise.all([bundleCommand(output), bundleHook(join(output, 'hook.mjs'))]);
  cpSync(join(folderOf('cli'), 'dist/trace-view.html'), join(output, 'trace-view.html'));
  writeNotices(output, inputs.flat(), root);
}

/**
 * Writes the notices of all that is compiled into a bundle.
 * @param {string} output
 * @param {readonly string[]} inputs relative to `folder`
 * @param {string} folder absolute
 */
function writeNotices(output, inputs, folder) {
  writeFileSync(join(output, notices), noticesFor(inputs, folder));
}
