import { linesOf } from '../../backend/navigation/lines.ts';
import { combine, textAfter } from '../../backend/fixes/text-changes.ts';
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
    for (const { path, start, end, text } of found) {
      const former = textOnDisk(path) ?? '';
      const known = byPath.get(path) ?? { path, former, changes: [] };
      if (text === undefined) {
        const { line, character } = positionAt(former, start);
        const row = linesOf(textAfter(known))[line] ?? '';
        staying.push({
          file: workspace.folder(path),
          line: line + 1,
          character: character + 1,
          text: clip(oneLine(row), MAX_LINE),
        });
        continue;
      }
      const changes = combine([known.changes, [{ start, end, text }]]);
      if (typeof changes !== 'string') byPath.set(path, { path, former, changes });
    }
  }
  const files = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, staying: staying.slice(0, MOST_LISTED) };
}
