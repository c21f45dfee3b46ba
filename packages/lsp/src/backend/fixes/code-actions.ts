import type { CodeActionParams, Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { isObject, itemsOf } from '../../support/json.ts';
import { positionAt } from '../../client/documents/text-edit.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { FixSource, FixTraits, OrganizedImports, SuggestedFix, SuggestedFixes } from './source.ts';
import { readWorkspaceEdit } from './workspace-edit.ts';

const METHOD = 'textDocument/codeAction';
const QUICK_FIX = 'quickfix';
const ORGANIZE_IMPORTS = 'source.organizeImports';

/** How long one answer to a resolve or to a command may take, ms. Measured: 0.5 to 5. */
const STEP = 250;

/** The fixes that a server offers as code actions. */
export class CodeActionSource implements FixSource {
  constructor(
    private readonly client: LspClient,
    private readonly traits: FixTraits = {},
  ) {}

  /**
   * Without a trigger kind: with 2 ("automatic"), tsserver leaves fixes out. All is resolved here,
   * before the server is shown another text: rust-analyzer calls its actions stale then.
   */
  async suggest({ uri }: OpenDocument, finding: Diagnostic, signal: AbortSignal): Promise<SuggestedFixes> {
    const provider = this.client.provider('codeActionProvider', METHOD);
    if (provider === undefined) return { fixes: [], complete: true };
    const params: CodeActionParams = {
      textDocument: { uri },
      range: finding.range,
      context: { diagnostics: [finding], only: [QUICK_FIX] },
    };
    const reply = await this.client.request(METHOD, params, signal);
    if (reply.kind !== 'result') return { fixes: [], complete: false };
    const actions = itemsOf(reply.result)
      .filter(isObject)
      .filter((action) => isOfKind(action, QUICK_FIX, true));
    const fixes: SuggestedFix[] = [];
    let complete = true;
    // One by one: vscode-eslint-language-server knows only the commands of its last answer, and of
    // two edits at once nothing tells which belongs to which command.
    for (const action of actions) {
      const answer = await this.#editOf(
        action,
        provider,
        AbortSignal.any([signal, AbortSignal.timeout(STEP)]),
      );
      complete &&= answer !== 'late';
      const { title, kind, isPreferred } = action;
      const read = answer === 'late' ? undefined : readWorkspaceEdit(answer);
      if (read?.kind !== 'edits' || typeof title !== 'string') continue;
      // Quirk(gopls): it writes two spaces.
      fixes.push({
        title: title.replace(/\s+/g, ' ').trim(),
        kind: typeof kind === 'string' ? kind : QUICK_FIX,
        isPreferred: isPreferred === true,
        files: read.files,
      });
    }
    return { fixes, complete };
  }

  async organizeImports({ uri, text }: OpenDocument, signal: AbortSignal): Promise<OrganizedImports> {
    const provider = this.client.provider('codeActionProvider', METHOD);
    if (provider === undefined || this.traits.importsBy !== undefined) return { kind: 'not-offered' };
    const range = { start: { line: 0, character: 0 }, end: positionAt(text, text.length) };
    const params: CodeActionParams = {
      textDocument: { uri },
      range,
      context: { diagnostics: [], only: [ORGANIZE_IMPORTS] },
    };
    const reply = await this.client.request(METHOD, params, signal);
    if (reply.kind === 'error')
      return { kind: 'refused', reason: 'the language server answered with an error' };
    if (reply.kind !== 'result') return { kind: 'late' };
    const [action] = itemsOf(reply.result)
      .filter(isObject)
      .filter((one) => isOfKind(one, ORGANIZE_IMPORTS, false));
    // A server that has nothing to do often leaves the action out.
    if (action === undefined)
      return { kind: lists(provider['codeActionKinds'], ORGANIZE_IMPORTS) ? 'nothing' : 'not-offered' };
    const edit = await this.#editOf(action, provider, signal);
    if (edit === 'late') return { kind: 'late' };
    if (edit === undefined || edit === null)
      return {
        kind: 'refused',
        reason: 'the language server would do it by a command of its own, which is not run',
      };
    if (isObject(edit) && isEmpty(edit)) return { kind: 'nothing' };
    return readWorkspaceEdit(edit);
  }

  /** Undefined where the action has no edit that may be had. */
  async #editOf(action: Action, provider: Action, signal: AbortSignal): Promise<unknown> {
    if (action['edit'] !== undefined) return action['edit'];
    const command = commandOf(action);
    if (command !== undefined)
      return this.#isListed(command['command']) ? this.#capture(command, signal) : undefined;
    if (provider['resolveProvider'] !== true) return undefined;
    const reply = await this.client.request('codeAction/resolve', action, signal);
    return reply.kind === 'cancelled'
      ? 'late'
      : reply.kind === 'result' && isObject(reply.result)
        ? reply.result['edit']
        : undefined;
  }

  #isListed(command: unknown): boolean {
    return typeof command === 'string' && this.traits.commands?.includes(command) === true;
  }

  /** What the command asks the client to apply. The client applies nothing. */
  async #capture({ command, arguments: args }: Action, signal: AbortSignal): Promise<unknown> {
    const edits: unknown[] = [];
    const unlisten = this.client.requestedEdits.listen((edit) => edits.push(edit));
    const run = this.client.request(
      'workspace/executeCommand',
      { command, ...(Array.isArray(args) && { arguments: args as unknown[] }) },
      signal,
    );
    const waited = await waitFor(run, signal);
    unlisten();
    if (waited.kind === 'gave-up' || waited.value.kind === 'cancelled') return 'late';
    return edits.length === 1 ? edits[0] : undefined;
  }
}

type Action = Readonly<Record<string, unknown>>;

/**
 * tsserver answers with refactorings, too, where only quick fixes were asked for, and with quick
 * fixes where it was asked for something else.
 *
 * @param isDefault actions without a kind are of this one
 */
function isOfKind({ kind, disabled }: Action, wanted: string, isDefault: boolean): boolean {
  return (kind === undefined ? isDefault : isPartOf(kind, wanted)) && disabled === undefined;
}

/** LSP's kinds are a hierarchy: `source.organizeImports.ruff` is one of `source.organizeImports`. */
function isPartOf(kind: unknown, whole: string): boolean {
  return typeof kind === 'string' && (kind === whole || kind.startsWith(`${whole}.`));
}

function lists(kinds: unknown, wanted: string): boolean {
  return itemsOf(kinds).some(
    (kind) => isPartOf(kind, wanted) || (typeof kind === 'string' && isPartOf(wanted, kind)),
  );
}

function isEmpty({ changes, documentChanges }: Action): boolean {
  const parts = [
    ...itemsOf(documentChanges).map((part) => (isObject(part) ? part['edits'] : part)),
    ...(isObject(changes) ? Object.values(changes) : []),
  ];
  return parts.every((edits) => Array.isArray(edits) && edits.length === 0);
}

/** LSP's `Command`, alone or within a `CodeAction`. */
function commandOf(action: Action): Action | undefined {
  const { command } = action;
  if (typeof command === 'string') return action;
  return isObject(command) ? command : undefined;
}
