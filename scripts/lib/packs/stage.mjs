import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { builtFiles } from '../build.mjs';
import { findBun } from '../bun.mjs';
import { root } from '../paths.mjs';
import { run } from '../process.mjs';
import { noticesFor } from './notices.mjs';
import { folderOf, readManifest } from './packages.mjs';

const notices = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes what a package publishes into a folder of its own. Everything has to be built.
 * The working tree's `dist` also holds files of earlier builds: chunks that a running sidecar may
 * still need, and files whose sources are gone. Those are left out.
 * @param {import('./packages.mjs').Published} name
 * @param {string} folder absolute; replaced
 */
export async function stage(name, folder) {
  const from = folderOf(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { files } = readManifest(from);
  for (const path of ['LICENSE', 'README.md', ...files.filter((file) => file !== 'dist' && !file.startsWith('!'))]) {
    cpSync(join(from, path), join(folder, path), { recursive: true });
  }
  if (name === 'lsp') await bundle(join(folder, 'dist'));
  else copyBuilt(from, folder);
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
 * Copies what tsc made of the sources that exist now, and what else the build makes.
 * @param {string} from
 * @param {string} folder
 */
function copyBuilt(from, folder) {
  const sources = readdirSync(join(from, 'src'), { recursive: true, encoding: 'utf8' });
  const built = sources.filter((path) => path.endsWith('.ts')).flatMap((path) => ['.js', '.d.ts'].map((ending) => path.replace(/\.ts$/, ending)));
  const bundled = builtFiles.map((path) => relative(join(from, 'dist'), join(root, path))).filter((path) => !path.startsWith('..'));
  for (const path of new Set([...built, ...bundled])) {
    mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true });
    cpSync(join(from, 'dist', path), join(folder, 'dist', path));
  }
}

/**
 * Writes the sidecar, as its package builds it, and the notices of all that is compiled into it.
 * @param {string} output
 */
async function bundle(output) {
  const bun = findBun();
  if ('missing' in bun) throw new Error(bun.missing);
  const cwd = folderOf('lsp');
  /** @type {{ scripts: { build: string } }} */
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const metafile = `${output}.json`;
  const args = scripts.build.split(' ').slice(1);
  const { code, output: said } = await run(bun.path, [...args, `--outdir=${output}`, `--metafile=${metafile}`], { cwd });
  if (code !== 0) throw new Error(`the sidecar cannot be built: ${said}`);
  /** @type {{ inputs: Record<string, unknown> }} */
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8'));
  rmSync(metafile);
  writeFileSync(join(output, notices), noticesFor(Object.keys(inputs), cwd));
}
