import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { ImportGraph } from '../../../src/backend/imports/import-graph.ts';
import { type AdmittedPath, diskStamp, type DiskStamp } from '../../../src/support/paths.ts';
import type { ImportLanguage } from '../../../src/backend/imports/imports.ts';

const SOURCE = /\.([cm]?[jt]sx?|pyi?|[ch](pp)?m?|cc|inl|tpp)$/;

/** Files in a folder whose name is as awkward as allowed, and their graph. */
export class Project implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'graph # of 100% ')));
  readonly graph: ImportGraph;
  readonly #files = new Set<string>();

  constructor(language: ImportLanguage, files: Readonly<Record<string, string>>) {
    this.graph = new ImportGraph(this.root, language);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  path(name: string): AdmittedPath {
    return join(this.root, name) as AdmittedPath;
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    if (SOURCE.test(name)) this.#files.add(name);
  }

  remove(name: string): void {
    rmSync(this.path(name));
    this.#files.delete(name);
  }

  /** Of its sources, now. */
  stamps(): ReadonlyMap<AdmittedPath, DiskStamp> {
    const stamps = new Map<AdmittedPath, DiskStamp>();
    for (const name of this.#files) {
      const stamp = diskStamp(this.path(name));
      if (stamp !== undefined) stamps.set(this.path(name), stamp);
    }
    return stamps;
  }

  async update(): Promise<ImportGraph> {
    await this.graph.update(this.stamps());
    return this.graph;
  }

  /** `a.ts 1`: in the order of their distance, then by name. */
  async dependents(...of: readonly string[]): Promise<string[]> {
    const graph = await this.update();
    const found = graph.dependents(of.map((name) => this.path(name)));
    return [...found]
      .map(([path, distance]) => ({ name: relative(this.root, path), distance }))
      .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
      .map(({ name, distance }) => `${name} ${distance}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true });
  }
}
