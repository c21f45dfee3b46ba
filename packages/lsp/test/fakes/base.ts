/** What all fakes share: a language server that does everything right, of which each fake spoils one thing. */

import type {
  CodeAction,
  CodeActionParams,
  CallHierarchyIncomingCallsParams,
  CallHierarchyOutgoingCallsParams,
  Diagnostic,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DidSaveTextDocumentParams,
  DocumentDiagnosticParams,
  DocumentSymbolParams,
  ExecuteCommandParams,
  InitializeParams,
  ReferenceParams,
  RenameFilesParams,
  ServerCapabilities,
  TextDocumentPositionParams,
  WorkspaceSymbolParams,
} from 'vscode-languageserver-protocol';

import { frame, Frames } from '../harness/framing.ts';
import type { Command } from '../harness/probe.ts';
import { applyChange, type Document } from './documents.ts';
import { Reporter } from './probe.ts';

interface Cancel {
  id: number | string;
}

interface Incoming {
  initialize: InitializeParams;
  initialized: unknown;
  shutdown: unknown;
  exit: unknown;
  'textDocument/didOpen': DidOpenTextDocumentParams;
  'textDocument/didChange': DidChangeTextDocumentParams;
  'textDocument/didSave': DidSaveTextDocumentParams;
  'textDocument/didClose': DidCloseTextDocumentParams;
  'textDocument/diagnostic': DocumentDiagnosticParams;
  'textDocument/definition': TextDocumentPositionParams;
  'textDocument/typeDefinition': TextDocumentPositionParams;
  'textDocument/implementation': TextDocumentPositionParams;
  'textDocument/references': ReferenceParams;
  'textDocument/hover': TextDocumentPositionParams;
  'textDocument/documentSymbol': DocumentSymbolParams;
  'textDocument/prepareCallHierarchy': TextDocumentPositionParams;
  'callHierarchy/incomingCalls': CallHierarchyIncomingCallsParams;
  'callHierarchy/outgoingCalls': CallHierarchyOutgoingCallsParams;
  'workspace/symbol': WorkspaceSymbolParams;
  'workspace/didChangeConfiguration': DidChangeConfigurationParams;
  'workspace/didChangeWatchedFiles': DidChangeWatchedFilesParams;
  'textDocument/codeAction': CodeActionParams;
  'codeAction/resolve': CodeAction;
  'workspace/executeCommand': ExecuteCommandParams;
  'workspace/willRenameFiles': RenameFilesParams;
  '$/cancelRequest': Cancel;
  /** clangd's own. */
  sync: unknown;
  /** TypeScript 7's own. */
  'custom/projectInfo': { textDocument: { uri: string } };
  'custom/initializeAPISession': unknown;
  /** What a test tells a fake that it drives by itself. */
  'fake/hold': unknown;
  'fake/goOn': unknown;
  'fake/refuse': unknown;
  'fake/dawdle': unknown;
}

/** A request is answered with what its handler returns (or resolves to); `Refusal` makes it an error. */
type Handlers = { [M in keyof Incoming]?: (params: Incoming[M], server: FakeServer) => unknown };

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

export class Refusal {
  constructor(
    readonly code: number,
    readonly message: string,
    readonly data?: unknown,
  ) {}
}

/** The answer that never comes. */
export const NEVER = new Promise<never>(() => undefined);

export const INCREMENTAL = { openClose: true, change: 2, save: true } as const;

export const PULLS = {
  textDocumentSync: INCREMENTAL,
  diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
} satisfies ServerCapabilities;

/** Serves stdin and stdout from now on. */
export async function serve(capabilities: ServerCapabilities, handlers: Handlers = {}): Promise<FakeServer> {
  const server = new FakeServer(capabilities, handlers);
  await server.start();
  return server;
}

export class FakeServer {
  readonly documents = new Map<string, Document>();
  readonly #commands = new Map<string, (command: Command) => void>();
  readonly #pending = new Map<number | string, (reply: Message) => void>();
  readonly #cancelled = new Map<number | string, () => void>();
  #reporter: Reporter | undefined;
  #nextId = 0;
  #shutDown = false;

  constructor(
    private readonly capabilities: ServerCapabilities,
    private readonly handlers: Handlers,
  ) {}

