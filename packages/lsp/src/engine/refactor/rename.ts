import { applyChanges, type TextChange } from '../../backend/fixes/text-changes.ts';
import type { FileEdits } from '../../backend/fixes/workspace-edit.ts';
import type { Place } from '../../backend/navigation/model.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { nameAt } from '../../backend/navigation/name-at.ts';
import * as questions from '../../backend/navigation/questions.ts';
import { positionAt } from '../../client/text-edit.ts';
import type { Text } from '../../client/documents.ts';
import { languageIdFor } from '../../backend/language-map.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { Override } from '../../backend/traits.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Diagnostic, ProposeParams, RefactorResult } from '../../types.ts';
import { Deadline } from '../deadline.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { changesOf } from '../fixes/changes.ts';
import { failed, type Failure, SUPERSEDED, type TextDocumentPosition } from '../navigate/found.ts';
import type { Navigator } from '../navigate/navigator.ts';
import type { Services } from '../services.ts';
import type { ChangedFile, Knowledge } from '../session/session.ts';
import { toChangedFile } from '../session/suggestions.ts';
import { whyNoName } from './names.ts';
import { mentionsOf } from './mentions.ts';
import type { ServerRenaming } from './renaming.ts';

export interface RefactoringsParts {
  readonly services: Services;
  readonly navigation: Navigator;
  readonly propose: (params: ProposeParams, cancel: AbortSignal) => Promise<CheckReport>;
}

export interface RenameQuestion {
  readonly at: TextDocumentPosition;
  readonly newName: string;
  readonly force: boolean;
}

type Edits = Extract<ServerRenaming, { readonly kind: 'edits' }>;

/** A file is not changed by more than this many at once. */
const MOST_FILES = 500;

/** Proposals wait for whole projects: many times what a check may take. */
const LIMIT = 60_000;

/** Changes that keep the meaning of the program. Each is tried before it is returned; nothing is written. */
export class Refactorings {
  constructor(private readonly parts: RefactoringsParts) {}

  /** ms, for one refactoring. */
  get limit(): number {
    return LIMIT;
  }

  /**
   * The new texts of all files, or why there are none. It is refused if a server does not see all
   * references, if errors would come, or if a name would mean something else.
   */
  async rename({ at, newName, force }: RenameQuestion, cancel: AbortSignal): Promise<RefactorResult | Failure> {
    const { services, navigation } = this.parts;
    const admission = services.workspace.admit(at.filePath);
    if (admission.kind === 'refused') return failed('outside', `the file is ${admission.reason}`);
    const { path } = admission;
    const text = textOnDisk(path);
    const oldName = text === undefined ? undefined : nameAt(text, at.position);
    if (text === undefined || oldName === undefined) return failed('not-found', 'there is no name at this place');
    if (newName === oldName) return { refused: `it is called \`${oldName}\` already` };
    const answered = await navigation.renaming(at, newName, LIMIT, cancel);
    if (answered.kind === 'failed') return answered;
    const refusal = answered.value.find((one) => one.kind === 'refused');
    const renamings = answered.value.filter((one) => one.kind === 'edits');
    const [first] = renamings;
    if (first === undefined || refusal !== undefined) return { refused: refusal?.reason ?? 'no language server can rename here' };
    const why = whyNoName(newName, first.session.definition);
    if (why !== undefined) return { refused: why };
    const files = this.#filesOf(renamings);
    if (typeof files === 'string') return { refused: files };
    const missed = missedReference(renamings.flatMap(({ references }) => references), files, oldName);
    if (missed !== undefined) {
      return { refused: `the language server would leave ${this.#shown(missed)} as it is, which means the same \`${oldName}\`. Nothing was changed` };
    }
    const overrides = renamings.flatMap(({ session: { definition } }) => this.#leftOverrides(definition, oldName, files));
    if (overrides.length > 0) {
      const places = overrides.map(({ path: at, line }) => `${services.workspace.folder(at)}:${line + 1}`).join(', ');
      return { refused: `\`${oldName}\` is also defined in ${places}, which overrides it or is overridden by it, and the language server would leave that as it is: then another method would be called. Rename all of them by edits. Nothing was changed` };
    }
    return await this.#tried({ path, at, oldName, newName, force, renamings, files }, cancel);
  }

  async #tried({ path, at, oldName, newName, force, renamings, files }: Planned, cancel: AbortSignal): Promise<RefactorResult | Failure> {
    const { services, propose } = this.parts;
    const texts = files.map((file) => ({ filePath: file.path, text: textAfter(file) }));
    const report = await propose({ files: texts, others: true, origins: true }, cancel);
    if (cancel.aborted) return failed('cancelled', 'the call was cancelled');
    const compilers = report.servers.filter(({ id }) => services.registry.all().some((definition) => definition.id === id && definition.role === 'compiler'));
    const late = compilers.find(({ outcome }) => outcome !== 'complete' && outcome !== 'unavailable');
    if (late !== undefined) return { refused: `${late.id} could not tell in time what the new name would break. Nothing was changed` };
    const caused = [...Object.values(report.files), ...Object.values(report.others)].flat().filter(({ origin, severity }) => origin !== 'before' && severity === 'error');
    if (caused.length > 0 && !force) return { refused: causes(caused) };
    const captured = await this.#captured({ path, at, oldName, newName, force, renamings, files }, cancel);
    if (captured !== undefined) return { refused: captured };
    if (files.some(({ path: changed, former }) => textOnDisk(changed) !== former)) return SUPERSEDED;
    const unable = compilers.find(({ outcome, reason }) => outcome === 'unavailable' && reason !== undefined);
    const untried = unable !== undefined ? `${unable.id}: ${unable.reason ?? ''}` : report.othersComplete ? undefined : 'not all files that depend on the changed ones could be judged in time';
    const { mentions, left } = mentionsOf(services, renamings[0]?.session.definition, oldName, files);
    return {
      changes: changesOf(services.workspace, files),
      caused: [...caused],
      mentions,
      moreMentions: left,
      ...(untried !== undefined && { untried }),
    };
  }

