import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { smallestChange, type Position } from '../../floor/change.js';
import { connect, type ServerConnection } from '../../floor/connection.js';
import { meansOf, type ServerMeans } from '../../floor/means.js';
import type { ServerKind } from '../../subjects/subject.js';

interface Diagnostic {
  readonly severity?: number;
  readonly range: { readonly start: Position; readonly end: Position };
}

interface TextEdit {
  readonly range: Diagnostic['range'];
  readonly newText: string;
}

interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly {
    readonly textDocument: { readonly uri: string };
    readonly edits: readonly TextEdit[];
  }[];
}

interface Action {
  readonly title: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: { readonly command: string; readonly arguments?: readonly unknown[] };
}

const CAPABILITIES = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: true,
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    synchronization: {},
    publishDiagnostics: {},
    diagnostic: { dynamicRegistration: true },
    codeAction: {
      dynamicRegistration: true,
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
    },
  },
};

/** What silences a finding, shows a page about it, takes code away, or is about more than the finding. */
const NO_CURE = /^(?:Disable|Ignore|Show|Remove|Fix all)\b/;

/**
 * The least that a client can do to know that a fix is right: it asks for the code actions of each
 * error, and for a verdict on the text with each of them.
 */
export class BareFixes {
  readonly #versions = new Map<string, { readonly version: number; readonly text: string }>();
  readonly #applied: WorkspaceEdit[] = [];

  private constructor(
    private readonly server: ServerConnection,
    private readonly means: ServerMeans,
    private readonly workspace: string,
  ) {
    server.connection.onRequest('workspace/applyEdit', ({ edit }: { edit: WorkspaceEdit }) => {
      this.#applied.push(edit);
      return { applied: false };
    });
  }

  static async start(kind: ServerKind, workspace: string): Promise<BareFixes> {
    const means = meansOf(kind, workspace);
    if (means.kind !== 'server') throw new Error(`${kind} is no language server`);
    return new BareFixes(await connect(means, workspace, CAPABILITIES), means, workspace);
  }

  /** ms from the verdict on the text to the verdicts on its fixes; undefined where there are none. */
  async fix(file: string, before: string, text: string): Promise<number | undefined> {
    await this.#verdict(file, before);
    const errors = (await this.#verdict(file, text)).filter(({ severity = 1 }) => severity === 1);
    const began = performance.now();
    const fixed: string[] = [];
    for (const error of errors.slice(0, 5)) {
      const actions = await this.server.connection.sendRequest<readonly Action[] | null>(
        'textDocument/codeAction',
        {
          textDocument: { uri: this.#uri(file) },
          range: error.range,
          context: { diagnostics: [error], only: ['quickfix'] },
        },
      );
      for (const action of actions ?? [])
        if (!NO_CURE.test(action.title)) fixed.push(...(await this.#textWith(action, file, text)));
    }
    for (const other of new Set(fixed)) await this.#verdict(file, other);
    const ms = performance.now() - began;
    await this.#verdict(file, before);
    return fixed.length === 0 ? undefined : ms;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  async #textWith({ edit, command }: Action, file: string, text: string): Promise<string[]> {
    if (edit !== undefined) return [applied(text, this.#uri(file), edit)];
    if (command === undefined) return [];
    this.#applied.length = 0;
    await this.server.connection.sendRequest('workspace/executeCommand', command);
    return this.#applied.map((asked) => applied(text, this.#uri(file), asked));
  }

  async #verdict(file: string, text: string): Promise<readonly Diagnostic[]> {
    const { connection, pullRegistered } = this.server;
    const uri = this.#uri(file);
    const known = this.#versions.get(file);
    const version = (known?.version ?? 0) + 1;
    this.#versions.set(file, { version, text });
    if (known === undefined)
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: this.means.languageId, version, text },
      });
    else
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [smallestChange(known.text, text)],
      });
    if (this.means.registersPull) await pullRegistered;
    return (
      await connection.sendRequest<{ readonly items: readonly Diagnostic[] }>('textDocument/diagnostic', {
        textDocument: { uri },
      })
    ).items;
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.workspace, file)).href;
  }
}

function applied(text: string, uri: string, { changes, documentChanges = [] }: WorkspaceEdit): string {
  const edits = [
    ...(changes?.[uri] ?? []),
    ...documentChanges.flatMap((change) => (change.textDocument.uri === uri ? change.edits : [])),
  ];
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offsetOf = ({ line, character }: Position): number => (starts[line] ?? text.length) + character;
  const last = [...edits].sort((a, b) => offsetOf(b.range.start) - offsetOf(a.range.start));
  return last.reduce(
    (changed, { range, newText }) =>
      changed.slice(0, offsetOf(range.start)) + newText + changed.slice(offsetOf(range.end)),
    text,
  );
}
