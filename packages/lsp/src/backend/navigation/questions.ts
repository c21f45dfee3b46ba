import type { Position } from '../model.ts';
import type { Question } from './source.ts';

/** The LSP navigation requests, as data. */

type AboutPosition = Pick<Question, 'provider' | 'method' | 'scope'>;

function at({ provider, method, scope }: AboutPosition, position: Position, more: object = {}): Question {
  return { provider, method, scope, params: (uri) => ({ textDocument: { uri }, position, ...more }) };
}

export function definition(position: Position): Question {
  return at({ provider: 'definitionProvider', method: 'textDocument/definition', scope: 'file' }, position);
}

export function typeDefinition(position: Position): Question {
  return at(
    { provider: 'typeDefinitionProvider', method: 'textDocument/typeDefinition', scope: 'file' },
    position,
  );
}

export function implementation(position: Position): Question {
  return at(
    { provider: 'implementationProvider', method: 'textDocument/implementation', scope: 'workspace' },
    position,
  );
}

export function references(position: Position, includeDeclaration: boolean): Question {
  return at(
    { provider: 'referencesProvider', method: 'textDocument/references', scope: 'workspace' },
    position,
    { context: { includeDeclaration } },
  );
}

/** Offered apart from renaming itself. */
export function prepareRename(position: Position): Question {
  return {
    ...at({ provider: 'renameProvider', method: 'textDocument/prepareRename', scope: 'file' }, position),
    isCovered: ({ prepareProvider }) => prepareProvider === true,
  };
}

/** To be asked after the references: then the server has loaded what the answer takes. */
export function rename(position: Position, newName: string): Question {
  return at({ provider: 'renameProvider', method: 'textDocument/rename', scope: 'file' }, position, {
    newName,
  });
}

export function hover(position: Position): Question {
  return at({ provider: 'hoverProvider', method: 'textDocument/hover', scope: 'file' }, position);
}

export const documentSymbols: Question = {
  provider: 'documentSymbolProvider',
  method: 'textDocument/documentSymbol',
  scope: 'file',
  params: (uri) => ({ textDocument: { uri } }),
};

/** Of one of many files. */
export const documentSymbolsInPassing: Question = { ...documentSymbols, isPassing: true };

export function workspaceSymbols(query: string): Question {
  return {
    provider: 'workspaceSymbolProvider',
    method: 'workspace/symbol',
    scope: 'workspace',
    workspaceWide: true,
    params: () => ({ query }),
  };
}

export function prepareCallHierarchy(position: Position): Question {
  return at(
    { provider: 'callHierarchyProvider', method: 'textDocument/prepareCallHierarchy', scope: 'file' },
    position,
  );
}

/** @param item as the server sent it */
export function calls(direction: 'incoming' | 'outgoing', item: unknown): Question {
  return {
    provider: 'callHierarchyProvider',
    method: `callHierarchy/${direction}Calls`,
    scope: direction === 'incoming' ? 'workspace' : 'file',
    params: () => ({ item }),
  };
}