  /**
   * Why a name would mean something else than before: as many references as before must mean the
   * symbol on the proposed tree. Where a server cannot be asked about that tree, the new name must
   * not stand in any of the files yet.
   */
  async #captured({ path, at, newName, renamings, files }: Planned, cancel: AbortSignal): Promise<string | undefined> {
    const { services, navigation } = this.parts;
    const own = files.find((file) => file.path === path);
    if (own === undefined) return 'the file of the symbol itself would not change. Nothing was changed';
    using deadline = new Deadline(services.config.firstTouchTimeout);
    const position = positionAfter(own, at);
    for (const { session, references } of renamings) {
      const texts = files.map((file): Text => ({ path: file.path, languageId: languageIdFor(session.definition, file.path), text: textAfter(file), stamp: undefined, asOf: performance.now() }));
      const answer = await session.propose({ texts, deleted: [], asked: [], questions: [{ path, question: questions.references(position, true) }] }, deadline, cancel);
      if (answer.outcome === 'unavailable') {
        const standing = files.find(({ former = '' }) => standsIn(former, newName, session.definition.imports?.comment));
        if (standing !== undefined) return `\`${newName}\` stands in ${services.workspace.folder(standing.path)} already, and ${session.definition.id} cannot tell whether the two would mix: ${answer.reason ?? ''}. Nothing was changed`;
        continue;
      }
      const [reply] = answer.answers ?? [];
      const now = reply?.kind === 'result' ? navigation.placesOf(reply.result)?.length : undefined;
      if (now === undefined) return `${session.definition.id} could not tell in time what \`${newName}\` would mean. Nothing was changed`;
      if (now !== references.length) return `\`${newName}\` has a meaning already where \`${nameAt(own.former ?? '', at.position) ?? ''}\` is used: of ${references.length} references ${now} would mean it afterwards. Choose another name. Nothing was changed`;
    }
    return undefined;
  }

  #leftOverrides({ leftOverrides, extensions }: ServerDefinition, name: string, files: readonly ChangedFile[]): Override[] {
    if (leftOverrides === undefined) return [];
    const byPath = new Map(files.map((file) => [file.path, file]));
    const paths = [...new Set([...byPath.keys(), ...this.parts.services.disk.files(extensions).keys()])];
    return leftOverrides({
      name,
      files: paths.map((path) => {
        const { former, changes = [] } = byPath.get(path) ?? {};
        const text = former ?? textOnDisk(path) ?? '';
        return { path, text, changed: new Set(changes.map(({ start }) => positionAt(text, start).line)) };
      }),
    });
  }

  /** The changed files, or why there are none. */
  #filesOf(renamings: readonly Edits[]): ChangedFile[] | string {
    const { workspace } = this.parts.services;
    const edits = new Map<string, FileEdits>();
    const shown = renamings.map(({ session }) => session.knowledge());
    for (const { edit } of renamings) {
      if (edit.kind === 'refused') return `the language server's answer cannot be used: ${edit.reason}`;
      for (const file of edit.files) {
        const known = edits.get(file.path);
        const all = new Map([...(known?.edits ?? []), ...file.edits].map((one) => [JSON.stringify(one), one]));
        // The texts are compared instead of the versions.
        edits.set(file.path, { ...file, version: undefined, edits: [...all.values()] });
      }
    }
    if (edits.size > MOST_FILES) return `it would change ${edits.size} files; ${MOST_FILES} is the limit`;
    const files: ChangedFile[] = [];
    for (const file of edits.values()) {
      const admission = workspace.admit(file.path);
      if (admission.kind === 'refused') return 'it would change a file outside of the workspace, or one that is ignored';
      const changed = toChangedFile(file, { workspace, asked: Date.now(), document: (path) => documentOf(shown, path) });
      if (changed === undefined) return `the answer is not about ${workspace.folder(admission.path)} as it is on disk: it has a byte order mark, mixed line ends, or has changed`;
      files.push(changed);
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #shown({ path, range }: Place): string {
    return `${this.parts.services.workspace.folder(path)}:${range.start.line + 1}:${range.start.character + 1}`;
  }
}

