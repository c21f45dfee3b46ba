/** The public API of core: what a host embeds. */

export { isObject, objectOf, parseJson, textOf } from './support/json.js';
export type {
  DebugLogger,
  NavigationResult,
  NavigationTool,
  ObjectSchema,
  ToolError,
  ToolRegistry,
  ToolResult,
} from './host.js';

export { Config, type ConfigOptions } from './config/config.js';
export {
  ADAPTER_DEFAULTS,
  parseLspSettings,
  type HostDefaults,
  type LspSettings,
  type LspSettingsSources,
  type ResolvedLspConfig,
} from './config/settings.js';
export {
  formatSettingsProblem,
  type SettingsProblem,
  type SettingsScope,
} from './config/settings-problem.js';
export type { Import } from './config/import/read-imports.js';
export {
  hasSettings,
  readSettings,
  settingsFiles,
  type Settings,
  type SettingsFiles,
} from './config/settings-files.js';
export {
  leaveEarlierFolder,
  llxprtFolders,
  homeFolder,
  ownFolders,
  type LlxprtFolders,
  type OwnFolders,
} from './own-folders.js';
export { distinct } from './owner.js';
export {
  readBytes,
  readBytesSoon,
  readTextFile,
  SETTINGS_BYTES,
  SOURCE_BYTES,
  type FileText,
} from './support/read-file.js';
export {
  parseJsonObject,
  parseSettingsText,
  type JsonObjectText,
  type SettingsText,
} from './config/settings-text.js';
export { decideTrust, type Trust } from './lsp/trust.js';
export { isPathWithin as isWithin } from './support/real-path.js';
export { withheldNames, withoutSecrets } from './support/environment.js';

export { mayWrite } from './adapter/command-text.js';
export { HostSession, type HostChange, type HostSessionOptions } from './adapter/host-session.js';
export { debugLogger, quietly } from './adapter/log.js';

export { LspServiceClient, type LspServiceClientOptions } from './lsp/lsp-service-client.js';
export type { Catalog } from './lsp/launch.js';
export type { McpTransportStreams } from './lsp/sidecar.js';
export { toolTimeout } from './lsp/tool-timeout.js';
export { registerLspNavTools, type NavTools, type NavToolsOptions } from './lsp/nav-tools.js';
export type { NavigationErrorType } from './lsp/navigation-tool.js';
export { socketFolder, socketFolders } from './lsp/private-folder.js';
export { restartShared, runningServices, type RunningServices, stopShared } from './lsp/running-services.js';
export { inodeOf, listServiceSockets, removeDeserted, removeSocket } from './lsp/shared-folder.js';
export { findBun, type BunSearch, type BunSearchOptions } from './lsp/find-bun.js';
export { findSidecar, SIDECAR_PACKAGE, type SidecarSearch } from './lsp/find-sidecar.js';

export { appendDiagnostics, type AppendRequest } from './lsp/append-diagnostics.js';
export type { DiagnosticChecker } from './lsp/checker.js';
export {
  formatAfterEdit,
  formatAfterWrite,
  formatLine,
  type DiagnosticsByFile,
  type FormatLimits,
} from './lsp/format-diagnostics.js';
export { describeStanding, formatOpen } from './lsp/format-origins.js';

export {
  clip,
  escaped,
  inline,
  joined,
  jsonOf,
  painted,
  oneLine,
  quoted,
  quoteLines,
  type Escaped,
  withTags,
} from './support/escaped.js';
export { forAtMost, unlessAborted } from './lsp/waiting.js';
export { textOnDisk, type TextOnDisk } from './lsp/text-on-disk.js';

export { edit, editDeclaration } from './tools/edit.js';
export { writeFile, writeFileDeclaration } from './tools/write-file.js';
export { applyPatch, applyPatchDeclaration } from './tools/apply-patch.js';
export { comparePatchesTool } from './tools/preview/compare-patches.js';
export { fix, fixDeclaration } from './tools/fix.js';
export { organizeImports, organizeImportsDeclaration } from './tools/refactor/organize-imports.js';
export {
  deleteSymbol,
  deleteSymbolDeclaration,
  insertSymbol,
  insertSymbolDeclaration,
  replaceSymbol,
  replaceSymbolDeclaration,
} from './tools/refactor/change-symbol.js';
export { moveFile, moveFileDeclaration, moving, type MovePaths } from './tools/refactor/move-file.js';
export {
  moveSymbol,
  moveSymbolDeclaration,
  movingSymbol,
  type SymbolAndTarget,
} from './tools/refactor/move-symbol.js';
export {
  computeRefactoring,
  prepareRefactoring,
  writeRefactoring,
  type Refactoring,
} from './tools/refactor/refactor.js';
export { renameSymbol, renameSymbolDeclaration, renaming } from './tools/refactor/rename-symbol.js';
export { writeTools } from './tools/write-tools.js';
export { displayDiff } from './tools/display-diff.js';
export { interruptedIn, type Interrupted } from './tools/journal/interrupted.js';
export { undoEdits, type TextEdit } from './tools/undo/undo-edits.js';
export { undoPatch } from './tools/undo/undo-patch.js';
export type { DiagnosticsRequest, ChangeService, Preview, ToolContext } from './tools/context.js';
export type { ToolDeclaration } from './tools/params.js';

export { formatServices, type RunningService } from './commands/service-rows.js';
export {
  formatRestart,
  formatStatus,
  lspCommand,
  type LspState,
  type StatusOptions,
} from './commands/lsp-command.js';

export { LSP_DEFAULTS } from './lsp/types.js';
export type {
  CheckedProject,
  CheckedServer,
  CheckerConfig,
  CheckerParser,
  CheckFileParams,
  CheckParams,
  CheckProjectParams,
  CheckReport,
  Diagnostic,
  DiagnosticsAfterParams,
  FileChange,
  FileMove,
  FixesParams,
  FixesReport,
  FixParams,
  FixResult,
  FixName,
  LspConfig,
  Origin,
  ProblemMatcher,
  ProblemPattern,
  Project,
  ProjectOutcome,
  ProjectReport,
  ProjectsParams,
  DescribedEnvironment,
  Hole,
  UninstalledPackages,
  ProposedFile,
  ProposeParams,
  Mention,
  NamedSymbol,
  RefactoringProgress,
  RefactorParams,
  RefactorResult,
  ServerConfig,
  ServerMetrics,
  ServerOutcome,
  ServerProgram,
  ServerState,
  ServerStatus,
  ServiceMetrics,
  SessionReport,
  SharedState,
  TriedFix,
  Severity,
  StatusParams,
} from './lsp/types.js';

// For the packages of this project, which are released together. They may go with any release.
export { SEVERITIES } from './lsp/types.js';
export { numberOf } from './lsp/diagnostics.js';
export { counted } from './support/counted.js';
export { withoutSuggestion } from './support/diagnostic-text.js';
export { isNestedWorkTree, WORK_TREE_MARKS } from './support/git-folder.js';
export { Gitignore } from './support/gitignore.js';
export { hostTool } from './tools/write-tools.js';
export { findNode, nodeExecutable, type NodeFound } from './lsp/find-node.js';
export { isOurSocket, namesIn } from './lsp/private-folder.js';
export { processStat } from './process-stat.js';
export { nativeRealPath as realPath } from './support/real-path.js';
export {
  findProgram,
  isRunnable as isExecutable,
  leadsThrough,
  ownEnvironment,
  ownPath,
  type ProgramPlace,
} from './support/own-program.js';
