import { dirname, join, parse } from 'node:path';
import { objectOf, parseJson, textOf } from '../../support/json.ts';
import { holds, nearest, readText, realPath } from './files.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/** The fields of a package.json that have the right type. */
export interface Package {
  /** Absolute, real. */
  readonly folder: string;
  readonly name?: string;
  readonly version?: string;
  /** Absolute paths by program name. */
  readonly bin: Readonly<Record<string, string>>;
  /** The range in `engines.node`. */
  readonly nodeRange?: string;
  readonly optionalDependencies: readonly string[];
  /** The names of all its fields, of whatever type. */
  readonly fields: readonly string[];
}

/** Undefined where `folder` has no package.json, or none that is a JSON object. */
export function readPackage(folder: string): Package | undefined {
  const json = manifestAt(join(folder, 'package.json'));
  if (json === undefined) return undefined;
  const real = realPath(folder);
  const name = textOf(json['name']);
  const version = textOf(json['version']);
  const nodeRange = textOf(objectOf(json['engines'])?.['node']);
  return {
    folder: real,
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(nodeRange !== undefined && { nodeRange }),
    bin: programs(real, name, json['bin']),
    optionalDependencies: Object.keys(objectOf(json['optionalDependencies']) ?? {}),
    fields: Object.keys(json),
  };
}

/**
 * The package that `require(name)` would load for a file in `folder`, searched no higher than the
 * workspace root.
 */
export function findPackage(folder: string, workspaceRoot: string, name: string): string | undefined {
  const home = nearest(folder, workspaceRoot, [join('node_modules', name, 'package.json')]);
  return home === undefined ? undefined : join(home, 'node_modules', name);
}

/**
 * The package that `require(name)` would load for a file in `folder`, without an upper limit: for
 * the dependencies of a package, not of a workspace.
 */
export function resolvePackage(folder: string, name: string): string | undefined {
  return findPackage(folder, parse(folder).root, name);
}

/**
 * The program `name` that npm scripts of a package in `folder` would run, searched no higher than
 * the workspace root.
 */
export function findBin(folder: string, workspaceRoot: string, name: string): string | undefined {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name;
  const home = nearest(folder, workspaceRoot, [join('node_modules', '.bin', fileName)]);
  return home === undefined ? undefined : join(home, 'node_modules', '.bin', fileName);
}

/** The package that `file` belongs to. */
export function packageAround(file: string): Package | undefined {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder)) {
    if (holds(folder, ['package.json'])) return readPackage(folder);
  }
  return undefined;
}

/** The first number of a version; undefined where it has none. */
export function majorOf(version: string | undefined): number | undefined {
  const digits = /^v?(\d+)\b/.exec(version ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function programs(folder: string, name: string | undefined, bin: unknown): Record<string, string> {
  const single = textOf(bin);
  if (single !== undefined)
    return name === undefined ? {} : { [name.replace(/^@[^/]*\//, '')]: join(folder, single) };
  const result: Record<string, string> = {};
  for (const [program, path] of Object.entries(objectOf(bin) ?? {})) {
    if (typeof path === 'string') result[program] = join(folder, path);
  }
  return result;
}

/** More are read again. The oldest comes first. */
const MOST_MANIFESTS = 500;

/** Reading and parsing is done once for each disk state: every finding in a file may ask. */
const parsed = new Map<
  string,
  { readonly stamp: DiskStamp; readonly value: Readonly<Record<string, unknown>> | undefined }
>();

/** The object in a package.json; undefined where there is none. */
export function manifestAt(path: string): Readonly<Record<string, unknown>> | undefined {
  const stamp = diskStamp(path);
  if (stamp === undefined) return undefined;
  const known = parsed.get(path);
  if (known !== undefined && sameStamp(known.stamp, stamp)) return known.value;
  const value = objectOf(parseJson(readText(path, SETTINGS_BYTES) ?? ''));
  parsed.delete(path);
  parsed.set(path, { stamp, value });
  for (const oldest of parsed.keys()) if (parsed.size > MOST_MANIFESTS) parsed.delete(oldest);
  return value;
}
