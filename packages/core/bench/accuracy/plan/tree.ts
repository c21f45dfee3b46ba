import type { Mutation } from './mutation.js';

export interface FileState {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A code base: file names and texts as they were fetched, and what has been changed and not mended. */
export class Tree {
  constructor(
    readonly sources: ReadonlyMap<string, string>,
    readonly open: readonly Mutation[] = [],
  ) {}

  with(mutation: Mutation): Tree {
    return new Tree(this.sources, [...this.open, mutation]);
  }

  without(mutation: Mutation): Tree {
    return new Tree(
      this.sources,
      this.open.filter((other) => other !== mutation),
    );
  }

  /** @param file its name as it was fetched */
  state(file: string): FileState {
    const source = this.sources.get(file);
    if (source === undefined) throw new Error(`no such file: ${file}`);
    const mine = this.open.filter((mutation) => mutation.file === file);
    const path = mine.flatMap((mutation) => (mutation.kind === 'move a file' ? [mutation.to] : []))[0] ?? file;
    const changes = mine.flatMap((mutation) => (mutation.kind === 'move a file' ? [] : [mutation]));
    // From the end: what has been replaced does not move what is still to be.
    changes.sort((a, b) => b.start - a.start);
    const text = changes.reduce((rest, { start, end, put }) => rest.slice(0, start) + put + rest.slice(end), source);
    return { path, text };
  }
}
