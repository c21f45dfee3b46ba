import definitionInput from '../../../../schemas/tools/vscode.lsp.definition.json';
import definitionOutput from '../../../../schemas/tools/vscode.lsp.definition.output.json';
import documentDiagnosticsInput from '../../../../schemas/tools/vscode.lsp.diagnostics.document.json';
import documentDiagnosticsOutput from '../../../../schemas/tools/vscode.lsp.diagnostics.document.output.json';
import documentSymbolsInput from '../../../../schemas/tools/vscode.lsp.documentSymbols.json';
import documentSymbolsOutput from '../../../../schemas/tools/vscode.lsp.documentSymbols.output.json';
import hoverInput from '../../../../schemas/tools/vscode.lsp.hover.json';
import hoverOutput from '../../../../schemas/tools/vscode.lsp.hover.output.json';
import referencesInput from '../../../../schemas/tools/vscode.lsp.references.json';
import referencesOutput from '../../../../schemas/tools/vscode.lsp.references.output.json';
import workspaceDiagnosticsInput from '../../../../schemas/tools/vscode.lsp.diagnostics.workspace.json';
import workspaceDiagnosticsOutput from '../../../../schemas/tools/vscode.lsp.diagnostics.workspace.output.json';
import workspaceSymbolsInput from '../../../../schemas/tools/vscode.lsp.workspaceSymbols.json';
import workspaceSymbolsOutput from '../../../../schemas/tools/vscode.lsp.workspaceSymbols.output.json';
import { jsonSchemas } from '../tool-schemas.ts';

/** As listed by tools/list: files that are generated from schemas.ts. */

export const definition = jsonSchemas(definitionInput, definitionOutput);
export const references = jsonSchemas(referencesInput, referencesOutput);
export const hover = jsonSchemas(hoverInput, hoverOutput);
export const documentSymbols = jsonSchemas(documentSymbolsInput, documentSymbolsOutput);
export const workspaceSymbols = jsonSchemas(workspaceSymbolsInput, workspaceSymbolsOutput);
export const documentDiagnostics = jsonSchemas(documentDiagnosticsInput, documentDiagnosticsOutput);
export const workspaceDiagnostics = jsonSchemas(workspaceDiagnosticsInput, workspaceDiagnosticsOutput);
