import type { Position } from './model.ts';
import type { Question } from './source.ts';

/** The requests of LSP that navigate, as data. */

type AboutPosition = Pick<Question, 'provider' | 'method' | 'reach'>;

function at({ provider, method, reach }: AboutPosition, position: Position, more: object = {}): Question {
  return { provider, method, reach, params: (uri) => ({ textDocument: { uri }, position, ...more }) };
}

export function definition(position: Position): Question {
  return at({ provider: 'definitionProvider', method: 'textDocument/definition', reach: 'file' }, position);
}

export function typeDefinition(position: Position): Question {
  return at({ provider: 'typeDefinitionProvider', method: 'textDocument/typeDefinition', reach: 'file' }, position);
}

export function implementation(position: Position): Question {
  return at({ provider: 'implementationProvider', method: 'textDocument/implementation', reach: 'workspace' }, position);
}

export function references(position: Position, includeDeclaration: boolean): Question {
  return at({ provider: 'referencesProvider', method: 'textDocument/references', reach: 'workspace' }, position, { context: { includeDeclaration } });
}

export function hover(position: Position): Question {
  return at({ provider: 'hoverProvider', method: 'textDocument/hover', reach: 'file' }, position);
}

export const documentSymbols: Question = {
  provider: 'documentSymbolProvider',
  method: 'textDocument/documentSymbol',
  reach: 'file',
  params: (uri) => ({ textDocument: { uri } }),
};

export function workspaceSymbols(query: string): Question {
  return { provider: 'workspaceSymbolProvider', method: 'workspace/symbol', reach: 'workspace', aboutNone: true, params: () => ({ query }) };
}

export function prepareCallHierarchy(position: Position): Question {
  return at({ provider: 'callHierarchyProvider', method: 'textDocument/prepareCallHierarchy', reach: 'file' }, position);
}

/** @param item as the server gave it */
export function calls(direction: 'incoming' | 'outgoing', item: unknown): Question {
  return {
    provider: 'callHierarchyProvider',
    method: `callHierarchy/${direction}Calls`,
    reach: direction === 'incoming' ? 'workspace' : 'file',
    params: () => ({ item }),
  };
}
