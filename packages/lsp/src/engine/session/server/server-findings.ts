import { judgedInPart } from '../../../backend/diagnostics/judged-in-part.ts';
import { isQuoted, judgesAlone, reportsUnasked } from '../abilities.ts';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import { type ServerDiagnostic, toDiagnostic } from '../../../client/documents/to-diagnostic.ts';
import { type AdmittedPath, diskStamp } from '../../../support/paths.ts';
import { readTextFile, SOURCE_BYTES } from '../../../support/read-file.ts';
import type { Diagnostic } from '../../../types.ts';
import type { DocumentSync } from './document-sync.ts';
import type { ServerOthers } from './server-others.ts';
import { EmbeddingImports, type ProposedTree } from './embedding-imports.ts';
import { digestOf } from '../known-files.ts';
import type { Knowledge, SessionParts } from '../session.ts';
import { type Missing, KnownWorld } from '../world.ts';

interface ServerFindingsParts extends SessionParts {
  readonly others: ServerOthers;
  readonly documents: DocumentSync;
}

/** What one language server has reported: its part of the known files. */
export class ServerFindings {
  /** For this tree the publishes are all that the server has to report. */
  #settled: { readonly tree: number; readonly version: number } | undefined;
  /** What the server sent, by what was made of it. */
  readonly #items = new WeakMap<Diagnostic, ServerDiagnostic>();

  /** Why not all of a file was judged, by the list of its findings. */
  readonly #reasons = new WeakMap<readonly Diagnostic[], string>();

  /** The versions of the documents that were answered last. */
  readonly #passed = new Map<AdmittedPath, number>();
  readonly #world: KnownWorld;
  readonly #embedding: EmbeddingImports;

  constructor(private readonly parts: ServerFindingsParts) {
    this.#world = new KnownWorld(parts.session.definition, parts.options);
    this.#embedding = new EmbeddingImports(parts.options);
  }

  /** @param tree that the items are about, if it is not the one on disk */
  toDiagnostics(path: AdmittedPath, items: readonly unknown[], tree?: ProposedTree): Diagnostic[] {
    const file = this.parts.options.workspace.folder(path);
    const diagnostics = items.flatMap((item) => {
      const diagnostic = toDiagnostic(file, item);
      if (diagnostic === undefined) return [];
      if (diagnostic.count === undefined) this.#items.set(diagnostic, item as ServerDiagnostic);
      return [diagnostic];
    });
    const own = this.#besideJudge(path, this.#embedding.takeOut(path, diagnostics, tree));
    const { rest, reason } = this.#errorsOf(path, own);
    const kept = this.#world.takeOut(path, rest, () => this.#textOf(path));
    if (reason !== undefined) this.#reasons.set(kept, reason);
    return kept;
  }

