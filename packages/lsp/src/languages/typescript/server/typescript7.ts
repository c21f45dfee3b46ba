import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { type AdmittedPath, toUri } from '../../../support/paths.ts';
import { ancestors } from '../../../backend/program/files.ts';
import { namesIn, NODE_MODULES } from '../../../support/folders.ts';
import { type PulledDocument, PullSource } from '../../../backend/diagnostics/pull.ts';
import type {
  DiagnosticsResult,
  DiagnosticSource,
  NotifiedMove,
  UnopenedResult,
} from '../../../backend/diagnostics/source.ts';
import { judgedInPart, type JudgedInPart } from '../../../backend/diagnostics/judged-in-part.ts';
import { orphanReason } from '../orphan.ts';
import { configsBeside, configsOfFolder, firstOfSolution, nearestConfig } from '../tsconfig.ts';
import {
  type FileProject,
  type FileProjects,
  fileProjects,
  PROJECT_METHOD,
} from './typescript7-file-project.ts';
import { findingKey, type Typescript7Api, typescript7Api } from './typescript7-api.ts';

/** More folders than these are not looked into. */
const MOST_FOLDERS = 100;

const isInPackage = ({ path, change }: NotifiedMove): boolean =>
  change !== 'changed' && path.includes(`${sep}${NODE_MODULES}${sep}`);

/**
 * The native server of TypeScript 7 and later: pull. Its answers are exact for unopened files too,
 * as long as the right project gives them. So it is asked for the project together with the
 * findings.
 */
export class Typescript7Source implements DiagnosticSource {
  readonly answersOnRequest = true;
  readonly atATime = 4;

  readonly #pull: PullSource;
  readonly #api: Typescript7Api;
  /** By {@link OpenDocument.opening}: documents whose note is in the log already. */
  readonly #notified = new WeakSet<object>();
  readonly #fileProjects: FileProjects;
  readonly #inPart: JudgedInPart;

  constructor(private readonly client: LspClient) {
    this.#pull = new PullSource(client);
    this.#api = typescript7Api(client);
    this.#fileProjects = fileProjects(client);
    this.#inPart = judgedInPart(client.launch);
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    for (;;) {
      const { loads } = this.#api;
      const [answer, project] = await this.#askWithProject(document, signal, deadline);
      this.#inPart.set(document.path, undefined);
      if (answer.kind !== 'complete' || project.kind !== 'none') return answer;
      const config = nearestConfig(document.path, this.client.launch.root);
      if (config === undefined) return answer;
      if (await this.#wereLoaded(config, loads)) return this.#syntaxOf(document, config, answer);
    }
  }

  /**
   * Quirk(TypeScript 7): a project that is only referenced by others does not look for created
   * files, unless its config file changed.
   */
  filesMoved(changes: readonly NotifiedMove[]): void {
    const created = changes.filter(({ change }) => change === 'created');
    const nearest = new Set(
      created.flatMap(({ path }) => nearestConfig(path, this.client.launch.root) ?? []),
    );
    const referenced = [...nearest].flatMap((config) => configsOfFolder(config));
    const manifests = changes.some(isInPackage) || haveNewFolder(created) ? this.#manifests() : [];
    this.client.announce(
      [...new Set([...referenced, ...manifests])].map((path) => ({ path, change: 'changed' as const })),
    );
  }

  /**
   * Quirk(TypeScript 7): a package that it has looked for when its files had come, and no event yet, stays
   * unresolved. So does what is in a folder that was not there, outside of what its projects include. It
   * looks again where a manifest changes that its projects have looked for, there or not.
   */
  #manifests(): string[] {
    const { documents, launch } = this.client;
    const folders = new Set(documents.all().map(({ path }) => dirname(path)));
    return [...folders].map((folder) => {
      const above = ancestors(folder, launch.root).map((one) => join(one, 'package.json'));
      return above.find((path) => existsSync(path)) ?? join(launch.root, 'package.json');
    });
  }

  programFiles({ path }: OpenDocument): Promise<readonly string[] | undefined> {
    return this.#api.programFiles(path);
  }

