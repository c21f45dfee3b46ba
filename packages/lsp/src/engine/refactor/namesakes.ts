import { linesOf } from '../../backend/navigation/lines.ts';
import { combine, lastBegun, textAfter } from '../../backend/fixes/text-changes.ts';
import { positionAt } from '../../client/documents/text-edit.ts';
import { clip, oneLine } from '../../support/escaped.ts';
import type { Mention } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { TextSnapshot } from '../disk/text-snapshot.ts';
import type { NewName, ServerRenaming } from '../navigate/renaming.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

/** How many lines are listed. */
const MOST_LISTED = 20;

type Edits = Extract<ServerRenaming, { readonly kind: 'edits' }>;

interface WithNamesakes {
  readonly files: ChangedFile[];
  /** Names that are made of the old one, and stay. */
  readonly staying: readonly Mention[];
}

/** The changed files, with names that are made of the symbol's: `ExampleStack_Push`. */
export function withNamesakes(
  { disk, workspace }: Pick<Servers, 'disk' | 'workspace'>,
  renamings: readonly Edits[],
  changed: ChangedFile[],
  { oldName, newName }: NewName,
): WithNamesakes {
  const byPath = new Map(changed.map((file) => [file.path, file]));
  const staying: Mention[] = [];
  for (const { session, references } of renamings) {
    const { namedAfter, extensions } = session.definition;
    const texts = new TextSnapshot();
    const declared = references
      .map(({ path, range }) => ({ path, row: texts.line(path, range.start.line) ?? '' }))
      .find(({ row }) => /^(?:func|type)\b|^\t\w+\s+(?:struct|interface)\b/.test(row));
    if (namedAfter === undefined || declared === undefined) continue;
    const tree = workspace.trees.around(declared.path);
    const paths = [...disk.files(extensions, tree).keys()];
    const files = paths.map((path) => ({ path, text: textOnDisk(path) ?? '' }));
    const found = namedAfter({ oldName, newName, declaration: declared.row, path: declared.path, files });
    for (const [path, own] of Map.groupBy(found, (one) => one.path)) {
      const former = textOnDisk(path) ?? '';
      const known = byPath.get(path) ?? { path, former, changes: [] };
      const more = own.flatMap(({ start, end, text }) =>
        text === undefined || (lastBegun(known.changes, end - 1)?.end ?? 0) > start
          ? []
          : { start, end, text },
      );
      const changes = combine([known.changes, more]);
      const isChanged = more.length > 0 && typeof changes !== 'string';
      const file = isChanged ? { path, former, changes } : known;
      if (isChanged) byPath.set(path, file);
      const left = own.filter(({ text }) => text === undefined).slice(0, MOST_LISTED - staying.length);
      if (left.length > 0) staying.push(...left.map(({ start }) => mentionAt(workspace, file, start)));
    }
  }
  const files = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, staying };
}

/** The line as it will be. */
function mentionAt(workspace: Servers['workspace'], file: ChangedFile, start: number): Mention {
  const { line, character } = positionAt(file.former ?? '', start);
  return {
    file: workspace.folder(file.path),
    line: line + 1,
    character: character + 1,
    text: clip(oneLine(linesOf(textAfter(file))[line] ?? ''), MAX_LINE),
  };
}
