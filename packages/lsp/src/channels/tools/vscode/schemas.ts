import * as v from 'valibot';
import type { ToolSchemas } from '../tool-schemas.ts';
import {
  DEFAULT_DIAGNOSTICS_PAGE_SIZE,
  DEFAULT_PAGE_SIZE,
  MAX_CURSOR_CHARACTERS,
  MAX_HOVER_FRAGMENTS,
  MAX_ITEMS_NONPAGED,
  MAX_PAGE_SIZE,
  MAX_QUERY_CHARACTERS,
  MAX_UINTEGER,
  MAX_URI_CHARACTERS,
} from './limits.ts';

/** gateway-contract, section 7: input and output of each tool. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UINTEGER));
const position = v.strictObject({
  line: v.pipe(count, v.description('0-based.')),
  character: v.pipe(count, v.description('0-based, in UTF-16 code units.')),
});
const range = v.pipe(
  v.strictObject({ start: position, end: position }),
  v.description('Its end is exclusive.'),
);
const fileUri = v.pipe(v.string(), v.regex(/^file:\/\/\//), v.description('Of the real path, canonical.'));
const location = v.strictObject({ uri: fileUri, range });
const id = v.pipe(
  v.string(),
  v.regex(/^sha256:[0-9a-f]{64}$/),
  v.description('The same for as long as the item is the same.'),
);
const symbolKind = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(26),
  v.description('A SymbolKind of LSP.'),
);
const containerName = v.exactOptional(
  v.pipe(v.string(), v.description('The symbol that directly holds it.')),
);
const summary = v.pipe(v.string(), v.description('For people.'));
const nextCursor = v.pipe(
  v.nullable(v.string()),
  v.description('Asks for the next page; null on the last one.'),
);

const uri = v.pipe(
  v.string(),
  v.maxLength(MAX_URI_CHARACTERS),
  v.description('A file: URI inside the workspace.'),
);
const cursor = v.pipe(
  v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_CURSOR_CHARACTERS))), null),
  v.description(
    'The nextCursor of the page before; null for the first page. Everything else must be as it was ' +
      'asked for then, pageSize excepted.',
  ),
);
const pageSize = (standard: number) =>
  v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), standard),
    v.description(`How many items a page has; no more than ${MAX_PAGE_SIZE} whatever is asked for.`),
  );

const document = v.strictObject({ uri });
const at = v.strictObject({ uri, position: v.pipe(position, v.description('Of the symbol.')) });

const diagnostic = v.strictObject({
  id,
  range,
  severity: v.exactOptional(
    v.pipe(v.picklist([1, 2, 3, 4]), v.description('1 error, 2 warning, 3 information, 4 hint.')),
  ),
  code: v.exactOptional(v.string()),
  source: v.exactOptional(v.string()),
  message: v.string(),
});
const diagnosticsOfFile = {
  uri: fileUri,
  diagnostics: v.pipe(v.array(diagnostic), v.maxLength(MAX_ITEMS_NONPAGED)),
};

export const definition = {
  name: 'vscode.lsp.definition',
  title: 'Definition',
  description: 'Where the symbol at a position is defined.',
  input: at,
  output: v.strictObject({ locations: v.pipe(v.array(location), v.maxLength(MAX_ITEMS_NONPAGED)), summary }),
};

export const references = {
  name: 'vscode.lsp.references',
  title: 'References',
  description: 'Where the symbol at a position is used, in pages.',
  input: v.strictObject({
    ...at.entries,
    includeDeclaration: v.pipe(
      v.optional(v.boolean(), false),
      v.description('Whether its declaration counts as a reference.'),
    ),
    pageSize: pageSize(DEFAULT_PAGE_SIZE),
    cursor,
  }),
  output: v.strictObject({
    items: v.pipe(v.array(location), v.maxLength(MAX_PAGE_SIZE)),
    nextCursor,
    summary,
  }),
};

export const hover = {
  name: 'vscode.lsp.hover',
  title: 'Hover',
  description: 'Type and documentation of the symbol at a position.',
  input: at,
  output: v.strictObject({
    contents: v.pipe(
      v.array(v.strictObject({ kind: v.picklist(['markdown', 'plaintext']), value: v.string() })),
      v.maxLength(MAX_HOVER_FRAGMENTS),
    ),
    range: v.exactOptional(range),
    summary,
  }),
};

export const documentSymbols = {
  name: 'vscode.lsp.documentSymbols',
  title: 'Document symbols',
  description: 'The functions, classes and other symbols of a file, as a flat list.',
  input: document,
  output: v.strictObject({
    symbols: v.pipe(
      v.array(
        v.strictObject({
          id,
          name: v.string(),
          kind: symbolKind,
          range,
          selectionRange: range,
          containerName,
        }),
      ),
      v.maxLength(MAX_ITEMS_NONPAGED),
    ),
    summary,
  }),
};

export const workspaceSymbols = {
  name: 'vscode.lsp.workspaceSymbols',
  title: 'Workspace symbols',
  description: 'Symbols of the whole workspace whose names match a query, in pages.',
  input: v.strictObject({
    query: v.pipe(
      v.string(),
      v.maxLength(MAX_QUERY_CHARACTERS),
      v.regex(/\S/),
      v.description('What the name holds; each server matches in its own way.'),
    ),
    pageSize: pageSize(DEFAULT_PAGE_SIZE),
    cursor,
  }),
  output: v.strictObject({
    items: v.pipe(
      v.array(v.strictObject({ id, name: v.string(), kind: symbolKind, location, containerName })),
      v.maxLength(MAX_PAGE_SIZE),
    ),
    nextCursor,
    summary,
  }),
};

export const documentDiagnostics = {
  name: 'vscode.lsp.diagnostics.document',
  title: 'Diagnostics of a document',
  description: 'The errors and warnings of one file, as it is on disk now.',
  input: document,
  output: v.strictObject({ ...diagnosticsOfFile, summary }),
};

export const workspaceDiagnostics = {
  name: 'vscode.lsp.diagnostics.workspace',
  title: 'Diagnostics of the workspace',
  description:
    'The errors and warnings of all files that the running language servers know of, in pages of files.',
  input: v.strictObject({ pageSize: pageSize(DEFAULT_DIAGNOSTICS_PAGE_SIZE), cursor }),
  output: v.strictObject({
    items: v.pipe(v.array(v.strictObject(diagnosticsOfFile)), v.maxLength(MAX_PAGE_SIZE)),
    nextCursor,
    summary,
  }),
};

export const vscodeSchemas: readonly ToolSchemas[] = [
  definition,
  references,
  hover,
  documentSymbols,
  workspaceSymbols,
  documentDiagnostics,
  workspaceDiagnostics,
];

export type Location = v.InferOutput<typeof location>;
export type Diagnostic = v.InferOutput<typeof diagnostic>;
export type DocumentSymbol = v.InferOutput<typeof documentSymbols.output>['symbols'][number];
export type WorkspaceSymbol = v.InferOutput<typeof workspaceSymbols.output>['items'][number];
