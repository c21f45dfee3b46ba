import type { Artifact } from './artifacts.ts';
import type { CompilePlan, CompileUnit } from './compile-plan.ts';
import { type Dependency, type Pom, type PomContext, readPom } from './pom.ts';
import type { Sibling } from './resolve-dependencies.ts';

/** Makes the units of a build's modules, those that a module needs before its own. */
export abstract class JavaBuild<Module> {
  readonly #units: CompileUnit[] = [];
  readonly #siblings = new Map<Module, Sibling<CompileUnit>>();
  readonly #begun = new Set<Module>();
  readonly #poms = new Map<string, Pom | undefined>();

  constructor(
    protected readonly modules: readonly Module[],
    protected readonly context: PomContext,
  ) {}

  async plan(signal: AbortSignal | undefined): Promise<CompilePlan> {
    for (const module of this.modules) {
      if (signal?.aborted) break;
      this.#add(module);
      // A large build has hundreds of POMs; nothing else waits for all of them.
      await Bun.sleep(0);
    }
    return { units: this.#units };
  }

  /** The modules whose units it needs. */
  protected abstract needs(module: Module): readonly Module[];

  /** @param main the unit that the tests are about; undefined for that itself */
  protected abstract unit(module: Module, main: CompileUnit | undefined): CompileUnit;

  /** What comes with a dependency on it. */
  protected abstract exported(module: Module): readonly Dependency[];

  #add(module: Module): void {
    if (this.#begun.has(module)) return;
    this.#begun.add(module);
    for (const needed of this.needs(module)) this.#add(needed);
    const main = this.unit(module, undefined);
    const tests = this.unit(module, main);
    this.#units.push(main, tests);
    this.#siblings.set(module, { main, tests, dependencies: this.exported(module) });
  }

  protected sibling(module: Module | undefined): Sibling<CompileUnit> | undefined {
    return module === undefined ? undefined : this.#siblings.get(module);
  }

  /** Of a published artifact: the properties that this build was given do not count in it. */
  protected readPom(artifact: Artifact): Pom | undefined {
    const path = this.context.repository.find(artifact, undefined, 'pom');
    if (path === undefined) return undefined;
    const known = this.#poms.has(path)
      ? this.#poms.get(path)
      : readPom(path, { ...this.context, given: new Map() });
    this.#poms.set(path, known);
    return known;
  }
}
