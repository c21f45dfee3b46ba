import type { AdmittedPath, DiskStamp } from '../../support/paths.ts';
import type { Name } from './imports.ts';
import type { FileContent } from './read-text.ts';

export interface GraphFile {
  readonly path: AdmittedPath;
  stamp: DiskStamp;
  content: FileContent;
  /** The keys that the file imports. */
  imports: readonly ImportKey[];
}

/** A key by which files are imported. */
export interface ImportKey {
  readonly key: string;
  /** Most keys have one or two importers. A set would take five times the memory for those. */
  readonly importers: GraphFile[];
}

export function keyOf(name: Name): string {
  return typeof name === 'string' ? name : name.key;
}

/** @param imported all keys; those that no file imports any more are taken out */
export function unlink(file: GraphFile, imported: Map<string, ImportKey>): void {
  for (const { key, importers } of file.imports) {
    importers.splice(importers.indexOf(file), 1);
    if (importers.length === 0) imported.delete(key);
  }
  file.imports = [];
}
