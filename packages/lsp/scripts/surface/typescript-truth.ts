import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { sameTypescriptError } from '../../src/languages/typescript/same-error.ts';
import type { Change, Truth } from './truth.ts';

/** A project, with one file that may hold another text. */
class Project {
  readonly #service: ts.LanguageService;
  #files: readonly string[] = [];
  #path: string | undefined;
  #text = '';
  #version = 0;

  constructor(
    private readonly config: string,
    registry: ts.DocumentRegistry,
  ) {
    const parsed = this.refresh();
    const options: ts.CompilerOptions = {
      ...parsed.options,
      noEmit: false,
      declaration: true,
      declarationMap: false,
      removeComments: true,
      composite: false,
      incremental: false,
    };
    const host: ts.LanguageServiceHost = {
      getScriptFileNames: () => [...this.#files],
      getScriptVersion: (path) =>
        path === this.#path
          ? `edit ${this.#version}`
          : String(statSync(path, { throwIfNoEntry: false })?.mtimeMs),
      getScriptSnapshot: (path) => {
        if (path === this.#path) return ts.ScriptSnapshot.fromString(this.#text);
        return ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined;
      },
      getCurrentDirectory: () => dirname(config),
      getCompilationSettings: () => options,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      readDirectory: (...args) => ts.sys.readDirectory(...args),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    };
    this.#service = ts.createLanguageService(host, registry);
  }

  /** Files have come or are gone. */
  refresh(): ts.ParsedCommandLine {
    const read = ts.readConfigFile(this.config, (path) => ts.sys.readFile(path));
    const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(this.config), {}, this.config);
    this.#files = parsed.fileNames;
    return parsed;
  }

  has(path: string): boolean {
    return this.#files.includes(path);
  }

  write(path: string, text: string): void {
    this.#path = path;
    this.#text = text;
    this.#version += 1;
  }

  declarations(path: string): string {
    const { outputFiles, emitSkipped } = this.#service.getEmitOutput(path, true, true);
    if (emitSkipped) return 'nothing';
    // How imports are laid out says nothing.
    return outputFiles.map(({ text }) => text.replaceAll(/^import .*\n/gm, '')).join('\n');
  }

  errors(path: string): string[] {
    const found = [
      ...this.#service.getSyntacticDiagnostics(path),
      ...this.#service.getSemanticDiagnostics(path),
    ];
    return found.map(({ code, start, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, '\n');
      // Each program has ten suggestions.
      return `${start} ${JSON.stringify(sameTypescriptError({ code, message }))}`;
    });
  }
}

/** TypeScript 5.9: the errors of others, and what the file declares. */
export class TypescriptTruth implements Truth {
  readonly #registry = ts.createDocumentRegistry();
  readonly #projects = new Map<string, Project>();

  moved(): void {
    for (const [config, project] of this.#projects)
      if (ts.sys.fileExists(config)) project.refresh();
      else this.#projects.delete(config);
  }

  judge({ path, before, after, isInside, dependents }: Change): Promise<string[] | undefined> {
    const project = this.#projectOf(path);
    if (project === undefined) return Promise.resolve(undefined);
    const others = dependents.filter((file) => project.has(file));
    const seen = (text: string): string[] => {
      project.write(path, text);
      return [
        ...(isInside ? [`declarations ${project.declarations(path)}`] : []),
        ...others.flatMap((file) => project.errors(file).map((error) => `${file} ${error}`)),
      ];
    };
    const [was, is] = [seen(before), seen(after)];
    const differing = [...is.filter((one) => !was.includes(one)), ...was.filter((one) => !is.includes(one))];
    return Promise.resolve(differing);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #projectOf(path: string): Project | undefined {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      const config = ts.sys.fileExists(`${folder}/tsconfig.json`) ? `${folder}/tsconfig.json` : undefined;
      if (config === undefined) continue;
      const project = this.#projects.getOrInsertComputed(config, () => new Project(config, this.#registry));
      if (project.has(path)) return project;
    }
    return undefined;
  }
}
