import { basename } from 'node:path';
import { codeHolds, namesInCode } from '../../../backend/symbols/code.ts';
import { pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import type { FilePlace, SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import type { TextEdits } from '../../../backend/symbols/text-edits.ts';
import { typescriptSymbols } from '../symbol-syntax.ts';
import { ImportEdits } from './import-edits.ts';
import { specifierLike } from './spelling.ts';
import type { Statement } from './statements.ts';

/** A use that is rewritten by its text: `(await import('./a')).f`. */
interface Spelled {
  readonly start: number;
  readonly end: number;
  readonly specifier: string;
}

const OBJECT = /([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\??\.\s*$/u;
const IMPORT_CALL = /\bimport\(\s*(["'])([^"'\n]*)\1\s*\)\s*\)?\s*\.\s*$/;
const THEN = /\bimport\(\s*(["'])([^"'\n]*)\1\s*\)\s*\.then\(\s*(?:async\s*)?\(?\s*\{\s*$/;
/** `import('./a').then((a) => a.f)`, also `({ default: a.f })`. */
const THEN_MEMBER =
  /\bimport\(\s*(["'])([^"'\n]*)\1\s*\)\s*\.then\(\s*(?:async\s*)?\(?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\)?\s*=>\s*(?:\(\s*\{\s*default\s*:\s*)?\3\s*\.\s*$/u;
const AFTER_MEMBER = /^[\p{ID_Continue}$]+\s*,?\s*(?:\}\s*\)\s*,?\s*)?\)/u;
const AFTER_ALONE = /^[\p{ID_Continue}$]+(?:\s*:\s*[\p{ID_Continue}$]+)?\s*,?\s*\}/u;
const CALLED = /^\s*=\s*(?:await\s+import|require)\(\s*(["'])([^"'\n]*)\1\s*\)/;

/** Lets a file that imports the source import the target. Returns what cannot. */
export function followInTypescript(
  move: SymbolMove,
  path: string,
  isType: boolean,
  edits: TextEdits,
): FilePlace[] {
  const text = move.textOf(path);
  if (text === undefined) return [];
  const file = new ImportEdits(path, text);
  const pieces = piecesOf(text, typescriptSymbols);
  const left: FilePlace[] = [];
  const members = new Map<Statement, { local: string; start: number; offset: number }[]>();
  for (const offset of move.references.get(path) ?? []) {
    const leave = (): void => void left.push({ path, offset });
    const piece = pieceAt(pieces, offset);
    const statement = file.statements.find((one) => codeHolds(one, offset));
    const spelled = spelledUse(text, offset, move);
    if (piece?.kind === 'comment') continue;
    if (statement !== undefined) {
      if (!followStatement(move, file, statement, offset)) leave();
    } else if (spelled !== undefined) {
      if (move.leadsTo(path, spelled.specifier, move.source.path)) {
        const specifier = specifierLike(spelled.specifier, path, move);
        if (specifier === undefined) leave();
        else edits.add(path, text, { ...spelled, text: specifier });
      }
    } else {
      const [all, object] = OBJECT.exec(file.code.slice(Math.max(0, offset - 500), offset)) ?? [];
      const bound = file.imported.find(({ local }) => local === (object ?? wordAt(text, offset)));
      if (bound === undefined || piece?.kind === 'quoted') leave();
      else if (all !== undefined && bound.name === '*' && leads(move, path, bound.statement))
        members
          .getOrInsertComputed(bound.statement, () => [])
          .push({ local: bound.local, start: offset - all.length, offset });
    }
  }
  for (const [statement, uses] of members)
    if (!followMembers(move, file, statement, uses, isType, edits))
      left.push(...uses.map(({ offset }) => ({ path, offset })));
  left.push(...passOnAll(move, file, isType));
  file.finish(edits);
  return left;
}

function wordAt(text: string, offset: number): string {
  return /^[\p{ID_Continue}$]+/u.exec(text.slice(offset, offset + 500))?.[0] ?? '';
}

export function leads(move: SymbolMove, path: string, { specifier }: Statement): boolean {
  return specifier !== undefined && move.leadsTo(path, specifier.text, move.source.path);
}

/** `import { f } from`, `export { f } from`. False where it cannot follow. */
function followStatement(move: SymbolMove, file: ImportEdits, statement: Statement, offset: number): boolean {
  const { kind, isType, items = [], specifier, attributes } = statement;
  const item = items.find((one) => codeHolds(one, offset));
  if (item === undefined || item.name !== move.name || specifier === undefined) return true;
  // Another file passes it on, which follows itself.
  if (!leads(move, file.path, statement)) return true;
  const target = specifierLike(specifier.text, file.path, move);
  if (target === undefined) return false;
  file.drop(statement, item.local);
  file.add({
    kind,
    name: item.name,
    local: item.local,
    isType: isType || item.isType,
    isInline: item.isType,
    specifier: target,
    attributes,
    instead: statement,
  });
  return true;
}

/** `ns.f` becomes `f`, or what the file calls it; where it has another `f`, another `ns.f`. */
function followMembers(
  move: SymbolMove,
  file: ImportEdits,
  statement: Statement,
  uses: readonly { readonly local: string; readonly start: number; readonly offset: number }[],
  isType: boolean,
  edits: TextEdits,
): boolean {
  const { path, text, code } = file;
  const [first] = uses;
  const specifier = specifierLike(statement.specifier?.text ?? '', path, move);
  if (first === undefined || specifier === undefined) return false;
  const names = namesInCode(code).filter(
    ({ start }) => !file.statements.some((one) => codeHolds(one, start)),
  );
  const known = file.imported.find((one) => one.name === move.name && leads(move, path, one.statement));
  const isTaken =
    known === undefined &&
    (names.some(({ name }) => name === move.name) || file.imported.some(({ local }) => local === move.name));
  const local = moduleName(specifier);
  const module = isTaken
    ? [local, `${local}Module`].find((one) => !names.some(({ name }) => name === one))
    : undefined;
  if (isTaken && module === undefined) return false;
  for (const { start, offset } of uses)
    edits.add(path, text, {
      start,
      end: offset + move.name.length,
      text: module === undefined ? (known?.local ?? move.name) : `${module}.${move.name}`,
    });
  const others = names.filter(({ name }) => name === first.local);
  if (others.length === uses.length) file.drop(statement, first.local);
  if (known !== undefined) return true;
  file.add({
    kind: 'import',
    name: module === undefined ? move.name : '*',
    local: module ?? move.name,
    isType: isType || statement.isType,
    specifier,
    instead: statement,
  });
  return true;
}

/** What a module may be called, by its path: `./price-list.js` is `priceList`. */
function moduleName(specifier: string): string {
  const stem = basename(specifier).replace(/\..*$/, '');
  const name = stem.replace(/[^\p{ID_Continue}]+(\p{L}?)/gu, (_, letter: string) => letter.toUpperCase());
  return /^[\p{ID_Start}_]/u.test(name) ? name : `_${name}`;
}

/** `export * from` the source: the symbol is passed on by name. */
function passOnAll(move: SymbolMove, file: ImportEdits, isType: boolean): FilePlace[] {
  if (move.reexport) return [];
  const all = file.statements.filter(
    (one) => one.kind === 'export' && one.star !== undefined && leads(move, file.path, one),
  );
  return all.flatMap((statement) => {
    const { star, specifier, start } = statement;
    if (star !== '') return [{ path: file.path, offset: start }];
    const isThere = file.statements.some(
      (one) =>
        one.kind === 'export' &&
        one.specifier !== undefined &&
        (one.star === '' || one.items?.some(({ local }) => local === move.name) === true) &&
        (one.star === '' ? move.leadsTo(file.path, one.specifier.text, move.target.path) : true),
    );
    if (isThere) return [];
    const target = specifierLike(specifier?.text ?? '', file.path, move);
    if (target === undefined) return [{ path: file.path, offset: start }];
    file.add({ kind: 'export', name: move.name, local: move.name, isType, specifier: target });
    return [];
  });
}

/** A use whose module stands beside it, and of which nothing else is used there. */
function spelledUse(text: string, offset: number, { name }: SymbolMove): Spelled | undefined {
  const before = text.slice(Math.max(0, offset - 500), offset);
  const from = offset - before.length;
  const behind = text.slice(offset, offset + 500);
  const found =
    IMPORT_CALL.exec(before) ??
    (isAlone(text, offset, name) ? THEN.exec(before) : null) ??
    (AFTER_MEMBER.test(behind) ? THEN_MEMBER.exec(before) : null);
  if (found !== null) {
    const start = from + found.index + found[0].indexOf(found[1] ?? '"') + 1;
    return { start, end: start + (found[2] ?? '').length, specifier: found[2] ?? '' };
  }
  if (!/\{\s*$/.test(before) || !isAlone(text, offset, name)) return undefined;
  const alone = AFTER_ALONE.exec(behind)?.[0] ?? '';
  const called = CALLED.exec(text.slice(offset + alone.length, offset + alone.length + 500));
  if (called === null) return undefined;
  const start = offset + alone.length + called[0].indexOf(called[1] ?? '"') + 1;
  return { start, end: start + (called[2] ?? '').length, specifier: called[2] ?? '' };
}

function isAlone(text: string, offset: number, name: string): boolean {
  return text.startsWith(name, offset) && AFTER_ALONE.test(text.slice(offset, offset + 500));
}