  async askUnopened(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    let { loads } = this.#api;
    const uri = toUri(path);
    const config = nearestConfig(path, this.client.launch.root);
    // The project first, on its own: a pull for an orphan file would be wasted work.
    let project = await this.#fileProjects.of(uri, signal);
    let isLoadedForIt = false;
    while (project.kind === 'none') {
      if (config === undefined || (await this.#wereLoaded(config, loads))) return { kind: 'outside' };
      isLoadedForIt = true;
      ({ loads } = this.#api);
      project = await this.#fileProjects.of(uri, signal);
    }
    if (isLoadedForIt) return { kind: 'open-first' };
    // Quirk(TypeScript 7): of several loaded projects whose programs hold an unopened file, the
    // first by name checks it, whether it is the file's own or not.
    const isItsChoice = !isOwn(project, config) && (await this.#isForeign(path, project, config));
    if (!isItsChoice && !isOwn(project, config))
      return signal.aborted
        ? { kind: 'unanswered', why: `${PROJECT_METHOD}: cancelled` }
        : { kind: 'open-first' };
    const [answer, answerer] = await this.#askWithProject({ uri, opening: {} }, signal, Infinity);
    const isRight = isItsChoice ? answerer.kind === 'project' : isOwn(answerer, config);
    return answer.kind === 'complete' && !isRight ? { kind: 'open-first' } : answer;
  }

  /**
   * No project of its folder holds it, as with declarations that other projects import. Once
   * opened, the file would be checked by the same project of theirs.
   */
  async #isForeign(path: AdmittedPath, project: FileProject, config: string | undefined): Promise<boolean> {
    if (project.kind !== 'project' || config === undefined || firstOfSolution(config) !== undefined)
      return false;
    return this.#api.isInNone([config, ...configsOfFolder(config)], path);
  }

  /**
   * Whether all projects that might hold a file of this folder were loaded when `loads` was read,
   * and still are. If not, they are loaded now. True also where they cannot be loaded, as then no
   * more can follow.
   */
  async #wereLoaded(config: string, loads: number): Promise<boolean> {
    const configs = configsBeside(config);
    return !(await this.#api.load(configs)) || this.#api.holds(configs, loads);
  }

  /** Sent one after the other with nothing in between: both are about the same state. */
  #askWithProject(
    document: PulledDocument,
    signal: AbortSignal,
    deadline: number,
  ): Promise<[DiagnosticsResult, FileProject]> {
    return Promise.all([
      this.#pull.ask(document, signal, deadline),
      this.#fileProjects.of(document.uri, signal),
    ]);
  }

  /**
   * Where there are projects but none holds the file, no compiler reports on it, and the server
   * checks it by default options. Its syntax errors are still worth reporting.
   */
  async #syntaxOf(
    document: OpenDocument,
    config: string,
    { items }: Extract<DiagnosticsResult, { kind: 'complete' }>,
  ): Promise<DiagnosticsResult> {
    if (!this.#notified.has(document.opening)) {
      this.#notified.add(document.opening);
      this.client.note(
        `${document.path}: neither ${config} nor one beside it holds this file, so it is judged by its ` +
          'syntax alone',
      );
    }
    this.#inPart.set(document.path, orphanReason(document.path, config, this.client.launch.root));
    if (items.length === 0) return { kind: 'complete', items };
    const errors = await this.#api.syntaxErrors(document.path);
    if (!this.client.documents.isCurrent(document))
      return { kind: 'unanswered', why: 'changed while it was read' };
    const isSyntax = ({ code, message }: Diagnostic): boolean =>
      errors?.has(findingKey(code, message)) ?? saysTheParser(code);
    return { kind: 'complete', items: items.filter(isSyntax) };
  }
}

/** A folder has nothing in it but what was created. */
function haveNewFolder(created: readonly NotifiedMove[]): boolean {
  const folders = new Set(created.map(({ path }) => dirname(path)));
  if (folders.size > MOST_FOLDERS) return true;
  const paths = new Set<string>([...created.map(({ path }) => path), ...folders]);
  return [...folders].some((folder) => namesIn(folder).every((name) => paths.has(join(folder, name))));
}

/** @param config the nearest project file; where there is none, any project counts */
function isOwn(project: FileProject, config: string | undefined): boolean {
  if (project.kind !== 'project') return false;
  if (config === undefined || isSamePath(project.config, config)) return true;
  const first = firstOfSolution(config);
  return first !== undefined && isSamePath(project.config, first);
}

/** On some systems the server writes paths in lower case. */
function isSamePath(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * Ranges of error codes that the parser gives, first and last. Where other phases share them, they
 * depend on no option.
 */
const SYNTAX = [
  [1002, 1146],
  [1160, 1181],
  [1198, 1199],
  [1351, 1359],
  [1381, 1390],
  [1433, 1443],
  [1499, 1538],
  [17002, 17021],
] as const;

function saysTheParser(code: unknown): boolean {
  return typeof code === 'number' && SYNTAX.some(([from, to]) => code >= from && code <= to);
}
