import { collide, type Kind, type Move, type Mutation, type Mutator } from './mutation.js';
import { Random } from './random.js';
import { TOOLS, type Tool } from './tool-call.js';
import { Tree, type FileState } from './tree.js';

/** One edit: a mutation, or the mending of one that was made before. */
export interface Step {
  /** 1-based. */
  readonly number: number;
  readonly action: 'mutation' | 'mending';
  readonly mutation: Mutation;
  readonly before: FileState;
  readonly after: FileState;
  /** How the text is changed; a file is moved by `apply_patch`, which deletes it and creates it anew. */
  readonly tool: Tool;
}

export interface PlanOptions {
  readonly seed: number;
  /** As many mendings follow, sooner or later. */
  readonly mutations: number;
}

/** What a language brings. */
export interface Ways {
  readonly mutators: readonly Mutator[];
  /** The new name of a file that is moved, relative to the workspace. */
  readonly moved: (file: string) => string;
}

/** So many mutations may wait for their mending: errors of several edits stand beside each other. */
const MAX_OPEN = 4;
/** How often an edit is sought in a file that has been changed already. */
const SAME_FILE = 0.35;

/**
 * The edits of a run, the same for the same sources and seed. In the end everything is mended.
 *
 * @param sources by name relative to the workspace: the files that may be changed
 */
export function plan(sources: ReadonlyMap<string, string>, ways: Ways, { seed, mutations }: PlanOptions): Step[] {
  const random = new Random(seed);
  const sites = new Sites(sources, ways);
  const steps: Step[] = [];
  let tree = new Tree(sources);
  let bag: Kind[] = [];
  let made = 0;
  const take = (action: Step['action'], mutation: Mutation, next: Tree): void => {
    const { file } = mutation;
    steps.push({ number: steps.length + 1, action, mutation, before: tree.state(file), after: next.state(file), tool: random.pick(TOOLS) });
    tree = next;
  };
  while (made < mutations || tree.open.length > 0) {
    const mends = tree.open.length > 0 && (made === mutations || tree.open.length === MAX_OPEN || random.chance(0.5));
    if (bag.length === 0) bag = random.shuffled(sites.kinds);
    const kind = bag.at(-1);
    const mutation = mends || kind === undefined ? undefined : choose(random, sites.of(kind), tree.open);
    if (mutation !== undefined) {
      bag.pop();
      made++;
      take('mutation', mutation, tree.with(mutation));
      continue;
    }
    // Where there is no place left for this kind, there is one after a mending.
    if (tree.open.length === 0) throw new Error('there is nothing to change');
    const mended = random.pick(tree.open);
    take('mending', mended, tree.without(mended));
  }
  return steps;
}

function choose(random: Random, all: readonly Mutation[], open: readonly Mutation[]): Mutation | undefined {
  const free = all.filter((mutation) => !open.some((other) => collide(mutation, other)));
  const touched = free.filter(({ file }) => open.some((other) => other.file === file));
  const from = touched.length > 0 && random.chance(SAME_FILE) ? touched : free;
  return from.length === 0 ? undefined : random.pick(from);
}

/** Everything that could be changed. */
class Sites {
  readonly #byKind = new Map<Kind, Mutation[]>();

  constructor(sources: ReadonlyMap<string, string>, { mutators, moved }: Ways) {
    for (const { kind, sites } of mutators) {
      this.#add(kind, [...sources].flatMap(([file, text]) => sites(text).map((site): Mutation => ({ kind, file, ...site }))));
    }
    this.#add('move a file', [...sources.keys()].map((file): Move => ({ kind: 'move a file', file, to: moved(file) })));
  }

  get kinds(): Kind[] {
    return [...this.#byKind.keys()];
  }

  of(kind: Kind): readonly Mutation[] {
    return this.#byKind.get(kind) ?? [];
  }

  #add(kind: Kind, found: Mutation[]): void {
    if (found.length > 0) this.#byKind.set(kind, [...this.of(kind), ...found]);
  }
}
