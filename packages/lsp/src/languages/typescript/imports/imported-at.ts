import type { ImportedName } from '../../../backend/imports/imports.ts';
import { codeHolds, codeOf } from '../../../backend/symbols/code.ts';
import { typescriptSymbols } from '../symbol-syntax.ts';
import { statementsIn } from '../symbol-moves/statements.ts';

/** A name in braces, which the file calls as its module does. */
export function importedAt(text: string, offset: number, name: string): ImportedName | undefined {
  const statements = statementsIn(text, codeOf(text, typescriptSymbols));
  const around = statements.find((one) => codeHolds(one, offset));
  for (const statement of around === undefined ? statements : [around]) {
    const { kind, items = [], specifier, start, end } = statement;
    if (specifier === undefined || (kind === 'export' && around === undefined)) continue;
    const isNamed = items.some((item) =>
      around === undefined ? item.name === name && item.local === name : item.name === name,
    );
    if (isNamed) return { specifier: specifier.text, start, end };
  }
  return undefined;
}
