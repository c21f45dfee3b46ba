import type { SurfacePart } from '../../../backend/imports/imports.ts';
import { declaredBodies, type TokenRange } from './bodies.ts';
import { mayNarrow } from './narrowing.ts';
import { type TopStatement, statementsOf, variablesIn } from './statements.ts';
import { type Token, type Tokens, tokensOf } from './tokens.ts';
import { writtenTokens } from './written-tokens.ts';

/** In JavaScript, functions are what their bodies make of them; declarations are seen everywhere. */
const SOURCE = /(?<!\.d)(?<!\.d\.\w{1,20})\.[cm]?tsx?$/;

/** They bring files into the program, wherever they stand. */
const LOADING = new Set(['import', 'require']);

/**
 * What other files can see of a TypeScript module, in a form that does not depend on how it is laid out;
 * undefined where that is in doubt.
 *
 * Left out: comments that say nothing to a compiler; bodies of functions whose result is declared, or is
 * none; what is not exported and not named, directly or not, by what is seen; which names the imports of all
 * that bring.
 * All that types are inferred from stays.
 */
export function typescriptSurface(text: string, path: string): SurfacePart[] | undefined {
  if (!SOURCE.test(path)) return undefined;
  const hasTags = path.endsWith('.tsx');
  const read = tokensOf(text, hasTags);
  if (read === undefined || !isParsed(text, hasTags)) return undefined;
  const { tokens } = read;
  if (reachesBeyond(tokens)) return undefined;
  const statements = statementsOf(tokens);
  return statements.some(({ start }) => isOfModule(tokens, start))
    ? surfaceOf(read, statements, hasTags)
    : undefined;
}

/** `import('./a')` and `import.meta` may stand in a script. */
function isOfModule(tokens: readonly Token[], start: number): boolean {
  const [first, next] = [tokens[start]?.text, tokens[start + 1]?.text ?? ''];
  return first === 'export' || (first === 'import' && next !== '(' && next !== '.');
}

/** What it exports is no list of names. */
function reachesBeyond(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text, within }, at) => {
    if (kind !== 'word' || tokens[at - 1]?.text === '.') return false;
    const [next, second] = [tokens[at + 1], tokens[at + 2]];
    if (within >= 0) return false;
    if (text === 'export') return next?.text === '=' || next?.text === 'as' || next?.text === 'import';
    return text === 'import' && (second?.text === '=' || tokens[at + 3]?.text === '=');
  });
}

const PARSERS = {
  plain: new Bun.Transpiler({ loader: 'ts' }),
  tags: new Bun.Transpiler({ loader: 'tsx' }),
} as const;

function isParsed(text: string, hasTags: boolean): boolean {
  try {
    PARSERS[hasTags ? 'tags' : 'plain'].scan(text);
    return true;
  } catch {
    return false;
  }
}

function surfaceOf(
  { tokens, notes }: Tokens,
  statements: readonly TopStatement[],
  hasTags: boolean,
): SurfacePart[] {
  const variables = new Set(statements.flatMap((statement) => assignedIn(tokens, statement)));
  const takesPart = (word: string): boolean => variables.has(word) || LOADING.has(word);
  const begins = new Set(statements.map(({ start }) => start));
  const functions = declaredBodies(tokens, begins);
  const bodies = functions.filter((body) => !wordsIn(tokens, body).some(takesPart));
  const tokensOfAll = (all: readonly TokenRange[]): Set<number> =>
    new Set(all.flatMap(({ start, end }) => range(start, end)));
  const [unseen, later] = [tokensOfAll(bodies), tokensOfAll(functions)];
  const braces = new Set(bodies.flatMap(({ end }) => (tokens[end]?.text === '}' ? end : [])));
  const kept = notes.filter(({ before }) => !unseen.has(before) && !braces.has(before));

  const named = new Set(hasTags ? ['React'] : []);
  const mention = (words: readonly string[]): void => words.forEach((word) => named.add(word));
  mention(kept.flatMap(({ text }) => text.match(NAME) ?? []));
  const imports = new Map(
    statements.flatMap((one) => {
      const found = one.kind === 'import' ? importOf(tokens, one) : undefined;
      return found === undefined ? [] : [[one, found] as const];
    }),
  );
  // Whatever the settings of tags name.
  if (hasTags) mention([...imports.values()].flatMap(({ items }) => items.map(({ name }) => name)));
  const seen = new Set<TopStatement>();
  const see = (statement: TopStatement): void => {
    seen.add(statement);
    mention(wordsIn(tokens, statement, unseen));
  };
  const runs = (statement: TopStatement): boolean =>
    statement.kind !== 'local' ||
    wordsIn(tokens, statement).some(takesPart) ||
    mayNarrow(tokens, statement, later);
  for (const statement of statements) if (!imports.has(statement) && runs(statement)) see(statement);
  const declaring = Map.groupBy(
    statements
      .filter(({ kind }) => kind === 'local')
      .flatMap((statement) => statement.names.map((name) => ({ name, statement }))),
    ({ name }) => name,
  );
  // What is mentioned meanwhile comes, too.
  for (const name of named)
    for (const { statement } of declaring.get(name) ?? []) if (!seen.has(statement)) see(statement);
  const ofImports = tokensOfAll([...imports.keys()]);
  const general = kept.filter(
    ({ before }) => before === 0 || before === tokens.length || ofImports.has(before),
  );
  const imported = new Map(
    [...imports.values()].flatMap((one) => importParts(one, named)).map((part) => [part.text, part]),
  );
  // What assigns may change the type of what it names, wherever that is said.
  const usedBy = (statement: TopStatement): readonly string[] | undefined => {
    const isExport = tokens[statement.start]?.text === 'export';
    const declaration = { start: statement.start + (isExport ? 1 : 0), end: statement.end };
    if (mayNarrow(tokens, declaration, later)) return undefined;
    const assigned = wordsIn(tokens, statement).filter((word) => variables.has(word));
    return statement.usedBy && [...statement.usedBy, ...assigned];
  };
  const notesAt = Map.groupBy(
    kept.filter(({ before }) => before > 0),
    ({ before }) => before,
  );
  return [
    ...general.map(({ text }) => ({ text, names: undefined })),
    ...[...imported.keys()].sort().flatMap((text) => imported.get(text) ?? []),
    ...statements
      .filter((one) => seen.has(one))
      .map((one) => ({
        text: writtenTokens(tokens, one, unseen, notesAt),
        names: usedBy(one),
        scope: scopeOf(tokens, one),
        isStar: isStar(tokens, one),
        isPassed: isList(tokens, one),
      })),
  ];
}

