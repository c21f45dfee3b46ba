import ts from 'typescript';
import type { Monorepo, Package, Project } from '../../../../../scripts/lib/monorepo/monorepo.js';
import type { Finding, Judgement } from '../finding.js';
import { Mirror } from './mirror.js';
import { isSyntax, isSyntaxOnly, judgeProject, runTsc } from './tsc.js';
import { library } from './typescript-library.js';

const BESIDE =
  'tests whose tsconfig.test.json nobody references: the server of TypeScript up to 6 ' +
  'finds no project for them, and reports syntax errors only';

/** How many compilers run at a time. */
const AT_A_TIME = 2;

/**
 * `tsc -p` for each project of a repository and `tsc -b` for those that are built together, in a
 * copy, since a build writes. Each file is judged by the project that holds it, whatever the
 * programs of other packages say of it. Projects that no change could have reached keep their
 * verdict.
 */
export class MonorepoJudge {
  readonly #monorepo: Monorepo;
  readonly #mirror: Mirror;
  readonly #verdicts = new Map<Project, readonly Finding[]>();
  readonly #reads: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #findsTests: boolean;

  /**
   * @param copy to be made
   * @param findsTests whether the server can find a tsconfig.test.json by itself
   */
  constructor(monorepo: Monorepo, workspace: string, copy: string, findsTests: boolean) {
    this.#monorepo = monorepo;
    this.#mirror = new Mirror(workspace, copy);
    this.#reads = new Map(monorepo.packages.map((one) => [one.folder, closureOf(one)]));
    this.#findsTests = findsTests;
  }

  async judge(): Promise<Judgement> {
    const reached = this.#reached(this.#mirror.sync());
    const [built, alone] = [
      reached.filter(({ composite }) => composite),
      reached.filter(({ composite }) => !composite),
    ];
    const queue = [...alone];
    const worker = async (): Promise<void> => {
      for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
        this.#keep(project, await judgeProject(this.#mirror.folder, project.config));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
    if (built.length > 0) await this.#build();
    const beside = this.#findsTests ? [] : this.#heldBeside();
    const of = (some: readonly Project[]): Finding[] =>
      some.flatMap((project) => this.#verdicts.get(project) ?? []);
    const held = of(this.#monorepo.projects.filter((project) => !beside.includes(project)));
    const syntax = [...this.#monorepo.unheld, ...beside.map(({ holds }) => holds)].flatMap((folder) =>
      this.#syntaxOf(folder),
    );
    return {
      findings: [...held, ...syntax],
      silentOn: () => undefined,
      echoes: [{ name: BESIDE, findings: of(beside).filter((finding) => !isSyntax(finding)) }],
    };
  }

  /**
   * A verdict stands as long as neither the package, nor what it imports, nor the top of the
   * workspace has changed.
   */
  #reached(changed: ReadonlySet<string>): Project[] {
    const owners = new Set([...changed].map((path) => /^packages\/[^/]+/.exec(path)?.[0]));
    return this.#monorepo.projects.filter(
      ({ folder }) =>
        owners.has(undefined) || [...(this.#reads.get(folder) ?? [])].some((read) => owners.has(read)),
    );
  }

  /**
   * All that are built together. While one has a syntax error, a build prints and writes less than
   * it finds.
   */
  async #build(): Promise<void> {
    const projects = this.#monorepo.projects.filter(({ composite }) => composite);
    const [first] = projects;
    if (first === undefined) return;
    const printed = await runTsc(this.#mirror.folder, first.config, [
      '--build',
      ...projects.map(({ config }) => config),
    ]);
    const broken = projects.some((project) => isSyntaxOnly(heldBy(project, printed)));
    for (const project of projects)
      this.#keep(project, broken ? await library(this.#mirror.folder, project.config) : printed);
  }

  #keep(project: Project, found: readonly Finding[]): void {
    this.#verdicts.set(project, heldBy(project, found));
  }

  #heldBeside(): Project[] {
    const folders = this.#monorepo.packages
      .filter(({ tests }) => tests === 'beside')
      .map(({ folder }) => `${folder}/test/`);
    return this.#monorepo.projects.filter(({ holds }) => folders.includes(holds));
  }

  /** What a parser says by itself. */
  #syntaxOf(folder: string): Finding[] {
    return this.#mirror.filesIn(folder).flatMap((file) => {
      const { diagnostics = [] } = ts.transpileModule(this.#mirror.text(file) ?? '', {
        fileName: file,
        reportDiagnostics: true,
      });
      return diagnostics.map(({ file: source, start = 0, code, messageText }): Finding => {
        const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return {
          file,
          line,
          severity: 'error',
          code: String(code),
          message: ts.flattenDiagnosticMessageText(messageText, '\n'),
        };
      });
    });
  }
}

function heldBy({ holds }: Project, found: readonly Finding[]): Finding[] {
  return found.filter(({ file }) => file.startsWith(holds));
}

/** The folders whose files may be in a package's programs. */
function closureOf({ folder, imports }: Package): Set<string> {
  return new Set([folder, ...imports.flatMap((other) => [...closureOf(other)])]);
}
