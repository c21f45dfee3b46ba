import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';
import { ask } from '../../cli/src/bridge/ask.js';
import { endpointFor, listEndpoints } from '../../cli/src/bridge/endpoint.js';
import type { BridgeRequest } from '../../cli/src/bridge/request.js';
import { folderOf, MAIN, type AtTheEnd } from './cli.js';
import { patient } from './deadlines.js';
import { MARK, marked, type Process } from './processes.js';
import { OWN_SETTINGS } from './own-folders.js';

type Check = Extract<BridgeRequest, { ask: 'check' }>;

export interface BridgeOptions {
  cwd: string;
  /** The key `lsp` of the user's settings; its deadlines are long where it names none. */
  lsp?: unknown;
  args?: string[];
  env?: Record<string, string>;
  /** The program that is started. Default: the one that was built here. */
  main?: string;
  /** Default: it ends with the test. */
  atTheEnd?: AtTheEnd;
}

/** `llxprt-lsp mcp` as a host starts it, which is this process, and what hooks do with it. */
export class Bridge {
  readonly #mark: string;
  /** How often the host was told that the list of tools has changed. */
  listChanges = 0;

  private constructor(
    readonly client: Client,
    readonly cwd: string,
    readonly pid: number,
    readonly address: string,
    mark: string,
  ) {
    this.#mark = mark;
  }

  static async start({
    cwd,
    lsp,
    args = [],
    env = {},
    main = MAIN,
    atTheEnd = onTestFinished,
  }: BridgeOptions): Promise<Bridge> {
    const mark = randomUUID();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...args],
      cwd,
      env: environment({ lsp, mark, env, atTheEnd }),
    });
    const client = new Client({ name: 'host', version: '1' });
    await client.connect(transport);
    atTheEnd(() => client.close());
    const pid = transport.pid ?? 0;
    const address = endpointFor(process.pid, realpathSync(cwd), pid);
    if (address === undefined) throw new Error('no folder for sockets');
    const bridge = new Bridge(client, cwd, pid, address, mark);
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      bridge.listChanges++;
    });
    return bridge;
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** What the bridge says to a hook; undefined where none is there. */
  async ask(request: BridgeRequest): Promise<string | undefined> {
    const asked = await ask(this.address, request);
    return asked.kind === 'answered' ? asked.text : undefined;
  }

  /** After files were written. */
  check(files: Check['files'], more: Partial<Check> = {}): Promise<string | undefined> {
    return this.ask({ ask: 'check', kind: 'edit', cwd: this.cwd, files, ...more });
  }

  status(): Promise<string | undefined> {
    return this.ask({ ask: 'lsp', args: 'status' });
  }

  /** It, its sidecar and the servers. */
  processes(): Process[] {
    return marked(this.#mark);
  }

  get sidecar(): Process | undefined {
    return this.processes().find(({ command }) => command.includes('sidecar'));
  }
}

function environment({
  lsp,
  mark,
  env,
  atTheEnd,
}: {
  lsp: unknown;
  mark: string;
  env: Record<string, string>;
  atTheEnd?: AtTheEnd;
}): Record<string, string> {
  const home = folderOf({ [OWN_SETTINGS]: JSON.stringify({ lsp: patient(lsp) }) }, {}, atTheEnd);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USERPROFILE: home,
    TMPDIR: process.env['TMPDIR'] ?? '',
    XDG_RUNTIME_DIR: process.env['XDG_RUNTIME_DIR'] ?? '',
    [MARK]: mark,
    ...env,
  };
}

/** Starts a bridge, and is otherwise idle. `$0` is what it gives it as stdin: a pipe with two ends of its own, so that it never ends. */
const HOST = `
  const { spawn } = require('node:child_process');
  const [pipe, ...args] = process.argv.slice(1);
  spawn(process.execPath, args, { stdio: [require('node:fs').openSync(pipe, 'r+'), 'ignore', 'ignore'] });
  setInterval(() => {}, 1e6);
`;

export interface ForeignHost {
  readonly host: ChildProcess;
  readonly address: string;
  processes(): Process[];
}

/** A host of its own, whose bridge would not learn from its stdin that it has died. */
export async function foreignHost({ cwd, lsp, args = [] }: BridgeOptions): Promise<ForeignHost> {
  const mark = randomUUID();
  const pipe = join(folderOf({}), 'pipe');
  await once(spawn('mkfifo', [pipe]), 'exit');
  const host = spawn(process.execPath, ['-e', HOST, pipe, MAIN, 'mcp', ...args], {
    cwd,
    env: environment({ lsp, mark, env: {} }),
    stdio: 'ignore',
  });
  onTestFinished(() => {
    for (const { pid } of marked(mark)) process.kill(pid, 'SIGKILL');
  });
  const addressOf = (): string | undefined =>
    listEndpoints().find(({ hostPid }) => hostPid === host.pid)?.address;
  await expect.poll(addressOf, { timeout: 30_000 }).toBeDefined();
  const address = addressOf() ?? '';
  expect((await ask(address, { ask: 'lsp', args: 'status' })).kind).toBe('answered');
  return { host, address, processes: () => marked(mark) };
}
