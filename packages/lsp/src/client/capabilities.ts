import type { ClientCapabilities } from 'vscode-languageserver-protocol';

/** What we tell every server we can do. A server offers less to a client that asks for less. */
export const CLIENT_CAPABILITIES: ClientCapabilities = {
  general: {
    // Never utf-8: TypeScript 7 would take it, and our columns are UTF-16 from end to end.
    positionEncodings: ['utf-16'],
    staleRequestSupport: { cancel: true, retryOnContentModified: [] },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
  },
  window: {
    // Quirk(gopls): without it every command ends in a window/showMessage.
    workDoneProgress: true,
  },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
  },
  experimental: {
    // Quirk(rust-analyzer): it says when it has loaded the project only to a client that asks for that.
    serverStatusNotification: true,
  },
};
