import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ancestors, isFile, readText } from '../../backend/program/files.ts';
import { marksProject, nearestProject } from '../../backend/program/project-marks.ts';
import type { Search } from '../../backend/program/search.ts';
import { ignoredGap } from '../../backend/not-made.ts';
import type { WorldHole } from '../../backend/world.ts';
import { isFolder, SETTINGS_BYTES } from '../../support/read-file.ts';
import { manifestsIn } from './declared.ts';

/** Where a build of the package writes its version: setuptools-scm, hatch-vcs, pdm. */
const VERSION_FILE = /\b(?:version[_-]file|write_to|version_file_path)["']?\s*[=:]\s*["']([^"'\n]+\.py)["']/g;
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const BUILDS = [...MANIFESTS, 'CMakeLists.txt', 'meson.build', 'hatch.toml'];
const SOURCES = ['.pyx', '.pyx.in', '.pyx.tp'];

/**
 * A module that the build of its package makes: its version, an extension that is compiled.
 *
 * @param module as it is imported, with the dots before it
 */
export function moduleNotBuilt(module: string, file: string, search: Search): WorldHole | undefined {
  const { workspaceRoot } = search;
  const home = nearestProject(dirname(file), workspaceRoot, MANIFESTS);
  if (home === undefined) return undefined;
  const targets = targetsOf(module, file, home).map(({ path }) => path);
  const texts = BUILDS.map((name) => [name, readText(join(home, name), SETTINGS_BYTES) ?? ''] as const);
  const shown = (path: string): string => relative(home, path).replaceAll(sep, '/');
  const hole = (what: string): WorldHole => {
    const isMaturin = /build-backend\s*=\s*["']maturin/.test(texts[0]?.[1] ?? '');
    const [manifest] = manifestsIn(home, workspaceRoot);
    const command = isMaturin ? 'maturin develop' : (manifest?.install ?? 'pip install -e .');
    return {
      file: join(home, MANIFESTS.find((name) => marksProject(home, [name])) ?? ''),
      what,
      command,
    };
  };
  for (const [, text] of texts)
    for (const [, path = ''] of text.matchAll(VERSION_FILE))
      if (targets.includes(resolve(home, path).replace(/\.py$/, ''))) return hole(`has not made ${path} yet`);
  for (const target of targets)
    for (const ending of SOURCES)
      if (isFile(target + ending)) return hole(`has not compiled ${shown(target + ending)} yet`);
  const name = targets[0]?.split(sep).at(-1) ?? '';
  const isNamed = texts.some(([, text]) => compiles(text, name, targets.map(shown)));
  return name !== '' && isNamed ? hole(`has not compiled the module ${name} yet`) : undefined;
}

/**
 * A module that git ignores and that is not there: something makes it.
 *
 * @param isPart of a package that is there
 */
export function moduleIgnored(
  module: string,
  file: string,
  { workspaceRoot }: Search,
  isPart: boolean,
): WorldHole | undefined {
  const home = nearestProject(dirname(file), workspaceRoot, MANIFESTS) ?? workspaceRoot;
  const targets = targetsOf(module, file, home).filter(
    ({ path, base }) => (base === '' || isFolder(base)) && (!isPart || isFolder(dirname(path))),
  );
  const gap = ignoredGap(
    targets.map(({ path }) => `${path}.py`),
    targets.map(({ path }) => join(path, '__init__.py')),
    workspaceRoot,
  );
  if (gap === undefined) return undefined;
  const manifest = MANIFESTS.map((name) => join(home, name)).find(isFile);
  const what = `has not made ${relative(home, gap).replaceAll(sep, '/')} yet, which git ignores`;
  return manifest === undefined
    ? { file, what: `needs ${basename(gap)}, which git ignores and nothing has made yet` }
    : { file: manifest, what };
}

interface Target {
  /** Without its ending. */
  readonly path: string;
  /** The folder of sources that it is looked for in; '' where that is no guess. */
  readonly base: string;
}

/** The files that a module may be. */
function targetsOf(module: string, file: string, home: string): Target[] {
  const [, dots = '', path = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
  const parts = path.split('.').filter((part) => part !== '');
  if (parts.length === 0) return [];
  if (dots !== '')
    return [{ path: join(resolve(dirname(file), '../'.repeat(dots.length - 1)), ...parts), base: '' }];
  return ancestors(dirname(file), home).flatMap((folder) =>
    ['', 'src', 'python', 'lib'].map((base) => ({
      path: join(folder, base, ...parts),
      base: base === '' ? '' : join(folder, base),
    })),
  );
}

/** `Extension("acme._fast", ...)`, `module-name = "acme._fast"`, `pybind11_add_module(_fast ...)`. */
function compiles(text: string, name: string, paths: readonly string[]): boolean {
  const own = RegExp.escape(name);
  const quoted = `["']([\\w.]*\\b${own})["']`;
  const classes = '\\b(?:Extension|RustExtension|CMakeExtension|extension_module)';
  const commands = '\\b(?:pybind11_add_module|nanobind_add_module|python_add_library|add_cython_target)';
  const forms = [
    `${classes}\\s*\\(\\s*(?:name\\s*=\\s*)?${quoted}`,
    `\\bmodule-name\\s*=\\s*${quoted}`,
    `${commands}\\s*\\(\\s*(${own})\\b`,
  ];
  const found = new RegExp(forms.join('|')).exec(text);
  const dotted = found?.[1] ?? found?.[2] ?? found?.[3];
  if (dotted === undefined) return false;
  const path = dotted.replaceAll('.', '/');
  return path === name || paths.some((each) => each === path || each.endsWith(`/${path}`));
}
