import { isText, type Change, type Mutation } from './mutation.js';

export interface FileState {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A code base: file names and texts as they were fetched, and what has been changed and not mended. */
export class Tree {
  readonly #changes: readonly Change[];

  constructor(
    readonly sources: ReadonlyMap<string, string>,
    readonly open: readonly Mutation[] = [],
  ) {
    this.#changes = open.flatMap((mutation) =>
      mutation.kind === 'git checkout' ? mutation.parts : [mutation],
    );
  }

  with(mutation: Mutation): Tree {
    return new Tree(this.sources, [...this.open, mutation]);
  }

  without(mutation: Mutation): Tree {
    return new Tree(
      this.sources,
      this.open.filter((other) => other !== mutation),
    );
  }

  /** @param file its name as it was fetched, or was created with; undefined where it is not there */
  state(file: string): FileState | undefined {
    const mine = this.#changes.filter((change) => change.file === file);
    if (mine.some(({ kind }) => kind === 'delete a file')) return undefined;
    const source =
      this.sources.get(file) ??
      mine.flatMap((change) => (change.kind === 'create a file' ? [change.text] : []))[0];
    if (source === undefined) return undefined;
    const path = mine.flatMap((change) => (change.kind === 'move a file' ? [change.to] : []))[0] ?? file;
    // From the end: what has been replaced does not move what is still to be.
    const texts = mine.filter(isText).sort((a, b) => b.start - a.start);
    const text = texts.reduce(
      (rest, { start, end, put }) => rest.slice(0, start) + put + rest.slice(end),
      source,
    );
    return { path, text };
  }

  /** Throws where it is not there. */
  present(file: string): FileState {
    const state = this.state(file);
    if (state === undefined) throw new Error(`no such file: ${file}`);
    return state;
  }
}
