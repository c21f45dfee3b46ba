import type { NavigationTool } from '../host.js';
import type { ToolContext } from './context.js';
import { fix, fixDeclaration } from './fix.js';
import type { ToolCall, ToolDeclaration } from './params.js';
import {
  deleteSymbol,
  deleteSymbolDeclaration,
  insertSymbol,
  insertSymbolDeclaration,
  replaceSymbol,
  replaceSymbolDeclaration,
} from './refactor/change-symbol.js';
import { moveFile, moveFileDeclaration } from './refactor/move-file.js';
import { moveSymbol, moveSymbolDeclaration } from './refactor/move-symbol.js';
import { organizeImports, organizeImportsDeclaration } from './refactor/organize-imports.js';
import { renameSymbol, renameSymbolDeclaration } from './refactor/rename-symbol.js';

/** A tool that writes files. */
export interface WriteTool {
  readonly title: string;
  readonly declaration: ToolDeclaration;
  readonly run: ToolCall;
}

const WRITE_TOOLS: readonly WriteTool[] = [
  { title: 'Write a tried fix', declaration: fixDeclaration, run: fix },
  { title: 'Rename a symbol', declaration: renameSymbolDeclaration, run: renameSymbol },
  { title: 'Move a file or a folder', declaration: moveFileDeclaration, run: moveFile },
  { title: 'Move a symbol to another file', declaration: moveSymbolDeclaration, run: moveSymbol },
  { title: 'Replace a symbol', declaration: replaceSymbolDeclaration, run: replaceSymbol },
  { title: 'Insert a symbol', declaration: insertSymbolDeclaration, run: insertSymbol },
  { title: 'Delete a symbol', declaration: deleteSymbolDeclaration, run: deleteSymbol },
  { title: 'Organize imports', declaration: organizeImportsDeclaration, run: organizeImports },
];

/** The tools that write what language servers compute. */
export function writeTools(context: ToolContext): NavigationTool[] {
  return WRITE_TOOLS.map((tool) => hostTool(context, tool));
}

/**
 * A tool for a host's registry or an MCP client. `destructiveHint`: what it overwrites is lost,
 * unless it is under version control.
 */
export function hostTool(
  context: ToolContext,
  { title, declaration: { name, description, parametersJsonSchema }, run }: WriteTool,
): NavigationTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...parametersJsonSchema, type: 'object' },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    execute: (params, signal) => run(params, context, signal),
  };
}
