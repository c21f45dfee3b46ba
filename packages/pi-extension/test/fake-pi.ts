import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  ExtensionAPI,
  RegisteredCommand,
  ToolDefinition,
  ToolResultEvent,
} from '@earendil-works/pi-coding-agent';
import { onTestFinished, vi } from 'vitest';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import lsp from '../src/index.js';

const SETTINGS = join(ownFolders('/', {}).config, 'settings.json').slice(1);

type Listener = (event: unknown, context: unknown) => unknown;

/** A folder with these files; gone after the test. Real. */
export function folderOf(files: Record<string, string> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp pi # é ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** pi with our extension, as far as that sees it: tools once known stay known, and listeners are awaited one after another. */
export class FakePi {
  readonly tools = new Map<string, ToolDefinition>();
  readonly commands = new Map<string, Pick<RegisteredCommand, 'handler' | 'getArgumentCompletions'>>();
  readonly notes: string[] = [];
  /** What an extension has sent to the model. */
  readonly sent: unknown[][] = [];
  hasUI = true;
  active = ['read', 'bash', 'edit', 'write'];
  signal: AbortSignal | undefined;
  /** What it says of the project; undefined: it is a pi that has no notion of that. */
  isTrusted: boolean | undefined;
  readonly #listeners = new Map<string, Listener>();

  private constructor(readonly cwd: string) {}

  /** In this workspace, for a user with these settings. */
  static load(files: Record<string, string> = {}, lspSettings: unknown = {}): FakePi {
    vi.stubEnv('HOME', folderOf({ [SETTINGS]: JSON.stringify({ lsp: lspSettings }) }));
    const pi = new FakePi(folderOf(files));
    lsp(pi.#api());
    return pi;
  }

  emit(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
    return Promise.resolve(this.#listeners.get(type)?.({ type, ...event }, this.#context()));
  }

  /** Calls one of its own tools, whose result is `content`; resolves with what the extension makes of that. */
  async call(
    toolName: string,
    input: Record<string, unknown>,
    run: () => void = () => undefined,
    result: Partial<ToolResultEvent> = {},
  ): Promise<unknown> {
    const call = { toolCallId: 'call', toolName, input };
    await this.emit('tool_call', call);
    run();
    return this.emit('tool_result', {
      ...call,
      content: [{ type: 'text', text: 'Written.' }],
      isError: false,
      ...result,
    });
  }

  /** The end of a run of the model. */
  end(stopReason = 'stop'): Promise<unknown> {
    const messages = [
      { role: 'user' },
      { role: 'assistant', stopReason: 'toolUse' },
      { role: 'toolResult' },
      { role: 'assistant', stopReason },
      { role: 'custom' },
    ];
    return this.emit('agent_end', { messages });
  }

  async command(args: string): Promise<string | undefined> {
    await this.commands
      .get('lsp')
      ?.handler(args, this.#context() as Parameters<RegisteredCommand['handler']>[1]);
    return this.notes.at(-1);
  }

  #context(): unknown {
    const { isTrusted, hasUI } = this;
    const trust = isTrusted === undefined ? {} : { isProjectTrusted: () => isTrusted };
    return {
      ...trust,
      cwd: this.cwd,
      hasUI,
      signal: this.signal,
      ui: { notify: (text: string) => this.notes.push(text) },
    };
  }

  #api(): ExtensionAPI {
    const api = {
      on: (type: string, listener: Listener) => this.#listeners.set(type, listener),
      registerTool: (tool: ToolDefinition) => {
        if (!this.tools.has(tool.name)) this.active.push(tool.name);
        this.tools.set(tool.name, tool);
      },
      registerCommand: (name: string, command: RegisteredCommand) => this.commands.set(name, command),
      sendMessage: (...message: unknown[]) => this.sent.push(message),
      getActiveTools: () => [...this.active],
      setActiveTools: (names: string[]) => (this.active = names),
    };
    return api as unknown as ExtensionAPI;
  }
}
