import { dirname, join, relative } from 'node:path';
import { type AdmittedPath, isBelow } from '../../support/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import type { SentinelPath } from './disk-installed.ts';

/** The names that links give to files of the workspace. */
export class LinkNames {
  /** By where they lead. */
  readonly #links = new Map<string, Set<string>>();
  readonly #of = new Map<SentinelPath, ReadonlyMap<string, string>>();

  constructor(private readonly workspace: Workspace) {}

  /** Call it once the sentinel path was looked at. */
  note(sentinel: SentinelPath): void {
    if (this.#of.get(sentinel) === sentinel.links) return;
    this.forget(sentinel);
    for (const [link, target] of sentinel.links)
      this.#links.getOrInsertComputed(target, () => new Set()).add(link);
    if (sentinel.links.size > 0) this.#of.set(sentinel, sentinel.links);
  }

  /** It is gone, or its name is another thing's. */
  forget(sentinel: SentinelPath): void {
    for (const [link, target] of this.#of.get(sentinel) ?? []) this.#links.get(target)?.delete(link);
    this.#of.delete(sentinel);
  }

  /** The other names by which links lead to this file or folder. */
  aliasesOf(path: AdmittedPath): AdmittedPath[] {
    if (this.#links.size === 0) return [];
    const aliases: AdmittedPath[] = [];
    for (let folder: string = path; isBelow(folder, this.workspace.root); folder = dirname(folder))
      for (const link of this.#links.get(folder) ?? [])
        aliases.push(this.workspace.walked(join(link, relative(folder, path))));
    return aliases;
  }
}
