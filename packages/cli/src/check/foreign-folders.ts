import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Folders that a tool fills and that nothing else has a name like: version control, installed
 * packages, environments, caches. Sources: each tool's documentation, and what pyright (`exclude`),
 * mypy (`--exclude`), ESLint, tsc, Gradle, sbt, Bundler and GitHub's gitignore templates leave out.
 */
const NAMES: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.svn', '.jj'],
  ...['node_modules', 'bower_components', 'jspm_packages', '.yarn', '.pnpm-store'],
  ...['.next', '.nuxt', '.output', '.svelte-kit', '.astro', '.angular', '.turbo', '.parcel-cache', '.vercel'],
  ...['.docusaurus', '.expo', '.netlify', '.wrangler', '.aws-sam', '.hatch'],
  ...['__pycache__', '__pypackages__', 'site-packages', '.venv', '.tox', '.nox', '.eggs', '.pixi', '.direnv'],
  ...['.gradle', '.bloop', '.metals', '.bsp', '.cpcache'],
  ...['.bundle', '.dart_tool', '.terraform', '.terragrunt-cache', '.vagrant', '.serverless'],
  ...['.stack-work', 'dist-newstyle', 'elm-stuff', '.elixir_ls', '.zig-cache', 'zig-cache', 'nimcache'],
  ...['Carthage', 'lua_modules', 'vcpkg_installed', '.vs'],
]);

/** Folders that a tool fills where one of these stands beside them: elsewhere they may be anybody's. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  target: ['Cargo.toml', 'pom.xml', 'build.sbt', 'project.clj'],
  build: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'pubspec.yaml'],
  vendor: ['composer.json'],
  deps: ['mix.exs'],
  _build: ['mix.exs', 'rebar.config', 'dune-project'],
  Pods: ['Podfile'],
  '.build': ['Package.swift'],
};

/**
 * What a tool leaves in a folder that it fills, whatever the folder's name is: Python's environments
 * (as pyright knows them, and their interpreters), caches, Go's and Composer's packages, builds of
 * CMake and .NET.
 */
const MARKS: readonly string[] = [
  'pyvenv.cfg',
  'conda-meta',
  'bin/activate',
  'Scripts/activate',
  'bin/python',
  'bin/python3',
  'Scripts/python.exe',
  'python.exe',
  'CACHEDIR.TAG',
  'modules.txt',
  'composer/installed.json',
  'CMakeCache.txt',
  'project.assets.json',
];

/**
 * Whether other programs have filled the folder, so that no error in it is the workspace's. Of what a
 * person names that is no question.
 */
export function isForeign(folder: string): boolean {
  const name = basename(folder);
  if (NAMES.has(name)) return true;
  const parent = dirname(folder);
  if ((BESIDE[name] ?? []).some((manifest) => existsSync(join(parent, manifest)))) return true;
  if (name === 'bundle' && basename(parent) === 'vendor') return true;
  return MARKS.some(
    (mark) => (mark !== 'modules.txt' || name === 'vendor') && existsSync(join(folder, mark)),
  );
}

/** The folder, or one that holds it below the root, is foreign: a person who names it wants all of it. */
export function liesInForeign(folder: string, root: string): boolean {
  for (let at = folder; at.length > root.length; at = dirname(at)) if (isForeign(at)) return true;
  return false;
}
