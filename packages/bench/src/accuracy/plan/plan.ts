import { Random } from '../../../../../scripts/lib/random.js';
import type { Kind, Mutation, ToolMutation } from './mutation.js';
import { Sites, type CodeBase, type ShellKind, type Ways } from './sites.js';
import { TOOLS, type Tool } from './tool-call.js';
import { Tree, type FileState } from './tree.js';

/** One edit: a mutation, or the mending of one that was made before. */
export interface Step {
  /** 1-based. */
  readonly number: number;
  readonly action: 'mutation' | 'mending';
  readonly mutation: ToolMutation;
  readonly before: FileState;
  readonly after: FileState;
  /** How the text is changed; a file is moved by `apply_patch`, which deletes it and creates it anew. */
  readonly tool: Tool;
  /** What the shell or git does to the disk just before, in this order. Nobody is told. */
  readonly unannounced: readonly ShellChange[];
}

export interface ShellChange {
  readonly kind: ShellKind;
  readonly action: Step['action'];
  readonly mutation: Mutation;
  readonly files: readonly FileChange[];
}

/** What a result says of a change that the tool was not told of. */
export type Unannounced = Pick<ShellChange, 'kind' | 'action'> & {
  readonly files: number;
  readonly example: string;
};

/** Undefined: it is not there. */
export interface FileChange {
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

export interface PlanOptions {
  readonly seed: number;
  /** By the tools. As many mendings follow, sooner or later. */
  readonly mutations: number;
  /** The shell leaves the disk alone before the edit of this number. By default it never does. */
  readonly isQuiet?: (number: number) => boolean;
}

/** So many mutations may wait for their mending: errors of several edits stand beside each other. */
const MAX_OPEN = 4;
/** The same for what the shell did. */
const MAX_SHELL = 2;
/** How often the disk is changed before an edit. */
const SHELL = 0.4;
/** How often the tool that speaks of other files is taken, besides its turns. */
const SPEAKS_OF_OTHERS = 0.3;

/** The edits of a run, the same for the same code base and seed. In the end everything is mended. */
export function plan(base: CodeBase, ways: Ways, options: PlanOptions): Step[] {
  return new Planner(base, ways, options).steps();
}

class Planner {
  readonly #random: Random;
  readonly #sites: Sites;
  readonly #mutations: number;
  readonly #isQuiet: (number: number) => boolean;
  readonly #steps: Step[] = [];
  #tree: Tree;
  #byTool: readonly ToolMutation[] = [];
  #byShell: readonly { readonly kind: ShellKind; readonly mutation: Mutation }[] = [];
  /** Files that tools have edited, by their first names: servers hold them open. */
  readonly #edited = new Set<string>();
  #bag: Kind[] = [];
  #shellBag: ShellKind[] = [];
  #made = 0;

  constructor(base: CodeBase, ways: Ways, { seed, mutations, isQuiet = () => false }: PlanOptions) {
    this.#random = new Random(seed);
    this.#sites = new Sites(base, ways, this.#random);
    this.#tree = new Tree(new Map([...base.sources, ...base.settings]));
    this.#mutations = mutations;
    this.#isQuiet = isQuiet;
  }

  steps(): Step[] {
    while (this.#made < this.#mutations || this.#byTool.length > 0) this.#step();
    return this.#steps;
  }

  get #isDone(): boolean {
    return this.#made === this.#mutations;
  }

  #step(): void {
    // What happened before the first edit is how the session finds the disk.
    const isMoving =
      this.#random.chance(SHELL) && this.#steps.length > 0 && !this.#isQuiet(this.#steps.length + 1);
    const unannounced =
      this.#isDone && this.#byTool.length === 1 ? this.#mendShell() : isMoving ? this.#changeBehind() : [];
    const mends =
      this.#byTool.length > 0 &&
      (this.#isDone || this.#byTool.length === MAX_OPEN || this.#random.chance(0.5));
    let mutation = mends ? undefined : this.#choose();
    if (mutation === undefined && this.#byTool.length === 0) {
      // All that is left to change is what the shell has changed.
      unannounced.push(...this.#mendShell());
      mutation = this.#choose();
    }
    if (mutation !== undefined) {
      this.#bag.pop();
      this.#made++;
      this.#byTool = [...this.#byTool, mutation];
      this.#take('mutation', mutation, this.#tree.with(mutation), unannounced);
      return;
    }
    // Where there is no place left for this kind, there is one after a mending.
    if (this.#byTool.length === 0) throw new Error('there is nothing to change');
    const mended = this.#random.pick(this.#byTool);
    this.#byTool = this.#byTool.filter((other) => other !== mended);
    this.#take('mending', mended, this.#tree.without(mended), unannounced);
  }

  #choose(): ToolMutation | undefined {
    if (this.#bag.length === 0) this.#bag = this.#random.shuffled(this.#sites.kinds);
    const kind = this.#bag.at(-1);
    const favoured = new Set(this.#byTool.map(({ file }) => file));
    return kind === undefined ? undefined : this.#sites.forTool(kind, this.#tree.open, favoured);
  }

  #take(
    action: Step['action'],
    mutation: ToolMutation,
    next: Tree,
    unannounced: readonly ShellChange[],
  ): void {
    const { file } = mutation;
    const [before, after] = [this.#tree.present(file), next.present(file)];
    this.#edited.add(file);
    this.#steps.push({
      number: this.#steps.length + 1,
      action,
      mutation,
      before,
      after,
      tool: this.#tool(),
      unannounced,
    });
    this.#tree = next;
  }

  #tool(): Tool {
    return this.#random.chance(SPEAKS_OF_OTHERS) ? 'write_file' : this.#random.pick(TOOLS);
  }

  /** Some new change, or the mending of one. */
  #changeBehind(): ShellChange[] {
    const { length } = this.#byShell;
    if (length > 0 && (this.#isDone || length === MAX_SHELL || this.#random.chance(0.5)))
      return [this.#mendOne(this.#random.pick(this.#byShell))];
    if (this.#isDone) return [];
    if (this.#shellBag.length === 0) this.#shellBag = this.#random.shuffled(this.#sites.shellKinds);
    const kind = this.#shellBag.pop();
    const mutation =
      kind === undefined ? undefined : this.#sites.forShell(kind, this.#tree.open, this.#edited);
    if (kind === undefined || mutation === undefined) return [];
    this.#byShell = [...this.#byShell, { kind, mutation }];
    return [this.#shell(kind, 'mutation', mutation, this.#tree.with(mutation))];
  }

  /** All of it. */
  #mendShell(): ShellChange[] {
    return this.#byShell.map((one) => this.#mendOne(one));
  }

  #mendOne(one: { readonly kind: ShellKind; readonly mutation: Mutation }): ShellChange {
    this.#byShell = this.#byShell.filter((other) => other !== one);
    return this.#shell(one.kind, 'mending', one.mutation, this.#tree.without(one.mutation));
  }

  #shell(kind: ShellKind, action: Step['action'], mutation: Mutation, next: Tree): ShellChange {
    const parts = mutation.kind === 'git checkout' ? mutation.parts : [mutation];
    const files = parts.map(({ file }) => ({ before: this.#tree.state(file), after: next.state(file) }));
    this.#tree = next;
    return { kind, action, mutation, files };
  }
}
