import type { Position } from '../floor/change.js';

/** A call of a tool of ours. */
export interface Call {
  readonly tool: string;
  /** @param file relative to the workspace */
  readonly input: (file: string, at: Position, name: string) => Record<string, unknown>;
}

/**
 * One question in both vocabularies: a tool of ours, and the request that a client of the server's
 * own would send.
 */
export interface NavigationQuestion extends Call {
  readonly method: string;
  /** Where its answer may lie: in the file and what that imports, in files that say the name, in any file. */
  readonly reach: 'file' | 'saying' | 'all';
  readonly params: (uri: string, at: Position, name: string) => object;
}

const inputAt = (file: string, { line, character }: Position): Record<string, unknown> => ({
  file,
  line: line + 1,
  character: character + 1,
});
const paramsAt = (uri: string, position: Position): object => ({ textDocument: { uri }, position });

export const QUESTIONS: readonly NavigationQuestion[] = [
  { tool: 'lsp_hover', method: 'textDocument/hover', reach: 'file', input: inputAt, params: paramsAt },
  {
    tool: 'lsp_goto_definition',
    method: 'textDocument/definition',
    reach: 'file',
    input: inputAt,
    params: paramsAt,
  },
  {
    tool: 'lsp_find_references',
    method: 'textDocument/references',
    reach: 'saying',
    input: inputAt,
    params: (uri, at) => ({ ...paramsAt(uri, at), context: { includeDeclaration: true } }),
  },
  {
    tool: 'lsp_document_symbols',
    method: 'textDocument/documentSymbol',
    reach: 'file',
    input: (file) => ({ file, locals: true }),
    params: (uri) => ({ textDocument: { uri } }),
  },
  {
    tool: 'lsp_workspace_symbols',
    method: 'workspace/symbol',
    reach: 'all',
    input: (_file, _at, name) => ({ query: name }),
    params: (_uri, _at, name) => ({ query: name }),
  },
];

/** Whose time is not measured, but whose answers' length is. */
export const OTHER_CALLS: readonly Call[] = [
  ...['lsp_goto_type_definition', 'lsp_goto_implementation', 'lsp_incoming_calls', 'lsp_outgoing_calls'].map(
    (tool) => ({ tool, input: inputAt }),
  ),
  { tool: 'lsp_diagnostics', input: (file) => ({ path: file }) },
];

/**
 * Where the name that a snippet declares stands in a text: the last one before its parenthesis,
 * type parameters or colon.
 */
export function declaredName(
  text: string,
  snippet: string,
): { readonly name: string; readonly at: Position } {
  const start = text.indexOf(snippet);
  const name = [...snippet.matchAll(/(?:function|const|class|func|fn|type)\s+(\w+)/g)].at(-1)?.[1];
  if (start < 0 || name === undefined) throw new Error(`no name is declared by: ${snippet}`);
  const before = text.slice(0, text.indexOf(name, start)).split('\n');
  return { name, at: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
}
