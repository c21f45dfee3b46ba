import { codeHolds } from '../../../backend/symbols/code.ts';
import type { FilePlace, SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import type { TextEdits } from '../../../backend/symbols/text-edits.ts';
import { type ModulePlace, placeInCrate } from './crates.ts';
import { isSamePath, pathBefore, pathFrom, Paths } from './paths.ts';
import { UseEdits } from './use-edits.ts';

/** Both modules of a move. */
export interface Places {
  readonly source: ModulePlace;
  readonly target: ModulePlace;
}

/** Lets a file that uses the symbol name it by its new path. Returns what cannot. */
export function followInRust(move: SymbolMove, places: Places, path: string, edits: TextEdits): FilePlace[] {
  const text = move.textOf(path);
  const place = placeInCrate(path, move.root, move.isFile);
  const offsets = move.references.get(path) ?? [];
  if (text === undefined) return [];
  if (place === undefined) return offsets.map((offset) => ({ path, offset }));
  const file = new UseEdits(path, text);
  const paths = new Paths(file, place, (name) =>
    new RegExp(String.raw`(?<!\w)mod\s+${RegExp.escape(name)}\s*[;{]`).test(file.code),
  );
  const old = [...pathFrom(places.source, place), move.name];
  const now = [...pathFrom(places.target, place), move.name];
  const left: FilePlace[] = [];
  for (const offset of offsets) {
    if (file.code[offset]?.trim() === '') continue;
    const statement = file.statements.find((one) => codeHolds(one, offset));
    const before = pathBefore(file.code, offset);
    if (statement !== undefined) {
      const used = file.used.find(({ node }) => codeHolds(node, offset));
      if (used === undefined || !isSamePath(paths.absolute(used.path, used.node.start), old)) continue;
      file.drop(used.node);
      file.add({ visibility: statement.visibility, path: now, alias: used.node.alias, beside: statement });
    } else if (before !== undefined) {
      if (isSamePath([...paths.absolute(before.segments, before.start), move.name], old))
        edits.add(path, text, { start: before.start, end: offset, text: `${now.slice(0, -1).join('::')}::` });
    } else if (!followBare(file, paths, { offset, name: move.name, old, now })) left.push({ path, offset });
  }
  file.finish(edits);
  return left;
}

/** A name without a path: brought by name, or by `*`. */
function followBare(
  file: UseEdits,
  paths: Paths,
  {
    offset,
    name,
    old,
    now,
  }: {
    readonly offset: number;
    readonly name: string;
    readonly old: readonly string[];
    readonly now: readonly string[];
  },
): boolean {
  const word = /^\w+/.exec(file.code.slice(offset))?.[0];
  if (word !== name || file.used.some(({ local }) => local === word)) return true;
  const inside = file.braces.around(offset).flatMap((one) => one ?? []);
  const globs = file.used.filter(
    ({ node, statement }) => node.path.at(-1) === '*' && isSamePath(statement.inside, inside),
  );
  const own = globs.find(({ node }) =>
    isSamePath(paths.absolute(node.path.slice(0, -1), node.start), old.slice(0, -1)),
  );
  if (own !== undefined) file.add({ visibility: own.statement.visibility, path: now, beside: own.statement });
  return globs.length > 0;
}
