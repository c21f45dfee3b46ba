import { extname, basename, dirname } from 'node:path';
import type { TextChange } from '../../backend/fixes/text-changes.ts';
import type { MovedPaths, MovedTree } from '../../backend/imports/moved-imports.ts';
import { pieceAt, piecesOf } from '../../backend/symbols/pieces.ts';
import { Modules, moduleOf } from './modules.ts';
import { pythonSymbols } from './symbol-syntax.ts';

/** Calls whose text is the dotted name of a module, or of something in it. */
const BEFORE =
  /\b(?:import_module|__import__|find_spec|resolve_name|run_module|reload|files|path|patch(?:\.(?:dict|multiple))?|spy|stub|setattr|delattr|setitem|delitem|importorskip)\s*\(\s*[rR]?$/;
const DOTTED = /(["'])((?:[\p{ID_Start}_]\p{ID_Continue}*\.)*[\p{ID_Start}_]\p{ID_Continue}*)\1/gu;

/** Dotted names of modules in texts: `import_module('shop.cart')`, `mock.patch('shop.cart.total')`. */
export const pythonPaths: MovedPaths = {
  endings: ['.py', '.pyi'],
  rewrite(text, _path, tree) {
    const names = renamed(tree);
    const pieces = piecesOf(text, pythonSymbols);
    const changes: TextChange[] = [];
    for (const { 2: spelled = '', index } of text.matchAll(DOTTED)) {
      if (pieceAt(pieces, index)?.kind === 'comment' || pieceAt(pieces, index)?.start !== index) continue;
      if (!BEFORE.test(text.slice(Math.max(0, index - 200), index))) continue;
      const [old, now] = names.find(([name]) => spelled === name || spelled.startsWith(`${name}.`)) ?? [];
      if (old !== undefined && now !== undefined && old !== now)
        changes.push({ start: index + 1, end: index + 1 + old.length, text: now });
    }
    return changes;
  },
};

/** The dotted names of what moves, and those that they get; the longest first. */
function renamed(tree: MovedTree): (readonly [string, string])[] {
  const still = new Modules({
    ...tree,
    files: new Map(),
    pathAfter: (one) => one,
    pathBefore: (one) => one,
  });
  const names = new Map<string, string>();
  for (const [from, to] of tree.files) {
    if (
      !/^\.pyi?$/.test(extname(from)) ||
      (basename(from).startsWith('__init__') && dirname(from) === tree.root)
    )
      continue;
    const [old, now] = [still.absolute(moduleOf(from)), still.absolute(moduleOf(to))];
    if (old !== undefined && now !== undefined) names.set(old, now);
  }
  return [...names].sort(([a], [b]) => b.length - a.length);
}
