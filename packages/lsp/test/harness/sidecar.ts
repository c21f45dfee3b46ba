import { beforeAll } from 'bun:test';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import build from '../../../../scripts/lib/built.ts';
import type { LspClientNotifications, LspRequests } from '../../src/types.ts';
import { frame, Frames } from './framing.ts';
import { heldPipe } from './held-pipe.ts';
import { Inbox } from './inbox.ts';
import { Mcp } from './mcp.ts';
import { killAll, leftovers, MARK, marked, type Process } from './processes.ts';

/** As users run it: a bundle starts in half of the time. */
const MAIN = join(import.meta.dir, '../../dist/sidecar.js');
// `npm run fuzz` has built it, and is no test runner: there each-file.ts is not loaded, and no hook may be made.
if ('llxprtCollecting' in globalThis) beforeAll(build, 300_000);

/** How long it and what it has started may take to end, ms. */
const PATIENCE = 20_000;

type Method = keyof LspRequests;
type Params<M extends Method> = LspRequests[M]['params'];
type Result<M extends Method> = LspRequests[M]['result'];

export interface Message {
  id?: number | string | null;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** The sidecar refused a request. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface SpawnOptions {
  /** LSP_BOOTSTRAP, as it is; undefined leaves the variable out. */
  bootstrap: string | undefined;
  /** Run it as the child of a shell that does nothing else, with a stdin that stays open when the shell dies. */
  throughShell?: boolean;
  /** What a shell makes of its descriptors before it becomes the sidecar: `3<&- 4>&-` closes the navigation channel. */
  redirections?: string;
  /** Where it looks for programs; the PATH of the tests unless given. */
  path?: string;
  /** Laid over the environment of the tests. */
  env?: Readonly<Record<string, string>>;
}

/** The sidecar as a host sees it: a process with pipes. Nothing here knows its insides. */
export class Sidecar implements AsyncDisposable {
  readonly exited: Promise<Exit>;
  readonly #mark = randomUUID();
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #inbox = new Inbox<Message>('message', (message) => JSON.stringify(message).slice(0, 300));
  #stderr = '';
  #nextId = 1;

  constructor({
    bootstrap,
    throughShell = false,
    redirections = '',
    path = process.env['PATH'],
    env: own = {},
  }: SpawnOptions) {
    const { LSP_BOOTSTRAP: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      PATH: path,
      ...own,
      [MARK]: this.#mark,
      ...(bootstrap === undefined ? {} : { LSP_BOOTSTRAP: bootstrap }),
    };
    const script = throughShell ? '"$0" "$1"; exit $?' : `exec "$0" "$1" ${redirections}`;
    const isPlain = !throughShell && redirections === '';
    const [command, args] = isPlain
      ? [process.execPath, [MAIN]]
      : ['/bin/sh', ['-c', script, process.execPath, MAIN]];
    // As a host does: fd3 and fd4 are its navigation channel, and the group is its last resort.
    const [, ...pipes] = Array<'pipe'>(5).fill('pipe');
    const held = throughShell ? heldPipe() : undefined;
    this.#child = spawn(command, args, { env, detached: true, stdio: [held?.readEnd ?? 'pipe', ...pipes] });
    held?.closeReadEnd();
    const { stdout, stderr } = this.#child;
    const stdin = held?.writer ?? this.#child.stdin;
    if (stdin === null || stdout === null || stderr === null) throw new Error('the sidecar has no pipes');
    this.#stdin = stdin;
    stdin.on('error', () => undefined);
    stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    const drained = Promise.all([
      this.#listen(stdout),
      new Promise((resolve) => stderr.once('close', resolve)),
    ]);
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => void drained.then(() => resolve({ code, signal })));
    });
  }

  /** All that it has sent, in order. */
  get messages(): readonly Message[] {
    return this.#inbox.all;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Of what was spawned: the shell, if one stands between. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first message. */
  ready(): Promise<Message> {
    return this.#inbox.until((message) => message.method === 'lsp/ready');
  }

  /** Sends the request and hands out its id, for `cancel`. */
  ask<M extends Method>(method: M, params: Params<M>): { id: number; result: Promise<Result<M>> } {
    const id = this.#nextId++;
    const result = this.raw({ id, method, params }).then(({ result: value, error }) => {
      if (error !== undefined) throw new WireError(error.code, error.message);
      return value as Result<M>;
    });
    return { id, result };
  }

  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    return this.ask(method, params).result;
  }

  /** Any request, well-formed or not; resolves to the response with its id, errors too. Rejects if the sidecar ends first. */
  raw(request: { id: number | string; method: string; params?: unknown }): Promise<Message> {
    this.send(frame({ jsonrpc: '2.0', ...request }));
    return this.answer(request.id);
  }

  /** The response under this id. Rejects if the sidecar ends first. */
  answer(id: number | string): Promise<Message> {
    const fits = (message: Message): boolean => message.method === undefined && message.id === id;
    const gone = this.exited.then((how) => {
      const answered = this.messages.find(fits);
      if (answered !== undefined) return answered;
      throw new Error(
        `the sidecar ended (${JSON.stringify(how)}) before it answered ${id}; stderr:\n${this.#stderr}`,
      );
    });
    return Promise.race([this.#inbox.until(fits, { ms: 90_000 }), gone]);
  }

  notify<M extends keyof LspClientNotifications>(method: M, params: LspClientNotifications[M]): void {
    this.send(frame({ jsonrpc: '2.0', method, params }));
  }

  cancel(id: number): void {
    this.send(frame({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } }));
  }

  send(bytes: Uint8Array): void {
    this.#stdin.write(bytes);
  }

  /** The navigation channel; once per sidecar. `swapped`: the host reads fd3 and writes to fd4. */
  openMcp({ swapped = false } = {}): Mcp {
    const [, , , three, four] = this.#child.stdio;
    const [toServer, fromServer] = swapped ? [four, three] : [three, four];
    return new Mcp(toServer as Writable, fromServer as Readable);
  }

  endStdin(): void {
    this.#stdin.end();
  }

  closeStdout(): void {
    this.#child.stdout?.destroy();
  }

  closeStderr(): void {
    this.#child.stderr?.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Itself and everything below it that lives. */
  processes(): Process[] {
    return marked(this.#mark);
  }

  /** What still lives when no more than `few` do, or after `ms`. */
  leftovers(ms = PATIENCE, few = 0): Promise<Process[]> {
    return leftovers(this.#mark, ms, few);
  }

  /** Ends it as a host that goes away would, by the end of stdin. Throws if anything survives that, after killing it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.endStdin();
    // Its own end is an event. What it leaves behind has none, and is looked for afterwards.
    await within(this.exited, PATIENCE);
    const left = await this.leftovers();
    killAll(left);
    if (left.length > 0) throw new Error(`left running: ${JSON.stringify(left)}\nstderr:\n${this.#stderr}`);
  }

  #listen(stdout: Readable): Promise<unknown> {
    const frames = new Frames();
    stdout.on('data', (chunk: Buffer) => {
      for (const message of frames.push(chunk)) this.#inbox.add(message as Message);
    });
    return new Promise((resolve) => stdout.once('close', resolve));
  }
}

/** Resolves when the promise does, or after `ms`. */
async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
