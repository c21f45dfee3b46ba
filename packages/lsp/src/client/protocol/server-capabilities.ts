import { isObject, objectOf, parseJson, textOf } from '../../support/json.ts';
import type { SyncOptions } from '../documents/documents.ts';
import type { Registrations } from './registrations.ts';

/**
 * What a server reported in `initialize`, read once. Later registrations are looked up each time.
 */
export interface ServerCapabilities {
  /** The program's own version, from `serverInfo`. */
  readonly version: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly sync: SyncOptions;
}

/** @param result of `initialize`; malformed parts count as not offered */
export function readInitializeResult(result: unknown): ServerCapabilities {
  const root = isObject(result) ? result : {};
  const raw = isObject(root['capabilities']) ? root['capabilities'] : {};
  const info = isObject(root['serverInfo']) ? root['serverInfo'] : {};
  return { version: versionIn(textOf(info['version'])), raw, sync: readSync(raw['textDocumentSync']) };
}

/** A server may register `save` later, as rust-analyzer does. */
export function syncOptions(capabilities: ServerCapabilities, registrations: Registrations): SyncOptions {
  const registered = registrations.options('textDocument/didSave');
  if (registered === undefined) return capabilities.sync;
  return { ...capabilities.sync, save: registered['includeText'] === true ? 'with-text' : 'plain' };
}

function readSync(sync: unknown): SyncOptions {
  if (typeof sync === 'number') return { change: CHANGE[sync] ?? 'none', openClose: true, save: 'plain' };
  if (!isObject(sync)) return { change: 'none', openClose: false, save: 'none' };
  const { change, openClose, save } = sync;
  return {
    change: typeof change === 'number' ? (CHANGE[change] ?? 'none') : 'none',
    openClose: openClose === true,
    save: isObject(save)
      ? save['includeText'] === true
        ? 'with-text'
        : 'plain'
      : save === true
        ? 'plain'
        : 'none',
  };
}

/** By LSP's TextDocumentSyncKind. */
const CHANGE: readonly SyncOptions['change'][] = ['none', 'full', 'incremental'];

/** Quirk(gopls): its version is a JSON object, with all modules that it was built from. */
function versionIn(stated: string | undefined): string | undefined {
  return stated?.startsWith('{') === true ? textOf(objectOf(parseJson(stated))?.['Version']) : stated;
}