  async start(): Promise<void> {
    this.#reporter = await Reporter.connect((command) => this.#commands.get(command.command)?.(command));
    this.report('started');
    const frames = new Frames();
    process.stdin.on('data', (chunk: Buffer) => {
      for (const message of frames.push(chunk)) void this.#receive(message as Message);
    });
    process.stdin.on('end', () => process.exit(0));
    process.stdout.on('error', () => undefined);
  }

  text(uri: string): string {
    return this.documents.get(uri)?.text ?? '';
  }

  onCommand(command: string, run: (command: Command) => void): void {
    this.#commands.set(command, run);
  }

  report(event: string, details: { path?: string; result?: unknown } = {}): void {
    this.#reporter?.report({ event, ...details });
  }

  send(message: object): void {
    process.stdout.write(frame({ jsonrpc: '2.0', ...message }));
  }

  publish(uri: string, diagnostics: Diagnostic[], version?: number): void {
    this.send({
      method: 'textDocument/publishDiagnostics',
      params: { uri, diagnostics, ...(version === undefined ? {} : { version }) },
    });
  }

  /** Asks the client; the reply is reported as `answered`. */
  async ask(
    method: string,
    params: unknown,
    id: number | string = this.#nextId++,
    replied?: () => void,
  ): Promise<Message> {
    const reply = await new Promise<Message>((resolve) => {
      this.#pending.set(id, (message) => {
        replied?.();
        resolve(message);
      });
      this.send({ id, method, params });
    });
    this.#reporter?.report({ event: 'answered', method, result: reply.result, error: reply.error });
    return reply;
  }

  async #receive(message: Message): Promise<void> {
    if (message.method === undefined) {
      this.#pending.get(message.id ?? '')?.(message);
      return;
    }
    this.#track(message.method, message.params);
    this.#announce(message.method, message);
    const handler = this.handlers[message.method as keyof Incoming] as
      ((params: unknown, server: FakeServer) => unknown) | undefined;
    const run = handler ?? ((): unknown => this.#behave(message.method ?? ''));
    if (message.id === undefined) {
      await run(message.params, this);
    } else {
      await this.#answer(message.id, () => run(message.params, this));
    }
  }

  async #answer(id: number | string, run: () => unknown): Promise<void> {
    const cancelled = new Promise<Refusal>((resolve) =>
      this.#cancelled.set(id, () => resolve(new Refusal(-32800, 'cancelled'))),
    );
    const answer = await Promise.race([run(), cancelled]);
    this.#cancelled.delete(id);
    if (answer instanceof Refusal)
      this.send({ id, error: { code: answer.code, message: answer.message, data: answer.data } });
    else this.send({ id, result: answer ?? null });
  }

  /** What a good server does with a message that the fake has no opinion on. */
  #behave(method: string): unknown {
    switch (method) {
      case 'initialize':
        return { capabilities: this.capabilities };
      case 'shutdown':
        this.#shutDown = true;
        return null;
      case 'exit':
        return process.exit(this.#shutDown ? 0 : 1);
      default:
        return new Refusal(-32601, `fake: no method ${method}`);
    }
  }

  #track(method: string, params: unknown): void {
    if (method === 'textDocument/didOpen') {
      const { textDocument } = params as DidOpenTextDocumentParams;
      this.documents.set(textDocument.uri, { ...textDocument });
    } else if (method === 'textDocument/didClose') {
      this.documents.delete((params as DidCloseTextDocumentParams).textDocument.uri);
    } else if (method === 'textDocument/didChange') {
      const { textDocument, contentChanges } = params as DidChangeTextDocumentParams;
      const document = this.documents.get(textDocument.uri);
      if (document === undefined) throw new Error(`didChange of ${textDocument.uri}, which is not open`);
      document.version = textDocument.version;
      document.text = contentChanges.reduce(applyChange, document.text);
    } else if (method === '$/cancelRequest') {
      this.#cancelled.get((params as Cancel).id)?.();
    }
  }

  #announce(method: string, { id, params }: Message): void {
    const uri = (params as { textDocument?: { uri: string } } | undefined)?.textDocument?.uri;
    const document = uri === undefined ? undefined : this.documents.get(uri);
    const small = JSON.stringify(params ?? null).length < 20_000 ? params : undefined;
    this.#reporter?.report({
      event: 'received',
      method,
      ...(id === undefined ? {} : { id }),
      ...(uri === undefined ? {} : { path: decodeURIComponent(new URL(uri).pathname) }),
      ...(small === undefined ? {} : { params: small }),
      ...(document === undefined ? {} : { version: document.version, text: document.text.slice(0, 20_000) }),
    });
  }
}
