import definitionInput from '../../../../schemas/tools/lsp_goto_definition.json';
import definitionOutput from '../../../../schemas/tools/lsp_goto_definition.output.json';
import diagnosticsInput from '../../../../schemas/tools/lsp_diagnostics.json';
import diagnosticsOutput from '../../../../schemas/tools/lsp_diagnostics.output.json';
import documentSymbolsInput from '../../../../schemas/tools/lsp_document_symbols.json';
import documentSymbolsOutput from '../../../../schemas/tools/lsp_document_symbols.output.json';
import hoverInput from '../../../../schemas/tools/lsp_hover.json';
import hoverOutput from '../../../../schemas/tools/lsp_hover.output.json';
import implementationInput from '../../../../schemas/tools/lsp_goto_implementation.json';
import implementationOutput from '../../../../schemas/tools/lsp_goto_implementation.output.json';
import incomingCallsInput from '../../../../schemas/tools/lsp_incoming_calls.json';
import incomingCallsOutput from '../../../../schemas/tools/lsp_incoming_calls.output.json';
import outgoingCallsInput from '../../../../schemas/tools/lsp_outgoing_calls.json';
import outgoingCallsOutput from '../../../../schemas/tools/lsp_outgoing_calls.output.json';
import referencesInput from '../../../../schemas/tools/lsp_find_references.json';
import referencesOutput from '../../../../schemas/tools/lsp_find_references.output.json';
import typeDefinitionInput from '../../../../schemas/tools/lsp_goto_type_definition.json';
import typeDefinitionOutput from '../../../../schemas/tools/lsp_goto_type_definition.output.json';
import workspaceSymbolsInput from '../../../../schemas/tools/lsp_workspace_symbols.json';
import workspaceSymbolsOutput from '../../../../schemas/tools/lsp_workspace_symbols.output.json';
import { jsonSchemas } from '../tool-schemas.ts';

/** As listed by tools/list: files that are generated from schemas.ts. */

export const definition = jsonSchemas(definitionInput, definitionOutput);
export const typeDefinition = jsonSchemas(typeDefinitionInput, typeDefinitionOutput);
export const implementation = jsonSchemas(implementationInput, implementationOutput);
export const references = jsonSchemas(referencesInput, referencesOutput);
export const hover = jsonSchemas(hoverInput, hoverOutput);
export const documentSymbols = jsonSchemas(documentSymbolsInput, documentSymbolsOutput);
export const workspaceSymbols = jsonSchemas(workspaceSymbolsInput, workspaceSymbolsOutput);
export const incomingCalls = jsonSchemas(incomingCallsInput, incomingCallsOutput);
export const outgoingCalls = jsonSchemas(outgoingCallsInput, outgoingCallsOutput);
export const diagnostics = jsonSchemas(diagnosticsInput, diagnosticsOutput);
