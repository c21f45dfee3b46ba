import type { Diagnostic } from 'vscode-languageserver-protocol';
import type {
  FixSource,
  OrganizedImports,
  SuggestedFix,
  SuggestedFixes,
} from '../../../backend/fixes/source.ts';
import type { FileEdits } from '../../../backend/fixes/workspace-edit.ts';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { isObject, itemsOf } from '../../../support/json.ts';
import { readSpan } from './read-span.ts';
import { bodyOf, tsserverRequests } from './tsserver-requests.ts';

/** Of these there is one right answer where there is one at all, as in VS Code. */
const PREFERRED = new Set([
  'addMissingAwait',
  'addMissingOverrideModifier',
  'awaitInSyncFunction',
  'classIncorrectlyImplementsInterface',
  'extendsInterfaceBecomesImplements',
  'fixOverrideModifier',
  'forgottenThisPropertyAccess',
  'removeUnnecessaryAwait',
  'spelling',
]);

/**
 * The fixes of TypeScript up to version 6, from tsserver itself. Quirk(typescript-language-server):
 * it answers a code action only after its own pass over the file, which takes up to 500 ms.
 */
export class TsserverFixes implements FixSource {
  constructor(private readonly client: LspClient) {}

  async suggest(
    { path }: OpenDocument,
    { range: { start, end }, code }: Diagnostic,
    signal: AbortSignal,
  ): Promise<SuggestedFixes> {
    if (typeof code !== 'number') return { fixes: [], complete: true };
    const requests = tsserverRequests(this.client);
    const span = {
      startLine: start.line + 1,
      startOffset: start.character + 1,
      endLine: end.line + 1,
      endOffset: end.character + 1,
    };
    const asked = requests.pass('getCodeFixes', { file: path, ...span, errorCodes: [code] });
    const reply = await requests.until(signal, asked, asked);
    const body = bodyOf(reply);
    if (reply.kind !== 'result' || !Array.isArray(body)) return { fixes: [], complete: false };
    const actions = body.filter(isObject);
    const imports = actions.filter(({ fixName }) => fixName === 'import').length;
    return { fixes: actions.flatMap((action) => readFix(action, imports)), complete: true };
  }

  /** Quirk(tsserver): to a text that does not parse it does nothing, and does not say why. */
  async organizeImports({ path }: OpenDocument, signal: AbortSignal): Promise<OrganizedImports> {
    const requests = tsserverRequests(this.client);
    const parsed = requests.pass('syntacticDiagnosticsSync', { file: path });
    const errors = bodyOf(await requests.until(signal, parsed, parsed));
    if (!Array.isArray(errors)) return { kind: 'late' };
    if (errors.length > 0)
      return { kind: 'refused', reason: 'the file does not parse, so what it uses cannot be told' };
    const asked = requests.pass('organizeImports', { scope: { type: 'file', args: { file: path } } });
    const reply = await requests.until(signal, asked, asked);
    const body = bodyOf(reply);
    if (reply.kind !== 'result' || !Array.isArray(body)) return { kind: 'late' };
    const files = body.map(readChange);
    const read = files.filter((file) => file !== undefined);
    if (read.length < files.length) return { kind: 'refused', reason: 'tsserver gave an edit that is none' };
    return read.length === 0 ? { kind: 'nothing' } : { kind: 'edits', files: read };
  }
}

/** @param imports how many imports compete */
function readFix(
  { fixName, description, changes, commands }: Readonly<Record<string, unknown>>,
  imports: number,
): SuggestedFix[] {
  // A command installs a package, for example.
  if (typeof description !== 'string' || typeof fixName !== 'string' || itemsOf(commands).length > 0)
    return [];
  const files = itemsOf(changes).map(readChange);
  const read = files.filter((file) => file !== undefined);
  if (read.length === 0 || read.length < files.length) return [];
  const isPreferred = PREFERRED.has(fixName) || (fixName === 'import' && imports === 1);
  return [{ title: description, kind: `quickfix.${fixName}`, isPreferred, files: read }];
}

function readChange(change: unknown): FileEdits | undefined {
  if (!isObject(change) || typeof change['fileName'] !== 'string') return undefined;
  const edits = itemsOf(change['textChanges']).map((edit) => {
    if (!isObject(edit) || typeof edit['newText'] !== 'string') return undefined;
    const range = readSpan(edit);
    return range && { ...range, text: edit['newText'] };
  });
  const read = edits.filter((edit) => edit !== undefined);
  return read.length < edits.length
    ? undefined
    : { path: change['fileName'], version: undefined, isCreated: change['isNewFile'] === true, edits: read };
}
