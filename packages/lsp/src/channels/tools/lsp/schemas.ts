import * as v from 'valibot';
import * as fields from './schema-fields.ts';
import {
  MAX_BODY,
  MAX_FILE,
  MAX_HOVER,
  MAX_ITEMS,
  MAX_PAGE_SIZE,
  MAX_QUERY,
  MAX_SITES,
  PAGE_SIZES,
} from './limits.ts';
import { SYMBOL_KINDS } from './symbol-kinds.ts';
import { type checker, type diagnostic, diagnostics, type notFoundReport } from './diagnostics-schemas.ts';

/**
 * Input and output of each tool of the lsp_* catalogue (integration-contracts, contract 2, and
 * more). Lines and characters are 1-based, characters count UTF-16 code units, and ends are
 * exclusive. Paths are relative to the workspace root.
 */

const symbolInput = v.strictObject(fields.symbolFields);
const locationsOutput = v.strictObject({
  locations: v.pipe(v.array(fields.location), v.maxLength(MAX_ITEMS)),
  installed: v.exactOptional(
    v.pipe(
      v.array(fields.name),
      v.description(
        'Package and version of what is installed; the place in it, too, where it is outside of the ' +
          'workspace.',
      ),
    ),
  ),
  ...fields.pointed,
});

export const definition = {
  name: 'lsp_goto_definition',
  title: 'Go to definition',
  description:
    'Go to definition: finds where a function, class, method, variable or type is declared, as the ' +
    'compiler resolves it. It sees through imports, aliases, overloads and same-named symbols ' +
    'elsewhere. Use it instead of searching text for a declaration, before you read or change ' +
    'something that is used here. Give `symbol`, or `file`, `line` and `character`.',
  input: symbolInput,
  output: locationsOutput,
};
export const typeDefinition = {
  name: 'lsp_goto_type_definition',
  title: 'Go to type definition',
  description:
    'Go to type definition: finds the class, interface or type behind a variable, parameter, field or ' +
    'expression. Use it to learn what members a value has without guessing its type. Give `symbol`, or ' +
    '`file`, `line` and `character`.',
  input: symbolInput,
  output: locationsOutput,
};
export const implementation = {
  name: 'lsp_goto_implementation',
  title: 'Go to implementations',
  description:
    'Find implementations: all classes and methods that implement an interface, trait, abstract class ' +
    'or method. Use it before you change an interface, and to find the code that runs behind a call ' +
    'through one. Give `symbol`, or `file`, `line` and `character`.',
  input: symbolInput,
  output: locationsOutput,
};

export const references = {
  name: 'lsp_find_references',
  title: 'Find references',
  description:
    'Find all references: every usage of a function, class, method, variable or type in the project, ' +
    'exact where a text search is not. Each comes with its line of source: no comments, no strings, no ' +
    'other symbol of the same name. Use it instead of searching text, and before you rename, move, ' +
    'delete or change the signature of something. Give `symbol`, or `file`, `line` and `character`.',
  input: v.strictObject({
    ...fields.symbolFields,
    includeDeclaration: v.exactOptional(
      v.pipe(v.boolean(), v.description('Whether its declaration is listed too; true unless given.')),
    ),
    groupBy: v.exactOptional(
      v.pipe(
        v.picklist(['symbol']),
        v.description('`symbol`: those that stand in one function or class together.'),
      ),
    ),
    pageSize: fields.pageSize(PAGE_SIZES.references, 'references'),
    cursor: fields.cursor,
  }),
  output: v.strictObject({
    locations: v.pipe(
      v.array(v.strictObject({ ...fields.location.entries, container: fields.holder })),
      v.maxLength(MAX_PAGE_SIZE),
    ),
    ...fields.paged,
    ...fields.pointed,
  }),
};

const body = v.strictObject({
  file: fields.path,
  line: fields.line,
  endLine: fields.line,
  text: v.pipe(v.string(), v.maxLength(MAX_BODY)),
});

export const hover = {
  name: 'lsp_hover',
  title: 'Hover',
  description:
    'Hover: shows the type, signature and documentation of a symbol without opening the file that ' +
    'defines it; with `body` its source, too. Use it to learn what a function takes and returns, or ' +
    'what type was inferred. Give `symbol`, or `file`, `line` and `character`.',
  input: v.strictObject({
    ...fields.symbolFields,
    body: v.exactOptional(
      v.pipe(
        v.boolean(),
        v.description('Whether its source is returned, with its lines: then the file need not be read.'),
      ),
    ),
  }),
  output: v.strictObject({
    content: v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(MAX_HOVER))),
      v.description('Markdown or plain text, as the language server has it; null if it says nothing.'),
    ),
    range: v.exactOptional(v.pipe(fields.range, v.description('What it is about.'))),
    body: v.exactOptional(v.pipe(body, v.description('Where it is defined, if that was asked for.'))),
    ...fields.pointed,
  }),
};

const namePosition = {
  line: v.pipe(fields.line, v.description('Of its name: what other tools take.')),
  character: fields.character,
};

