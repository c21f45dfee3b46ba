import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { npm } from '../../../scripts/lib/packs/npm.mjs';
import { readManifest, tarballOf } from '../../../scripts/lib/packs/packages.mjs';
import { stage } from '../../../scripts/lib/packs/stage.mjs';
import { sidecar } from '../../../scripts/lib/paths.mjs';
import { run } from '../../../scripts/lib/process.mjs';
import { MARK } from './processes.js';

const NAME = '@vybestack/llxprt-code-lsp';

/** How llxprt-code looks for the service, by each of its two ways: from the resolved name up to the package, then one of two files. */
const RESOLVE = `
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
const entry = (file) => {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return ['src/main.ts', 'dist/main.js'].map((path) => join(folder, path)).find((path) => existsSync(path));
};
const ways = [() => fileURLToPath(import.meta.resolve('${NAME}')), () => createRequire(import.meta.url).resolve('${NAME}')];
console.log(JSON.stringify(ways.map((way) => entry(way()))));
`;

/** A host with the packed service among its packages, as npm installs it. */
export class HostWithPack {
  readonly #folder = mkdtempSync(join(realpathSync(tmpdir()), 'host with pack '));
  readonly #script = join(this.#folder, 'resolve.mjs');

  private constructor() {
    writeFileSync(this.#script, RESOLVE);
  }

  static async install(): Promise<HostWithPack> {
    const host = new HostWithPack();
    const folder = host.#folder;
    const staged = join(folder, 'staged');
    await stage('lsp', staged);
    const packed = await run(npm, ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: staged,
    });
    if (packed.code !== 0) throw new Error(packed.output);
    const at = join(folder, 'node_modules', NAME);
    mkdirSync(at, { recursive: true });
    const unpacked = await run(
      'tar',
      ['-xzf', join(folder, tarballOf(readManifest(staged))), '--strip-components=1', '-C', at],
      { cwd: folder },
    );
    if (unpacked.code !== 0) throw new Error(unpacked.output);
    // Its dependencies.
    symlinkSync(join(sidecar, 'node_modules'), join(at, 'node_modules'));
    return host;
  }

  get entry(): string {
    return join(this.#folder, 'node_modules', NAME, 'dist/main.js');
  }

  /** The file that each way of looking for it finds, in this runtime. */
  async resolved(runtime: string): Promise<unknown> {
    const { code, output } = await run(runtime, [this.#script], { cwd: tmpdir() });
    if (code !== 0) throw new Error(output);
    return JSON.parse(output);
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export interface ServiceOptions {
  readonly bun: string;
  readonly entry: string;
  readonly workspaceRoot: string;
  /** As its settings have it. */
  readonly lsp: Readonly<Record<string, unknown>>;
  readonly mark: string;
}

/** The service, as llxprt-code starts and asks it. */
export class HostedService {
  /** By when each request of the navigation channel was answered, ms. */
  readonly took: { method: string; ms: number }[] = [];
  readonly #child: ChildProcess;
  readonly #rpc: MessageConnection;
  readonly #ready: Promise<void>;

  constructor({ bun, entry, workspaceRoot, lsp, mark }: ServiceOptions) {
    const {
      servers = [],
      diagnosticTimeout,
      firstTouchTimeout,
      navigationTimeout,
      navigationTools,
      requestTimeout,
    } = lsp;
    const config = {
      servers,
      diagnosticsTimeoutMs: diagnosticTimeout,
      firstTouchTimeoutMs: firstTouchTimeout,
      navigationTimeoutMs: navigationTimeout,
      navigationTools,
      requestTimeoutMs: requestTimeout,
    };
    const env = { ...process.env, [MARK]: mark, LSP_BOOTSTRAP: JSON.stringify({ workspaceRoot, config }) };
    const child = spawn(bun, [entry], {
      cwd: workspaceRoot,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      env,
    });
    const { stdin, stdout, stderr } = child;
    stderr.resume();
    this.#child = child;
    this.#rpc = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#ready = new Promise((resolve, reject) => {
      this.#rpc.onNotification('lsp/ready', resolve);
      child.once('exit', (code) =>
        reject(new Error(`the service ended with ${String(code)} before it was ready`)),
      );
    });
    this.#rpc.listen();
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  /** Its parameters are those that llxprt-code sends: the path alone. */
  checkFile(filePath: string): Promise<unknown[]> {
    return this.#rpc.sendRequest('lsp/checkFile', { filePath });
  }

  /** Without parameters, as llxprt-code asks. */
  status(): Promise<{ serverId?: unknown; healthy?: unknown; status?: unknown }[]> {
    return this.#rpc.sendRequest('lsp/status');
  }

  /** llxprt-code reads fd3 and writes to fd4. */
  async navigation(): Promise<Client> {
    const [, , , three, four] = this.#child.stdio;
    const client = new Client({ name: 'lsp-navigation-client', version: '1.0.0' }, { capabilities: {} });
    await client.connect(this.#transport(three as Readable, four as Writable));
    return client;
  }

  /** Ends it as llxprt-code does. */
  async shutdown(): Promise<void> {
    const gone = once(this.#child, 'exit');
    await this.#rpc.sendRequest('lsp/shutdown');
    this.#child.kill('SIGTERM');
    await gone;
    this.#rpc.dispose();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #transport(readable: Readable, writable: Writable): Transport {
    const sent = new Map<unknown, { method: string; at: number }>();
    const received = new ReadBuffer();
    const take = (transport: Transport, chunk: Buffer): void => {
      received.append(chunk);
      for (let message = received.readMessage(); message !== null; message = received.readMessage()) {
        const question = 'id' in message ? sent.get(message.id) : undefined;
        if (question !== undefined)
          this.took.push({ method: question.method, ms: performance.now() - question.at });
        transport.onmessage?.(message);
      }
    };
    return {
      start() {
        readable.on('data', (chunk: Buffer) => {
          take(this, chunk);
        });
        return Promise.resolve();
      },
      send(message: JSONRPCMessage) {
        if ('method' in message && 'id' in message)
          sent.set(message.id, { method: message.method, at: performance.now() });
        writable.write(serializeMessage(message));
        return Promise.resolve();
      },
      close() {
        writable.end();
        return Promise.resolve();
      },
    };
  }
}
