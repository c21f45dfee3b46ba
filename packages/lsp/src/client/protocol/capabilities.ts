import type { ClientCapabilities, SymbolKind } from 'vscode-languageserver-protocol';

/** LSP's SymbolKind, 1 to 26. */
const EVERY_KIND = Array.from({ length: 26 }, (_, index) => (index + 1) as SymbolKind);

/** The capabilities sent to every server. A server offers less to a client that asks for less. */
export const CLIENT_CAPABILITIES: ClientCapabilities = {
  general: {
    // Never utf-8: TypeScript 7 would choose it, and our columns are UTF-16 throughout.
    positionEncodings: ['utf-16'],
    staleRequestSupport: { cancel: true, retryOnContentModified: [] },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true, relatedInformation: true },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, symbolKind: { valueSet: EVERY_KIND } },
    callHierarchy: {},
    rename: { prepareSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.organizeImports'] } },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      // Without it gopls answers with a command that nothing but gopls can apply.
      resolveSupport: { properties: ['edit'] },
    },
  },
  window: {
    // Quirk(gopls): without it every command ends in a window/showMessage.
    workDoneProgress: true,
  },
  workspace: {
    symbol: { symbolKind: { valueSet: EVERY_KIND } },
    configuration: true,
    workspaceFolders: true,
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
    fileOperations: { dynamicRegistration: true, willRename: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
  },
  experimental: {
    // Quirk(rust-analyzer): it reports that the project is loaded only to a client that asks for
    // it.
    serverStatusNotification: true,
  },
};