export const documentSymbols = {
  name: 'lsp_document_symbols',
  title: 'Symbols of a file',
  description:
    'Outline of a file: its symbols (classes, functions, methods, variables) with their line numbers. ' +
    'Use it before you read a long file, to read only the part that matters, and to find names that ' +
    'the other lsp_ tools take.',
  input: v.strictObject({
    file: fields.file,
    depth: v.exactOptional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.description('How deep: 1 is what stands at the top of the file; all unless given.'),
      ),
    ),
    locals: v.exactOptional(
      v.pipe(
        v.boolean(),
        v.description('Whether variables and parameters of functions are listed; false unless given.'),
      ),
    ),
    pageSize: fields.pageSize(PAGE_SIZES.documentSymbols, 'symbols'),
    cursor: fields.cursor,
  }),
  output: v.strictObject({
    symbols: v.pipe(
      v.array(
        v.strictObject({
          name: fields.name,
          kind: fields.kind,
          ...namePosition,
          range: v.pipe(fields.range, v.description('All of it.')),
          container: fields.container,
          text: fields.text,
        }),
      ),
      v.maxLength(MAX_PAGE_SIZE),
      v.description('Flat, in the order of the text.'),
    ),
    ...fields.paged,
  }),
};

export const workspaceSymbols = {
  name: 'lsp_workspace_symbols',
  title: 'Symbols of the workspace',
  description:
    'Search symbols: finds a class, function, type or other declaration anywhere in the project by its ' +
    'name or a part of it. Use it instead of searching text when you know what something is called but ' +
    'not where it is.',
  input: v.strictObject({
    query: v.pipe(
      v.string(),
      v.maxLength(MAX_QUERY),
      v.regex(/\S/),
      v.description(
        'A name or a part of one, also qualified: `Cart.total`. Most language servers match it ' +
          'loosely; exact names come first.',
      ),
    ),
    kind: v.exactOptional(
      v.pipe(
        v.union([
          fields.kind,
          v.pipe(v.array(fields.kind), v.minLength(1), v.maxLength(SYMBOL_KINDS.length)),
        ]),
        v.description('Only symbols of this kind, or of these: `class`, `["function", "method"]`.'),
      ),
    ),
    path: v.exactOptional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(MAX_FILE),
        v.description('Only symbols in this folder or file, or in files that fit a glob: `src/**/*.ts`.'),
      ),
    ),
    pageSize: fields.pageSize(PAGE_SIZES.workspaceSymbols, 'symbols'),
    cursor: fields.cursor,
  }),
  output: v.strictObject({
    symbols: v.pipe(
      v.array(
        v.strictObject({
          name: fields.name,
          kind: fields.kind,
          file: fields.path,
          ...namePosition,
          range: v.pipe(fields.range, v.description('All of it, as far as the server tells.')),
          container: fields.container,
          text: fields.text,
        }),
      ),
      v.maxLength(MAX_PAGE_SIZE),
    ),
    ...fields.paged,
  }),
};

const call = v.strictObject({
  name: fields.name,
  kind: fields.kind,
  file: fields.path,
  ...namePosition,
  range: v.pipe(fields.range, v.description('All of it.')),
  text: fields.text,
  sites: v.pipe(v.array(fields.location), v.maxLength(MAX_SITES), v.description('Where it is called.')),
});
const callsOutput = v.strictObject({
  calls: v.pipe(v.array(call), v.maxLength(MAX_ITEMS)),
  ...fields.pointed,
});

export const incomingCalls = {
  name: 'lsp_incoming_calls',
  title: 'Incoming calls',
  description:
    'Find callers (call hierarchy): the functions that call a function or method, and where in them. ' +
    'Use it to see who depends on the behaviour of a function, and to trace how code is reached. Give ' +
    '`symbol`, or `file`, `line` and `character`.',
  input: symbolInput,
  output: callsOutput,
};
export const outgoingCalls = {
  name: 'lsp_outgoing_calls',
  title: 'Outgoing calls',
  description:
    'Find callees (call hierarchy): the functions and methods that a function calls, and where in it. ' +
    'Use it to see what a function depends on before you change, move or test it. Give `symbol`, or ' +
    '`file`, `line` and `character`.',
  input: symbolInput,
  output: callsOutput,
};

export { diagnostics };

export const lspSchemas = [
  definition,
  typeDefinition,
  implementation,
  references,
  hover,
  documentSymbols,
  workspaceSymbols,
  incomingCalls,
  outgoingCalls,
  diagnostics,
];

export type Location = v.InferOutput<typeof fields.location>;
export type Locations = v.InferOutput<typeof locationsOutput>;
export type References = v.InferOutput<typeof references.output>;
export type Body = v.InferOutput<typeof body>;
export type Reference = References['locations'][number];
export type Hover = v.InferOutput<typeof hover.output>;
export type Calls = v.InferOutput<typeof callsOutput>;
export type Candidate = v.InferOutput<typeof fields.candidate>;
export type Target = v.InferOutput<typeof fields.target>;
export type Call = v.InferOutput<typeof call>;
export type DocumentSymbol = v.InferOutput<typeof documentSymbols.output>['symbols'][number];
export type WorkspaceSymbol = v.InferOutput<typeof workspaceSymbols.output>['symbols'][number];
export type Diagnostic = v.InferOutput<typeof diagnostic>;
export type Backend = NonNullable<v.InferOutput<typeof diagnostics.input>['backend']>;
export type Diagnostics = v.InferOutput<typeof diagnostics.output>;
export type Checker = v.InferOutput<typeof checker>;
export type ToolNotFound = v.InferOutput<typeof notFoundReport>;
