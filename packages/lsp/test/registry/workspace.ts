import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createSearch, type Search } from '../../src/backend/program/search.ts';
import type { Launch, ServerLocation, ServerDefinition } from '../../src/backend/definition.ts';

/** The folder of this package's own dependencies, for lookups of the real thing. */
export const MODULES = join(import.meta.dir, '..', '..', 'node_modules');

/** A text is written as it is, an object as JSON; `link` makes a symbolic link, `program` an executable script. */
export type Entry = string | Record<string, unknown> | Link | Script;
interface Link {
  link: string;
}
interface Script {
  program: string;
}

const made: string[] = [];
const environment = new Map<string, string | undefined>();

/** For `afterEach` of every file that uses these helpers: removes the folders, puts the environment back. */
export function cleanUp(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const [name, value] of environment) put(name, value);
  environment.clear();
}

/** A folder with these files, by relative path, with a space and a `#` in its own; removed after the test. Returns its real path. */
export function workspace(files: Record<string, Entry> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'registry # ')));
  made.push(root);
  add(root, files);
  return root;
}

export function add(root: string, files: Record<string, Entry>): void {
  for (const [name, entry] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (name.endsWith('/')) continue;
    if (typeof entry === 'string') writeFileSync(path, entry);
    else if (isLink(entry)) symlinkSync(entry.link, path);
    else if (isScript(entry)) {
      writeFileSync(path, entry.program);
      chmodSync(path, 0o755);
    } else writeFileSync(path, JSON.stringify(entry));
  }
}

/** Sets environment variables until the test ends. */
export function env(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!environment.has(name)) environment.set(name, process.env[name]);
    put(name, value);
  }
}

/** What `definition` finds for files in `folder`, with an empty PATH unless the test has set one. */
export function locate(
  definition: ServerDefinition,
  root: string,
  folder = '.',
  overrides: Partial<Search> = {},
): ServerLocation {
  return definition.locate(join(root, folder), {
    ...createSearch({ workspaceRoot: root, node: process.execPath }),
    ...overrides,
  });
}

export function launchOf(location: ServerLocation): Launch {
  if (location.kind === 'found') return location.launch;
  throw new Error(`${location.kind}: ${location.reason}`);
}

/** A package of npm with one program in plain JavaScript. */
export function npmPackage(
  folder: string,
  name: string,
  version: string,
  bin?: string,
): Record<string, Entry> {
  return {
    [`${folder}/node_modules/${name}/package.json`]: {
      name,
      version,
      ...(bin !== undefined && { bin: { [bin]: 'cli.js' } }),
    },
    [`${folder}/node_modules/${name}/cli.js`]: '',
  };
}

function isLink(entry: object): entry is Link {
  return 'link' in entry;
}

function isScript(entry: object): entry is Script {
  return 'program' in entry;
}

function put(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
