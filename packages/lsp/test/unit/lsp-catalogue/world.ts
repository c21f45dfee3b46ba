import type {
  Call,
  DocumentSymbol,
  Hover,
  Place,
  Position,
  Range,
  WorkspaceSymbol,
} from '../../../src/backend/model.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';
import {
  failed,
  type FailureKind,
  found,
  type Found,
  type Listing,
  type TextDocumentPosition,
} from '../../../src/engine/navigate/found.ts';
import type { Navigation } from '../../../src/engine/navigate/navigator.ts';

const ROOT = '/w';

/** `cart.ts:3:14`, 1-based. */
export type At = string;

/** What is declared at a place; `to` is the last line of it. */
export interface Declared {
  name: string;
  kind: number;
  at: At;
  to?: number;
  container?: string;
}

/** A workspace, and what its language servers know. */
export interface World {
  files: Record<string, string>;
  declared?: Declared[];
  /** What else is found by name in the workspace; by default all that is declared. */
  listed?: WorkspaceSymbol[];
  /** Where each place leads. `outside` is somewhere else; what is not here leads nowhere. */
  definitions?: Record<At, At[]>;
  references?: Place[];
  hover?: Hover;
  calls?: Call[];
  outside?: number;
  /** The questions that cannot be answered, and why. */
  failing?: Partial<Record<keyof Navigation, FailureKind>>;
}

export function pathOf(file: string): AdmittedPath {
  return `${ROOT}/${file}` as AdmittedPath;
}

export function at(place: At): { path: AdmittedPath; position: Position } {
  const [, file = '', line = '', character = ''] = /^(.*):(\d+):(\d+)$/s.exec(place) ?? [];
  return { path: pathOf(file), position: { line: Number(line) - 1, character: Number(character) - 1 } };
}

/** So many characters of one line. */
export function place(where: At, length = 1): Place {
  const { path, position } = at(where);
  return {
    path,
    range: { start: position, end: { line: position.line, character: position.character + length } },
  };
}

/** Everything that was asked, in order: `definition cart.ts:3:14`. */
export interface Asked {
  navigation: Navigation;
  asked: string[];
}

export function navigationOf(world: World): Asked {
  const {
    files,
    declared = [],
    definitions = {},
    references = [],
    calls = [],
    outside = 0,
    failing = {},
  } = world;
  const asked: string[] = [];
  const ask = async <T>(question: keyof Navigation, about: string, value: () => T): Promise<Found<T>> => {
    asked.push(`${question} ${about}`);
    const why = failing[question];
    return why === undefined ? found(value()) : failed(why, `${question} failed`);
  };
  const spotted = ({ filePath, position }: TextDocumentPosition): At =>
    `${relative(filePath)}:${position.line + 1}:${position.character + 1}`;
  const listing = <T>(items: readonly T[], elsewhere = outside): Listing<T> => ({
    items,
    outside: elsewhere,
  });
  const symbols = declared.map((symbol): DocumentSymbol & { path: AdmittedPath } => {
    const { path, position } = at(symbol.at);
    const end = { line: position.line, character: position.character + symbol.name.length };
    const range: Range =
      symbol.to === undefined
        ? { start: position, end }
        : { start: { line: position.line, character: 0 }, end: { line: symbol.to - 1, character: 99 } };
    return {
      name: symbol.name,
      kind: symbol.kind,
      path,
      range,
      selectionRange: { start: position, end },
      ...(symbol.container !== undefined && { containerName: symbol.container }),
    };
  });
  const places =
    (question: 'definition' | 'typeDefinition' | 'implementation') => (spot: TextDocumentPosition) =>
      ask(question, spotted(spot), () => {
        const leads = definitions[spotted(spot)] ?? [];
        const inside = leads.filter((lead) => lead !== 'outside');
        return listing(
          inside.map((lead) => place(lead)),
          leads.length - inside.length,
        );
      });
  const listed = (query: string) =>
    ask('workspaceSymbols', query, () =>
      listing(
        world.listed ??
          symbols.map(({ selectionRange, ...symbol }) => ({ ...symbol, range: selectionRange })),
      ),
    );
  const navigation: Navigation = {
    definition: places('definition'),
    typeDefinition: places('typeDefinition'),
    implementation: places('implementation'),
    references: (spot, includeDeclaration) =>
      ask('references', `${spotted(spot)} ${includeDeclaration}`, () => listing(references)),
    hover: (spot) => ask('hover', spotted(spot), () => world.hover),
    documentSymbols: (file) =>
      ask('documentSymbols', relative(file), () => symbols.filter(({ path }) => path === file)),
    workspaceSymbols: listed,
    likelySymbols: listed,
    incomingCalls: (spot) => ask('incomingCalls', spotted(spot), () => listing(calls)),
    outgoingCalls: (spot) => ask('outgoingCalls', spotted(spot), () => listing(calls)),
    admit: (file) =>
      file.startsWith('..')
        ? failed('outside', 'the path is outside the workspace')
        : found(pathOf(relative(file))),
    root: ROOT,
    relative,
    text: async (path) => files[relative(path)],
    lines: (path) => (files[relative(path)] ?? '').split('\n'),
    symbolSyntax: () => undefined,
    knownVersion: { roots: 0, text: 0, fs: 0 },
    workspaceVersion: async () => ({ roots: 0, text: 0, fs: 0 }),
  };
  return { navigation, asked };
}

function relative(file: string): string {
  return file.replace(`${ROOT}/`, '');
}
