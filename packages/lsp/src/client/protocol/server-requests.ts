import { isObject } from '../../support/json.ts';
import { ErrorCodes, RequestFailure } from '../../jsonrpc/connection.ts';
import type { ServerLaunch } from '../process/launch.ts';
import { toUri } from '../../support/paths.ts';
import type { Registrations } from './registrations.ts';
import type { RequestedEdits } from '../documents/requested-edits.ts';
import type { WorkDoneProgress } from './work-done-progress.ts';

/** The parts of a client that its server's requests need. */
interface ClientState {
  readonly launch: ServerLaunch;
  readonly registrations: Registrations;
  readonly progress: WorkDoneProgress;
  readonly requestedEdits: RequestedEdits;
}

/**
 * Answers every request of a server (LSP 3.17). An unanswered request blocks TypeScript 7 and
 * rust-analyzer. An error in reply to `client/registerCapability` is fatal to other servers. Only
 * methods that LSP does not have are refused.
 */
export function answerServer(
  method: string,
  params: unknown,
  { launch, registrations, progress, requestedEdits }: ClientState,
): unknown {
  switch (method) {
    case 'workspace/configuration':
      return configurationItems(params).map((section) => launch.configuration?.(section) ?? null);
    case 'client/registerCapability':
      registrations.register(params);
      return null;
    case 'client/unregisterCapability':
      registrations.unregister(params);
      return null;
    case 'workspace/workspaceFolders':
      return [workspaceFolder(launch.root)];
    case 'workspace/applyEdit':
      // The model decides what to change (REQ-EXCL-020).
      return requestedEdits.receive(params);
    case 'window/showDocument':
      return { success: false };
    case 'window/workDoneProgress/create':
      progress.create(params);
      return null;
    case 'window/showMessageRequest':
    // A refresh asks the client to send its requests again. Every check does so anyway, and a
    // refresh must not start a loop (pyright sends one after every change).
    case 'workspace/diagnostic/refresh':
    case 'workspace/semanticTokens/refresh':
    case 'workspace/inlayHint/refresh':
    case 'workspace/inlineValue/refresh':
    case 'workspace/codeLens/refresh':
    case 'workspace/foldingRange/refresh':
      return null;
    default:
      throw new RequestFailure(ErrorCodes.MethodNotFound, `unknown method ${method}`);
  }
}

export function workspaceFolder(root: string): { uri: string; name: string } {
  return { uri: toUri(root), name: root.slice(root.lastIndexOf('/') + 1) || root };
}

/** The requested sections, '' where an item names none. */
function configurationItems(params: unknown): string[] {
  const items: unknown = isObject(params) ? params['items'] : undefined;
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) =>
    isObject(item) && typeof item['section'] === 'string' ? item['section'] : '',
  );
}