/** `export * from './a'`, not `export * as a` */
function isStar(tokens: readonly Token[], { start }: TopStatement): boolean {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((at) => tokens[start + at]?.text);
  return first === 'export' && (second === '*' ? third !== 'as' : third === '*' && fourth !== 'as');
}

/** `export { a }`, `export type { A } from './a'` */
function isList(tokens: readonly Token[], { start }: TopStatement): boolean {
  const [first, second, third] = [0, 1, 2].map((at) => tokens[start + at]?.text);
  return first === 'export' && (second === '{' || (second === 'type' && third === '{'));
}

function scopeOf(tokens: readonly Token[], { start, kind }: TopStatement): 'importers' | 'file' | 'all' {
  if (tokens[start]?.text === 'declare') return 'all';
  return kind === 'local' ? 'file' : 'importers';
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** The words of these tokens, and of text between tags. */
function wordsIn(
  tokens: readonly Token[],
  { start, end }: TokenRange,
  unseen?: ReadonlySet<number>,
): string[] {
  return tokens.slice(start, end).flatMap(({ kind, text }, index) => {
    if (unseen?.has(start + index) === true) return [];
    if (kind === 'word') return text.match(NAME) ?? [];
    return kind === 'text' && !/^["'`/]/.test(text) ? (text.match(NAME) ?? []) : [];
  });
}

/** Variables at the top of a module, and those that a block there declares for all of it. */
function assignedIn(tokens: readonly Token[], { start, end }: TopStatement): string[] {
  return range(start, end).flatMap((at) => {
    const { kind, text, within } = tokens[at] ?? { kind: 'mark', text: '', within: 0 };
    const isOne = kind === 'word' && (text === 'var' || (text === 'let' && within < 0));
    return isOne && tokens[at - 1]?.text !== '.' ? variablesIn(tokens, at, end) : [];
  });
}

interface Import {
  /** As it is quoted. */
  readonly module: string;
  /** Each with the name that it has here: `type a as b`, `* as c`, `d`. */
  readonly items: readonly { readonly name: string; readonly spelled: string }[];
}

/** Undefined where it is more than an import. */
function importOf(tokens: readonly Token[], { start, end }: TopStatement): Import | undefined {
  const own = tokens.slice(start, end).filter(({ text }) => text !== ';');
  const module = own.at(-1);
  if (module?.kind !== 'text' || own.some((token, at) => token.kind === 'text' && at < own.length - 1))
    return undefined;
  if (own.length === 2) return { module: module.text, items: [] };
  if (own.at(-2)?.text !== 'from') return undefined;
  const isType = own[1]?.text === 'type' && own[2]?.text !== ',' && own.length > 4;
  const items: { readonly name: string; readonly spelled: string }[] = [];
  let words: string[] = [];
  let kind = isType ? 'type ' : '';
  for (const { text } of own.slice(isType ? 2 : 1, -1)) {
    if (!',{}'.includes(text) && text !== 'from') words.push(text);
    else {
      const name = words.at(-1);
      if (name !== undefined) items.push({ name, spelled: kind + words.join(' ') });
      words = [];
      if (text === '{') kind += '{ ';
    }
  }
  return { module: module.text, items };
}

/** A file of the project, or a part of the runtime: all are there in any case. A package may declare more. */
const LOADS_NOTHING = /^["'](?:\.|node:)/;

/** What an import loads, and each name that it brings and somebody says. */
function importParts({ module, items }: Import, named: ReadonlySet<string>): SurfacePart[] {
  return [
    {
      text: `import ${module}`,
      names: items.length > 0 && LOADS_NOTHING.test(module) ? [] : undefined,
      isLoad: true,
    },
    ...items.flatMap(({ name, spelled }) =>
      named.has(name)
        ? { text: `import ${spelled} from ${module}`, names: [name], scope: 'file' as const }
        : [],
    ),
  ];
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
