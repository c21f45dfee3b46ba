import { basename, dirname, extname } from 'node:path';
import { textAfter } from '../../../backend/fixes/text-changes.ts';
import { offsetsIn } from '../../../backend/navigation/lines.ts';
import { wordIn } from '../../../backend/navigation/whole-word.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import { compareText } from '../../../support/compare.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { linesWith, type Occurrence } from '../../navigate/occurrences.ts';
import type { ChangedFile } from '../../session/session.ts';
import { ComputedFiles } from '../computed-files.ts';
import { extensionsAround, listed, type Mentions } from '../mentions.ts';
import type { RefactoringContext } from '../refactoring.ts';
import { FILES_OF_SETTINGS } from '../text-files.ts';
import type { LocatedDefinition } from './locate.ts';

export interface MovedDefinition extends Pick<LocatedDefinition, 'path' | 'session' | 'syntax' | 'symbol'> {
  readonly files: readonly ChangedFile[];
  /** Whether a text in a file names the old file. */
  readonly namesOldFile: (file: AdmittedPath, text: string) => boolean;
}

/** Names of files that stand for their folder. */
const OF_FOLDERS = /^(?:index|mod|__init__)$/;

/** What stands before the path of an import, which follows by itself. */
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*$/;
/** So much of the line before a path is looked at, UTF-16 code units. */
const MOST_BEFORE = 200;

/**
 * Where texts and comments still name the symbol by its old file: `mock.patch("shop.price")`, entry
 * points, `vi.mock('./shop')` in a file that has it from elsewhere now.
 */
export function movedMentions(
  { services }: RefactoringContext,
  { path, session, syntax, symbol: { name }, files, namesOldFile }: MovedDefinition,
): Mentions {
  const { workspace, disk } = services;
  const computed = new ComputedFiles(workspace.root, disk);
  const { extensions } = extensionsAround(services, session.definition);
  const endings = [...new Set([...extensions, ...FILES_OF_SETTINGS])].sort();
  const others = disk.files(endings, workspace.trees.around(path)).keys();
  const changed = new Map(files.map((file) => [file.path, textAfter(file)]));
  const isText = (at: AdmittedPath): ((occurrence: Occurrence) => boolean) => {
    const text = changed.get(at) ?? textOnDisk(at) ?? '';
    const isOfLanguage = extensions.includes(extname(at));
    const pieces = isOfLanguage ? piecesOf(text, syntax) : [];
    const offsetAt = offsetsIn(text);
    return ({ positions }) =>
      !isOfLanguage || positions.some((one) => pieceAt(pieces, offsetAt(one) ?? -1) !== undefined);
  };
  const found: Occurrence[] = [];
  const paths = [...new Set([...changed.keys(), ...others])];
  for (const [at, lines] of Map.groupBy(
    linesWith([name], named(path, name), paths, files),
    (one) => one.path,
  ))
    if (!computed.has(at, textOnDisk(at) ?? '')) found.push(...lines.filter(isText(at)));
  for (const { path: at } of files.filter((file) => file.path !== path))
    found.push(...linesThatNameIt(at, changed.get(at) ?? '', namesOldFile));
  const byLine = new Map(found.map((one) => [`${lineOf(one)} ${one.path}`, one]));
  return listed(
    workspace,
    [...byLine.values()].sort((a, b) => compareText(a.path, b.path) || lineOf(a) - lineOf(b)),
  );
}

const lineOf = ({ positions: [first] }: Occurrence): number => first?.line ?? 0;

/** Behind the name of its file. */
function named(path: AdmittedPath, name: string): RegExp {
  const own = basename(path).replace(/\..*$/, '');
  const stem = OF_FOLDERS.test(own) ? basename(dirname(path)) : own;
  return new RegExp(`(?<=${wordIn(stem).source}(?:::|[.#:]))${wordIn(name).source}`, 'gu');
}

function linesThatNameIt(
  path: AdmittedPath,
  text: string,
  namesOldFile: MovedDefinition['namesOldFile'],
): Occurrence[] {
  return text.split('\n').flatMap((row, line): Occurrence[] => {
    const characters = Array.from(row.matchAll(/(["'`])([^"'`]+)\1/g))
      .filter(
        ({ 2: spelled = '', index }) =>
          !IMPORT.test(row.slice(Math.max(0, index - MOST_BEFORE), index)) && namesOldFile(path, spelled),
      )
      .map(({ index }) => index + 1);
    return characters.length === 0
      ? []
      : [{ path, positions: characters.map((character) => ({ line, character })), text: row }];
  });
}
