import { sep } from 'node:path';
import type { ImportLanguage } from '../../../backend/imports/imports.ts';
import type { MovedTree } from '../../../backend/imports/moved-imports.ts';
import { isFile } from '../../../backend/program/files.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { isFolder } from '../../../support/read-file.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import type { Servers } from '../../session/pool/servers.ts';
import type { ChangedFile } from '../../session/session.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Importers } from '../importers.ts';
import type { Move } from './moved-files.ts';
import type { MoveAnswer } from './will-rename.ts';

/**
 * The changes of languages whose servers have changed no import: of the files that move, and of those
 * that import them. A text: why they cannot be made.
 */
export function rewriteImports(
  { services }: RefactoringContext,
  move: Move,
  importers: Importers,
  answers: readonly MoveAnswer[],
): ChangedFile[] | string {
  const changed: ChangedFile[] = [];
  for (const [language, moving] of languagesOf(services, move, answers)) {
    const graph = importers.graph(language);
    if (graph === undefined) return 'the workspace has too many files to find all that import it';
    const tree = movedTree(services, move, graph.paths);
    for (const path of new Set([...moving, ...importers.outside(language)])) {
      const former = textOnDisk(path);
      if (former === undefined) continue;
      const changes = language.moved?.rewrite(former, path, tree) ?? [];
      if (typeof changes === 'string') return `${services.workspace.folder(path)}: ${changes}`;
      if (changes.length > 0) changed.push({ path, former, changes });
    }
  }
  return changed;
}

/** The languages that are rewritten by their text, with their files that move. */
function languagesOf(
  services: Pick<Servers, 'registry'>,
  { files }: Move,
  answers: readonly MoveAnswer[],
): Map<ImportLanguage, AdmittedPath[]> {
  const served = new Set(
    answers.flatMap(({ kind, session: { definition } }) =>
      kind === 'edits' ? (definition.imports ?? []) : [],
    ),
  );
  const languages = new Map<ImportLanguage, AdmittedPath[]>();
  for (const { from } of files) {
    const language = services.registry
      .forFile(from)
      .flatMap(({ imports }) => (imports?.moved === undefined ? [] : imports))[0];
    if (language !== undefined && !served.has(language)) languages.getOrInsert(language, []).push(from);
  }
  return languages;
}

function moved(path: string, from: string, to: string): string {
  return path === from ? to : path.startsWith(from + sep) ? to + path.slice(from.length) : path;
}

export function movedTree(
  { workspace }: Pick<Servers, 'workspace'>,
  { from, to, files }: Move,
  known: Iterable<AdmittedPath>,
): MovedTree {
  const byName = Map.groupBy(known, (path) => path.slice(path.lastIndexOf(sep)));
  return {
    root: workspace.root,
    files: new Map(files.map((file) => [file.from, file.to])),
    pathAfter: (path) => moved(path, from, to),
    pathBefore: (path) => moved(path, to, from),
    isFile,
    isFolder,
    endingWith: (end) =>
      (byName.get(end.slice(end.lastIndexOf(sep))) ?? []).filter((path) => path.endsWith(end)),
  };
}
