import { codeHolds, namesInCode } from '../../../backend/symbols/code.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import type { FilePlace, SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import type { TextEdits } from '../../../backend/symbols/text-edits.ts';
import { pythonSymbols } from '../symbol-syntax.ts';
import type { BoundName } from './import-statements.ts';
import { ModuleEdits } from './module-edits.ts';
import type { ModuleNames } from './module-names.ts';

const OBJECT = /(?<![\p{ID_Continue}.])((?:[\p{ID_Start}_]\p{ID_Continue}*\s*\.\s*)+)$/u;

/** What stands before the dot in front of a name: `shop.cart`. */
export function objectBefore(
  code: string,
  offset: number,
): { readonly name: string; readonly start: number } | undefined {
  const found = OBJECT.exec(code.slice(Math.max(0, offset - 500), offset));
  return found === null
    ? undefined
    : { name: found[0].replace(/\s/g, '').slice(0, -1), start: offset - found[0].length };
}

/** The module that a name in code stands for, if that is the source. */
export function moduleNamed(
  move: SymbolMove,
  names: ModuleNames,
  file: ModuleEdits,
  object: string,
): BoundName | undefined {
  return file.bound.find(({ statement: { module }, item, local }) => {
    const { text } = item.name;
    if (module === undefined) {
      const isNamed = item.alias === undefined ? text === object : local === object;
      return isNamed && names.isOf(text, file.path, move.source.path);
    }
    const spelled = module.endsWith('.') ? module + text : `${module}.${text}`;
    return local === object && names.isOf(spelled, file.path, move.source.path);
  });
}

/** Lets a file that imports the source import the target. Returns what cannot. */
export function followInPython(
  move: SymbolMove,
  names: ModuleNames,
  path: string,
  edits: TextEdits,
): FilePlace[] {
  const text = move.textOf(path);
  if (text === undefined) return [];
  const file = new ModuleEdits(path, text);
  const pieces = piecesOf(text, pythonSymbols);
  const left: FilePlace[] = [];
  const members = new Map<BoundName, { start: number; end: number }[]>();
  for (const offset of move.references.get(path) ?? []) {
    const statement = file.statements.find((one) => codeHolds(one, offset));
    const object = objectBefore(file.code, offset);
    if (statement !== undefined) {
      if (!followStatement(move, names, file, statement, offset)) left.push({ path, offset });
    } else if (pieceAt(pieces, offset) !== undefined && file.code[offset]?.trim() === '') continue;
    else if (object !== undefined) {
      const bound = moduleNamed(move, names, file, object.name);
      if (bound !== undefined) members.getOrInsert(bound, []).push({ start: object.start, end: offset });
      else if (!file.bound.some(({ local }) => local === object.name.split('.')[0]))
        left.push({ path, offset });
    }
  }
  for (const [bound, uses] of members)
    if (!followMembers(move, names, file, bound, uses, edits))
      left.push(...uses.map(({ end }) => ({ path, offset: end })));
  left.push(...passOnAll(move, names, file));
  file.finish(edits);
  return left;
}

/** `from a import f`. False where it cannot follow. */
function followStatement(
  move: SymbolMove,
  names: ModuleNames,
  file: ModuleEdits,
  statement: ModuleEdits['statements'][number],
  offset: number,
): boolean {
  const { module, items } = statement;
  const at = items.findIndex((item) => codeHolds(item, offset));
  const item = items[at];
  if (item === undefined || module === undefined || item.name.text !== move.name) return true;
  // Another module passes it on, which follows itself.
  if (!names.isOf(module, file.path, move.source.path)) return true;
  const target = names.spell(move.target.path, file.path, module);
  if (target === undefined) return false;
  file.drop(statement, at);
  file.add({ module: target, name: item.name.text, alias: item.alias, beside: statement });
  return true;
}

/** `a.f` becomes `b.f`. */
function followMembers(
  move: SymbolMove,
  names: ModuleNames,
  file: ModuleEdits,
  { statement, item, local }: BoundName,
  uses: readonly { readonly start: number; readonly end: number }[],
  edits: TextEdits,
): boolean {
  const { path, text, code } = file;
  const like = statement.module ?? item.name.text;
  const spelled = names.spell(move.target.path, path, like);
  if (spelled === undefined) return false;
  const isWhole = statement.module === undefined && item.alias === undefined;
  const dot = spelled.lastIndexOf('.');
  const [module, last] = [spelled.slice(0, dot + 1), spelled.slice(dot + 1)];
  const object = isWhole ? spelled : last;
  const all = namesInCode(code).filter(({ start }) => !file.statements.some((one) => codeHolds(one, start)));
  const root = object.split('.')[0] ?? '';
  const isTaken = all.some(({ name }) => name === root) || file.bound.some((one) => one.local === root);
  const sharesRoot = isWhole && root === local;
  if (isTaken && !sharesRoot) return false;
  edits.add(path, text, ...uses.map(({ start, end }) => ({ start, end, text: `${object}.` })));
  const isOther = ({ start }: { readonly start: number }): boolean =>
    !uses.some((use) => use.start === start) &&
    (!isWhole ||
      code
        .slice(start, start + item.name.text.length + 1)
        .replace(/\s/g, '')
        .startsWith(item.name.text));
  if (!all.some((one) => one.name === local && isOther(one)))
    file.drop(statement, statement.items.indexOf(item));
  if (isWhole || module === '') file.add({ module: undefined, name: spelled, beside: statement });
  else
    file.add({ module: /^\.+$/.test(module) ? module : module.slice(0, -1), name: last, beside: statement });
  return true;
}

/** `from a import *` passes on what has no underscore. */
function passOnAll(move: SymbolMove, names: ModuleNames, file: ModuleEdits): FilePlace[] {
  if (move.reexport || move.name.startsWith('_')) return [];
  return file.statements.flatMap((statement) => {
    const { module, items, start } = statement;
    const isAll = module !== undefined && items.some(({ name }) => name.text === '*');
    if (!isAll || !names.isOf(module, file.path, move.source.path)) return [];
    const target = names.spell(move.target.path, file.path, module);
    if (target === undefined) return [{ path: file.path, offset: start }];
    file.add({ module: target, name: move.name, beside: statement });
    return [];
  });
}
