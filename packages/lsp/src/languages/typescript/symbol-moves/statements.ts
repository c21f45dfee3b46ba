import type { TextRange } from '../../../backend/symbols/code.ts';

/** `name`, `name as local`, `type name`. */
export interface ModuleItem extends TextRange {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

/** `import ... from`, `export ... from`, `export { ... }`. */
export interface Statement extends TextRange {
  readonly kind: 'import' | 'export';
  /** All of it is for types: `import type`. */
  readonly isType: boolean;
  readonly defaultName?: string;
  /** `* as name`; empty for `export *`. */
  readonly star?: string;
  readonly items?: readonly ModuleItem[];
  /** What the braces hold. */
  readonly list?: TextRange;
  /** Of what the specifier's quotes hold. */
  readonly specifier?: TextRange & { readonly text: string; readonly quote: string };
  /** `with { type: 'json' }` */
  readonly attributes: string;
}

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const FROM = String.raw`(?<quote>["'])(?<spec>[ ]*)\k<quote>(?<attributes>\s*(?:with|assert)\s*\{[^{}]*\})?`;
const LIST = String.raw`\{(?<list>[^{}]*)\}`;

const IMPORT = new RegExp(
  String.raw`import\s*(?<type>\btype\s+(?!from\b|,))?(?:(?<default>${NAME})\s*(?:,\s*)?)??` +
    String.raw`(?:\*\s*as\s+(?<star>${NAME})\s*|${LIST}\s*)?(?:\bfrom\s*)?${FROM}[ \t]*;?`,
  'dyu',
);
const EXPORT = new RegExp(
  String.raw`export\s*(?<type>\btype\s+)?(?:(?<all>\*)(?:\s*as\s+(?<star>${NAME}))?|${LIST})` +
    String.raw`(?:\s*from\s*${FROM})?[ \t]*;?`,
  'dyu',
);
const ITEM = new RegExp(
  String.raw`(?:(?<type>type)\s+(?!as\b|,|$))?(?<name>${NAME})(?:\s+as\s+(?<local>${NAME}))?`,
  'gu',
);
const WORD = /(?<![\p{ID_Continue}$.])(?:import|export)(?![\p{ID_Continue}$])/gu;

/**
 * The statements that import, or pass on, in the order of the text.
 *
 * @param code the text without comments and quoted texts
 */
export function statementsIn(text: string, code: string): Statement[] {
  const found: Statement[] = [];
  for (const { 0: word, index } of code.matchAll(WORD)) {
    const before = code.slice(Math.max(0, index - 200), index).trimEnd();
    const line = code.slice(Math.max(0, index - 200), index);
    const isFirst = before === '' || /[;}"')]$/.test(before) || /\n[ \t]*$/.test(line);
    const statement = isFirst ? read(word === 'import' ? IMPORT : EXPORT, text, code, index) : undefined;
    if (statement !== undefined) found.push(statement);
  }
  return found;
}

function read(pattern: RegExp, text: string, code: string, start: number): Statement | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(code);
  const groups = match?.groups;
  if (match === null || groups === undefined) return undefined;
  const range = (name: string): TextRange | undefined => {
    const at = match.indices?.groups?.[name];
    return at === undefined ? undefined : { start: at[0], end: at[1] };
  };
  const [spec, list] = [range('spec'), range('list')];
  const star = groups['star'] ?? (groups['all'] === undefined ? undefined : '');
  return {
    kind: pattern === IMPORT ? 'import' : 'export',
    start,
    end: start + match[0].length,
    isType: groups['type'] !== undefined,
    ...(groups['default'] !== undefined && { defaultName: groups['default'] }),
    ...(star !== undefined && { star }),
    ...(list !== undefined && { list, items: itemsIn(code, list) }),
    ...(spec !== undefined && {
      specifier: { ...spec, text: text.slice(spec.start, spec.end), quote: groups['quote'] ?? "'" },
    }),
    attributes: groups['attributes'] ?? '',
  };
}

function itemsIn(code: string, { start, end }: TextRange): ModuleItem[] {
  return Array.from(code.slice(start, end).matchAll(ITEM), ({ 0: all, index, groups }): ModuleItem => {
    const name = groups?.['name'] ?? '';
    return {
      start: start + index,
      end: start + index + all.length,
      name,
      local: groups?.['local'] ?? name,
      isType: groups?.['type'] !== undefined,
    };
  });
}

/** A name that a file imports. */
export interface Imported {
  readonly statement: Statement;
  readonly local: string;
  /** `default`, `*`, or the name in its module. */
  readonly name: string;
  readonly isType: boolean;
  /** `{ type T }` */
  readonly isInline: boolean;
}

export function importedBy(statements: readonly Statement[]): Imported[] {
  return statements.flatMap((statement): Imported[] => {
    const { kind, isType, defaultName, star, items = [] } = statement;
    if (kind !== 'import') return [];
    return [
      ...(defaultName === undefined
        ? []
        : [{ statement, local: defaultName, name: 'default', isType, isInline: false }]),
      ...(star === undefined ? [] : [{ statement, local: star, name: '*', isType, isInline: false }]),
      ...items.map((item) => ({
        statement,
        local: item.local,
        name: item.name,
        isType: isType || item.isType,
        isInline: item.isType,
      })),
    ];
  });
}