  /** See {@link ServerTraits.whyNoError}. */
  #errorsOf(
    path: AdmittedPath,
    diagnostics: Diagnostic[],
  ): { rest: Diagnostic[]; reason?: string | undefined } {
    const { definition, launch } = this.parts.session;
    const { whyNoError } = definition;
    if (whyNoError === undefined || diagnostics.length === 0) return { rest: diagnostics };
    let text: string | undefined;
    const file = {
      path,
      root: launch.root,
      text: () => (text ??= this.#textOf(path)),
      configuration: (section: string) => launch.configuration?.(section),
    };
    const reasons = diagnostics.map((diagnostic) => whyNoError(diagnostic, file));
    return {
      rest: diagnostics.filter((_, index) => reasons[index] === undefined),
      reason: reasons.find(
        (reason, index) => reason !== undefined && reason !== '' && diagnostics[index]?.severity === 'error',
      ),
    };
  }

  /** See {@link LeavesTo}. */
  #besideJudge(path: AdmittedPath, diagnostics: Diagnostic[]): Diagnostic[] {
    const { definition } = this.parts.session;
    const { leavesTo } = definition;
    if (leavesTo === undefined || diagnostics.every((finding) => leavesTo.keeps(finding))) return diagnostics;
    if (!this.parts.options.isJudgedByOther(definition, path)) return diagnostics;
    return diagnostics.filter((finding) => leavesTo.keeps(finding));
  }

  /** As the server has it. */
  #textOf(path: AdmittedPath): string | undefined {
    const open = this.parts.client.documents.inServer(path);
    if (open !== undefined) return open.text;
    const read = readTextFile(path, SOURCE_BYTES);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** What the server does not know about the file's world, as of its last findings. */
  missing(path: AdmittedPath): Missing {
    return this.#world.of(path);
  }

  /**
   * The findings of the file as it is now, as the server sent them. Undefined if it was not asked
   * since something changed.
   */
  items(path: AdmittedPath, text: string): readonly ServerDiagnostic[] | undefined {
    const { findings, isCurrent } = this.knowledge();
    const known = findings.get(path);
    if (known === undefined || !isCurrent(known) || known.digest !== digestOf(text)) return undefined;
    return known.diagnostics.flatMap((diagnostic) => this.#items.get(diagnostic) ?? []);
  }

  /** The server's last pass was about this text: no other one was shown since, as a proposal is. */
  isOfLastPass({ path, version }: OpenDocument): boolean {
    return this.parts.source.barrier === undefined ? this.#passed.get(path) === version : this.#isSettled;
  }

  /** The server has settled since the last change, and since the last proposal. */
  get #isSettled(): boolean {
    return (
      this.#settled?.tree === this.parts.documents.tree &&
      this.#settled.version === this.parts.client.documents.lastVersion
    );
  }

  /**
   * Keeps findings that the server reports unasked. A server that can be asked publishes late, and
   * for an unknown version of the text: its answers count for more.
   */
  learn(path: string, items: readonly unknown[]): void {
    const { session, client, source } = this.parts;
    const { known, workspace } = this.parts.options;
    const admission = workspace.admit(path);
    if (admission.kind === 'refused' || workspace.trees.isElsewhere(admission.path)) return;
    if (session.definition.sharesFiles && !session.launch.serves(admission.path)) return;
    // Quirk(clangd, and others that only publish): they publish an empty list for a document that
    // is closed, which is no verdict.
    const isLeaving = items.length === 0 && client.documents.get(path) === undefined;
    const isVerdict = !isLeaving && !source.answersOnRequest;
    if (!isVerdict && known.wasAnswered(session, admission.path)) known.advance();
    else this.#publish(admission.path, this.toDiagnostics(admission.path, items));
  }

  #publish(path: AdmittedPath, diagnostics: readonly Diagnostic[], tree?: number): void {
    this.#keep(path, diagnostics);
    this.parts.options.known.published(this.parts.session, path, diagnostics, tree);
  }

  #keep(path: AdmittedPath, diagnostics: readonly Diagnostic[]): void {
    this.#world.keep(path, diagnostics);
    judgedInPart(this.parts.session.launch).leftOut(path, this.#reasons.get(diagnostics));
  }

  /** @param tree that the server was asked about */
  answered(path: AdmittedPath, diagnostics: readonly Diagnostic[], text: string, tree: number): void {
    const { session, options, client, documents } = this.parts;
    const document = client.documents.get(path);
    if (document !== undefined) this.#passed.set(path, document.version);
    options.owed.first.delete(path);
    this.#keep(path, diagnostics);
    options.known.answered(session, path, diagnostics, text, tree === documents.tree ? tree : undefined);
  }

  /** No answer comes, and what is known is about a former text. */
  refused(path: AdmittedPath): void {
    const { session, options } = this.parts;
    options.owed.first.delete(path);
    if (!isQuoted(session.definition)) options.known.forget(session, path);
  }

  /** All that the server has published, if it has settled for this tree; and keeps it. */
  published(tree: number): Map<AdmittedPath, readonly Diagnostic[]> {
    const { others } = this.parts;
    const { workspace } = this.parts.options;
    const published = new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const { path, items } of others.published()) {
      const admission = workspace.admit(path);
      if (admission.kind !== 'admitted' || diskStamp(admission.path) === undefined) continue;
      if (workspace.trees.isElsewhere(admission.path)) continue;
      published.set(admission.path, this.toDiagnostics(admission.path, items));
    }
    for (const [path, diagnostics] of published) this.#publish(path, diagnostics, tree);
    this.#settled = { tree, version: this.parts.client.documents.lastVersion };
    return published;
  }

  /** The files with findings, by {@link KnownFiles.densestOf}. */
  paths(): AdmittedPath[] {
    const { session, options } = this.parts;
    return options.known.densestOf(session, session.definition.perFile);
  }

  hasErrors(path: AdmittedPath): boolean {
    return this.parts.options.known.hasErrors(this.parts.session, path);
  }

  pointInto(path: AdmittedPath, others: ReadonlySet<AdmittedPath>): boolean {
    return this.parts.options.known.pointInto(this.parts.session, path, others);
  }

  /** See {@link Session.knowledge}. */
  knowledge(): Knowledge {
    const { session, options, client, documents } = this.parts;
    const { tree, history } = documents;
    const isAlone = judgesAlone(session.definition);
    const isWhole = this.#settled?.tree === tree && reportsUnasked(session.definition);
    const texts = new Map(client.documents.all().map(({ path, text }) => [path, text]));
    const findings = new Map(options.known.findings(session));
    // The server may be being sent a change right now.
    const isListed = (history.changes.at(-1)?.[1] ?? 0) >= tree;
    return {
      history: isListed ? history : { ...history, before: tree },
      isCurrent: (finding) => isAlone || finding.tree === tree,
      findings,
      textOf: (path) => texts.get(path),
      covers: () => isWhole,
      has: (path, text) => {
        const open = texts.get(path);
        if (open !== undefined) return open === text();
        const digest = findings.get(path)?.digest;
        const now = digest === undefined ? undefined : text();
        return now !== undefined && digest === digestOf(now);
      },
    };
  }
}
