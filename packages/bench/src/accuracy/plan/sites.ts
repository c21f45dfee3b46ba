import type { Random } from '../../../../../scripts/lib/random.js';
import {
  collide,
  type Change,
  type Checkout,
  type Creation,
  type Deletion,
  type Kind,
  type Move,
  type Mutation,
  type Mutator,
  type TextMutation,
  type ToolMutation,
} from './mutation.js';
import { Tree } from './tree.js';

/** What a language brings. */
export interface Ways {
  readonly mutators: readonly Mutator[];
  /** The new name of a file that is moved, relative to the workspace. */
  readonly moved: (file: string) => string;
  /** The name of another file like this one. */
  readonly copied: (file: string) => string;
  /** How settings files are changed; the compiler has no complaint about them themselves. */
  readonly settings: readonly Mutator[];
}

/** What may be changed, by name relative to the workspace. */
export interface CodeBase {
  readonly sources: ReadonlyMap<string, string>;
  /** Read by the compilers, and judged by none. */
  readonly settings: ReadonlyMap<string, string>;
}

/** What happens behind our back: to one file, to settings, or to many files at once. */
export const SHELL_KINDS = [
  'edit a file',
  'create a file',
  'delete a file',
  'move a file',
  'change settings',
  'git checkout',
] as const;

export type ShellKind = (typeof SHELL_KINDS)[number];

/** How often a file is preferred that has been changed already. */
const SAME_FILE = 0.35;
/** How many other commits there are, and which share of the files they change. */
const COMMITS = 3;
const COMMITTED = { share: 0.1, least: 3, most: 40 } as const;
/** How many created files have something wrong in them. */
const WRONG = 0.7;

/** Everything that could be changed. */
export class Sites {
  readonly #byKind = new Map<Kind, ToolMutation[]>();
  readonly #settings: readonly TextMutation[];
  readonly #commits: readonly Checkout[];

  constructor(
    readonly base: CodeBase,
    readonly ways: Ways,
    readonly random: Random,
  ) {
    const { sources, settings } = base;
    for (const { kind, sites } of ways.mutators) {
      this.#add(
        kind,
        [...sources].flatMap(([file, text]) =>
          sites(text).map((site): TextMutation => ({ kind, file, ...site })),
        ),
      );
    }
    this.#add('move a file', [...sources.keys()].map(this.#move));
    this.#settings = ways.settings.flatMap(({ kind, sites }) =>
      [...settings].flatMap(([file, text]) => sites(text).map((site) => ({ kind, file, ...site }))),
    );
    this.#commits =
      sources.size <= COMMITTED.least
        ? []
        : Array.from({ length: COMMITS }, (_, index) => this.#commit(`commit-${index + 1}`));
  }

  /** For the tools. */
  get kinds(): Kind[] {
    return [...this.#byKind.keys()];
  }

  get shellKinds(): ShellKind[] {
    const without = (kind: ShellKind): boolean =>
      (kind === 'change settings' && this.#settings.length === 0) ||
      (kind === 'git checkout' && this.#commits.length === 0);
    return SHELL_KINDS.filter((kind) => !without(kind));
  }

  /** @param favoured files that are preferred at times */
  forTool(kind: Kind, open: readonly Mutation[], favoured: ReadonlySet<string>): ToolMutation | undefined {
    return this.#choose(this.#byKind.get(kind) ?? [], open, favoured);
  }

  forShell(kind: ShellKind, open: readonly Mutation[], favoured: ReadonlySet<string>): Mutation | undefined {
    const files = [...this.base.sources.keys()];
    switch (kind) {
      case 'edit a file':
        return this.#choose(this.#texts(), open, favoured);
      case 'create a file':
        return this.#choose([this.#create(this.random.pick(files))], open, favoured);
      case 'delete a file':
        return this.#choose(
          files.map((file): Deletion => ({ kind, file })),
          open,
          favoured,
        );
      case 'move a file':
        return this.#choose(files.map(this.#move), open, favoured);
      case 'change settings':
        return this.#choose(this.#settings, open, favoured);
      case 'git checkout':
        return this.#choose(this.#commits, open, favoured);
    }
  }

  #choose<M extends Mutation>(
    all: readonly M[],
    open: readonly Mutation[],
    favoured: ReadonlySet<string>,
  ): M | undefined {
    const free = all.filter((mutation) => !open.some((other) => collide(mutation, other)));
    const touched = free.filter((mutation) => 'file' in mutation && favoured.has(mutation.file));
    const from = touched.length > 0 && this.random.chance(SAME_FILE) ? touched : free;
    return from.length === 0 ? undefined : this.random.pick(from);
  }

  #texts(): TextMutation[] {
    return [...this.#byKind.values()].flat().filter((mutation) => mutation.kind !== 'move a file');
  }

  readonly #move = (file: string): Move => ({ kind: 'move a file', file, to: this.ways.moved(file) });

  /** Another file like this one, often with something wrong in it. */
  #create(file: string): Creation {
    const sites = this.#texts().filter((mutation) => mutation.file === file);
    const changes = sites.length > 0 && this.random.chance(WRONG) ? [this.random.pick(sites)] : [];
    return {
      kind: 'create a file',
      file: this.ways.copied(file),
      text: new Tree(this.base.sources, changes).present(file).text,
    };
  }

  /**
   * Some files changed, but none in its syntax: nobody commits that. One is deleted, one is moved,
   * one is created.
   */
  #commit(commit: string): Checkout {
    const files = this.random.shuffled([...this.base.sources.keys()]);
    const count = Math.min(
      COMMITTED.most,
      Math.max(COMMITTED.least, Math.round(files.length * COMMITTED.share)),
    );
    const [gone, moved, ...edited] = files.slice(0, count);
    const texts = this.#texts().filter(({ kind }) => kind !== 'break syntax');
    const parts: Change[] = edited.flatMap((file) => {
      const sites = texts.filter((mutation) => mutation.file === file);
      return sites.length === 0 ? [] : [this.random.pick(sites)];
    });
    if (gone !== undefined) parts.push({ kind: 'delete a file', file: gone });
    if (moved !== undefined) parts.push(this.#move(moved));
    parts.push(this.#create(this.random.pick(edited)));
    return { kind: 'git checkout', commit, parts };
  }

  #add(kind: Kind, found: ToolMutation[]): void {
    if (found.length > 0) this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), ...found]);
  }
}
