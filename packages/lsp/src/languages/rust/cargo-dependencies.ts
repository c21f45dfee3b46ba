import { resolve } from 'node:path';
import { tableAt, type Table } from '../../backend/program/toml.ts';
import { isObject } from '../../support/json.ts';
import { cargoRoot, diskRoot, manifest } from './cargo-root.ts';

const KINDS = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/**
 * The folders of packages that the one in `folder` names by their path, absolute; also of those
 * whose path is in the root of its workspace.
 */
export function pathDependencies(folder: string): string[] {
  const own = manifest(folder);
  const tables = [own, ...tablesIn(own['target'])].flatMap((table) =>
    KINDS.flatMap((kind) => tablesIn(table[kind])),
  );
  const root = cargoRoot(folder, diskRoot(folder)) ?? folder;
  const inherits = root !== folder && tables.some((dependency) => dependency['workspace'] === true);
  return [
    ...pathsIn(folder, [...tables, ...replacedIn(own), ...tablesIn(workspaceDependencies(own))]),
    ...(inherits ? pathsIn(root, tablesIn(workspaceDependencies(manifest(root)))) : []),
    ...(root === folder ? [] : pathsIn(root, replacedIn(manifest(root)))),
  ];
}

/** Only the root has patches, and they apply to every member. */
function replacedIn(table: Table): Table[] {
  return [...tablesIn(table['patch']).flatMap(tablesIn), ...tablesIn(table['replace'])];
}

function workspaceDependencies(table: Table): Table {
  return tableAt(table, 'workspace', 'dependencies');
}

function tablesIn(table: unknown): Table[] {
  return isObject(table) ? Object.values(table).filter(isObject) : [];
}

function pathsIn(folder: string, dependencies: readonly Table[]): string[] {
  return dependencies.flatMap(({ path }) => (typeof path === 'string' ? [resolve(folder, path)] : []));
}
