import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import plugin from '../src/index.js';
import type { Args, HostConfig, Hooks, Prompt, ToolContext } from '../src/opencode.js';

const SETTINGS = join(ownFolders('/', {}).config, 'settings.json').slice(1);

/** A folder with these files; gone after the test. Real. */
function folderOf(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp opencode # é ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** opencode with our plugin, as far as that sees it. */
export class FakeOpencode {
  /** Messages that the plugin has sent, and how. */
  readonly sent: { how: 'prompt' | 'promptAsync'; id: string; body: Prompt }[] = [];
  readonly toasts: string[] = [];
  /** The sessions that another one has started, and that one. */
  readonly parents = new Map<string, string>();
  readonly config: HostConfig;
  hooks!: Hooks;

  private constructor(
    readonly directory: string,
    config: HostConfig,
  ) {
    this.config = config;
  }

  /** In this workspace, for a user with these settings. */
  static async load(
    files: Record<string, string> = {},
    lspSettings: unknown = { navigationTools: false },
    config: HostConfig = {},
  ): Promise<FakeOpencode> {
    vi.stubEnv('HOME', folderOf({ [SETTINGS]: JSON.stringify({ lsp: lspSettings }) }));
    const host = new FakeOpencode(folderOf(files), config);
    const send =
      (how: 'prompt' | 'promptAsync') =>
      ({ path: { id }, body }: { path: { id: string }; body: Prompt }) =>
        Promise.resolve(host.sent.push({ how, id, body }));
    const client = {
      session: {
        get: ({ path: { id } }: { path: { id: string } }) =>
          Promise.resolve({ data: { parentID: host.parents.get(id) } }),
        prompt: send('prompt'),
        promptAsync: send('promptAsync'),
      },
      tui: {
        showToast: ({ body }: { body: { message: string } }) =>
          Promise.resolve(host.toasts.push(body.message)),
      },
    };
    host.hooks = await plugin.server({ client, directory: host.directory });
    await host.hooks.config(host.config);
    return host;
  }

  path(relative: string): string {
    return join(this.directory, relative);
  }

  /** Calls one of its own tools; resolves with what the model reads. */
  async call(tool: string, args: Args, run: () => void = () => undefined): Promise<string> {
    const call = { tool, sessionID: 'main', callID: 'call' };
    await this.hooks['tool.execute.before'](call, { args });
    run();
    const output = { output: 'Written.', metadata: {} };
    await this.hooks['tool.execute.after']({ ...call, args }, output);
    return output.output;
  }

  event(type: string, properties: Record<string, unknown>): Promise<void> {
    return this.hooks.event({ event: { type, properties } });
  }

  /** A turn of a session: the message that begins it, and how it ends. */
  async turn(sessionID: string, error?: string): Promise<void> {
    await this.hooks['chat.message'](
      { sessionID },
      { message: { agent: 'plan', model: { providerID: 'one', modelID: 'large' } } },
    );
    if (error !== undefined) await this.event('session.error', { sessionID, error: { name: error } });
    await this.event('session.idle', { sessionID });
  }

  async tool(name: string, args: Args, context: Partial<ToolContext> = {}): Promise<string> {
    const ask = (): Promise<void> => Promise.reject(new Error('asked'));
    const { output } = await this.hooks.tool[name]!.execute(args, {
      abort: new AbortController().signal,
      ask,
      ...context,
    });
    return output;
  }
}
