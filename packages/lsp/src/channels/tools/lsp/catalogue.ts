import type { Tool } from '../catalogue.ts';
import { Pages } from '../paging/pages.ts';
import type { Sources } from '../sources.ts';
import { diagnosticsTool } from './diagnostics-tool.ts';
import { hoverTool } from './hover-tool.ts';
import {
  definitionTool,
  implementationTool,
  incomingCallsTool,
  outgoingCallsTool,
  typeDefinitionTool,
} from './listing-tools.ts';
import { referencesTool } from './reference-tool.ts';
import { documentSymbolsTool, workspaceSymbolsTool } from './symbol-tools.ts';

/**
 * The tools for models (REQ-NAV-010, and four more). They are 1-based and workspace-relative, and
 * take positions or names. A failure is a result with `isError`.
 */
export function lspCatalogue(sources: Sources): readonly Tool[] {
  const pages = new Pages();
  return [
    definitionTool(sources),
    typeDefinitionTool(sources),
    implementationTool(sources),
    referencesTool(sources, pages),
    hoverTool(sources),
    documentSymbolsTool(sources, pages),
    workspaceSymbolsTool(sources, pages),
    incomingCallsTool(sources),
    outgoingCallsTool(sources),
    diagnosticsTool(sources, pages),
  ];
}
