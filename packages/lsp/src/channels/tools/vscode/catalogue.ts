import type { Tool } from '../catalogue.ts';
import { Pages } from '../paging/pages.ts';
import type { Sources } from '../sources.ts';
import { documentDiagnosticsTool, workspaceDiagnosticsTool } from './diagnostics-tools.ts';
import {
  definitionTool,
  documentSymbolsTool,
  hoverTool,
  referencesTool,
  workspaceSymbolsTool,
} from './navigation-tools.ts';

/**
 * The seven tools of the gateway's contract: 0-based, `file:` URIs, failures as JSON-RPC errors
 * with `data.code`.
 */
export function vscodeCatalogue(sources: Sources): readonly Tool[] {
  const { navigation } = sources;
  const pages = new Pages();
  return [
    definitionTool(navigation),
    referencesTool(navigation, pages),
    hoverTool(navigation),
    documentSymbolsTool(navigation),
    workspaceSymbolsTool(navigation, pages),
    documentDiagnosticsTool(sources),
    workspaceDiagnosticsTool(sources, pages),
  ];
}