/** What the servers were shown of a file; undefined where they have read it from disk. */
function documentOf(shown: readonly Knowledge[], path: AdmittedPath): { readonly version: number; readonly text: string } | undefined {
  const text = shown.map(({ textOf }) => textOf(path)).find((one) => one !== undefined);
  return text === undefined ? undefined : { version: 0, text };
}

interface Planned extends RenameQuestion {
  readonly path: AdmittedPath;
  readonly oldName: string;
  readonly renamings: readonly Edits[];
  readonly files: readonly ChangedFile[];
}

/** A reference by the old name that no change covers. An alias has a name of its own, and keeps it. */
function missedReference(references: readonly Place[], files: readonly ChangedFile[], oldName: string): Place | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return references.find(({ path, range }) => {
    const text = byPath.get(path)?.former ?? textOnDisk(path);
    const start = text === undefined ? undefined : offsetOf(text, range.start.line, range.start.character);
    if (text === undefined || start === undefined || text.slice(start, start + oldName.length) !== oldName) return false;
    return byPath.get(path)?.changes.some((change) => change.start <= start && start + oldName.length <= change.end) !== true;
  });
}

function offsetOf(text: string, line: number, character: number): number | undefined {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  return start + character;
}

function textAfter({ former = '', changes }: ChangedFile): string {
  return applyChanges(former, changes);
}

/** Where the name stands in the new text of its file. */
function positionAfter({ former = '', changes }: ChangedFile, { position }: TextDocumentPosition): { line: number; character: number } {
  const offset = offsetOf(former, position.line, position.character) ?? 0;
  const holding = changes.find(({ start, end }) => start <= offset && offset <= end);
  const start = holding?.start ?? offset;
  const moved = changes.filter(({ end }: TextChange) => end <= start).reduce((sum, change) => sum + change.text.length - (change.end - change.start), 0);
  return positionAt(textAfter({ path: '' as AdmittedPath, former, changes }), start + moved);
}

function wordIn(name: string): RegExp {
  return new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, 'u');
}

/** @param comment lines that match it are left out */
function standsIn(text: string, name: string, comment: RegExp | undefined): boolean {
  const word = wordIn(name);
  return word.test(text) && linesOf(text).some((line) => word.test(line) && comment?.test(line) !== true);
}

/** How many errors a refusal names. */
const MOST_NAMED = 5;

function causes(caused: readonly Diagnostic[]): string {
  const named = caused.slice(0, MOST_NAMED).map(({ file, line, character, message }) => `${file}:${line}:${character} ${linesOf(message)[0] ?? ''}`);
  const more = caused.length > MOST_NAMED ? [`and ${caused.length - MOST_NAMED} more`] : [];
  return [`it would cause ${caused.length} ${caused.length === 1 ? 'error' : 'errors'}, so nothing was changed. \`force\` allows them:`, ...named, ...more].join('\n');
}
