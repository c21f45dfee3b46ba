import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../../../cli/dist/bridge/ask.js';
import { REPOSITORY } from '../places.js';
import type { Control, Role } from './control.js';
import { command, FILE, type Room, textOf } from './room.js';

/** What came of one edit. */
export interface Edited {
  /** `gone`: nobody was there to make it, or to say what came of it. */
  readonly kind: 'succeeded' | 'refused' | 'gone';
  /** What stood after the success text; `''`: nothing. */
  readonly found: string;
  readonly ms: number;
  /** What is wrong with it. */
  readonly complaints: readonly string[];
}

/** An agent's session, as the cells drive it. */
export interface Session {
  /** Whose life this session is. */
  readonly owner: Role;
  /** Everything up to the moment that the owner can be held at its start. */
  prepare(): Promise<void>;
  open(): Promise<void>;
  /** Replaces the file's whole text by the next one. Never rejects. */
  edit(): Promise<Edited>;
  /** Asks for the file's symbols; resolves to what is wrong with the answer: an answer or an error is fine, none is not. */
  navigate(): Promise<{ readonly ms: number; readonly answered: boolean }>;
  status(): Promise<string>;
  /** Ends the session in order. */
  close(): Promise<void>;
}

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));
const MAIN = join(REPOSITORY, 'packages', 'cli', 'dist', 'main.js');
const HOOK = join(REPOSITORY, 'packages', 'cli', 'dist', 'hook.mjs');
const SYMBOLS = { name: 'lsp_document_symbols', arguments: { file: FILE } };
/** Nothing that is asked takes longer, ms: whoever does, hangs. */
const HANG = 10_000;
/** How long a bridge may take from the end of its stdin, and then again from each signal on, ms. */
const SIGNALLED_AFTER = 2000;

/** A host that has core inside (host.mjs). */
export class DirectSession implements Session {
  readonly owner = 'host';
  #edits: number;

  constructor(
    private readonly room: Room,
    private readonly control: Control,
  ) {
    this.#edits = room.edits();
  }

  async prepare(): Promise<void> {
    const { room } = this;
    const [program, args] = command(process.execPath, HOST, room.workspace, room.copy, JSON.stringify({ ...room.settings }));
    spawn(program, args, { env: room.env('host'), stdio: 'ignore' });
    await this.control.up('host');
  }

  async open(): Promise<void> {
    await this.#call('open');
  }

  async edit(): Promise<Edited> {
    const [before, after] = [textOf(this.#edits), textOf(this.#edits + 1)];
    const began = performance.now();
    const args = { tool: 'edit', params: { file_path: FILE, old_string: before, new_string: after } };
    const result = (await this.#call('edit', args)) as { text: string; plain: string; error?: string; ms: number } | undefined;
    const onDisk = this.room.text();
    if (result === undefined) {
      const complaints = (onDisk === before || onDisk === after) ? [] : [`half an edit is on disk: ${JSON.stringify(onDisk)}`];
      return { kind: 'gone', found: '', ms: performance.now() - began, complaints };
    }
    const { text, plain, error, ms } = result;
    if (error !== undefined) return { kind: 'refused', found: '', ms, complaints: onDisk === before ? [] : ['a refused edit has changed the file'] };
    this.#edits += 1;
    const complaints = onDisk === after ? [] : [`on disk is ${JSON.stringify(onDisk)}`];
    if (text === plain) return { kind: 'succeeded', found: '', ms, complaints };
    if (!text.startsWith(`${plain}\n\n`)) complaints.push(`the result begins otherwise: ${JSON.stringify(text.slice(0, 200))}`);
    return { kind: 'succeeded', found: text.slice(plain.length + 2), ms, complaints };
  }

  async navigate(): Promise<{ ms: number; answered: boolean }> {
    const result = (await this.#call('navigate', { name: SYMBOLS.name, params: SYMBOLS.arguments })) as { ms: number } | undefined;
    return { ms: result?.ms ?? 0, answered: result !== undefined };
  }

  async status(): Promise<string> {
    return String(await this.#call('status'));
  }

  async close(): Promise<void> {
    await this.#call('close');
  }

  /** Resolves to `undefined` where the host is gone. */
  #call(op: string, args?: unknown): Promise<unknown> {
    return this.control.tell('host', { do: 'call', op, args }, 40_000).catch(() => undefined);
  }
}

/** `llxprt-lsp mcp`, with us as its host: the tools are called over MCP, and after each edit a hook is run. */
export class BridgedSession implements Session {
  readonly owner = 'bridge';
  #edits: number;
  #child: ChildProcessWithoutNullStreams | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: object | undefined) => void>();

  constructor(
    private readonly room: Room,
    private readonly control: Control,
  ) {
    this.#edits = room.edits();
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async open(): Promise<void> {
    const { room } = this;
    const [program, args] = command(process.execPath, '--import', fileURLToPath(new URL('agent.mjs', import.meta.url)), MAIN, 'mcp');
    const child = spawn(program, args, { cwd: room.workspace, env: room.env('bridge') });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    child.stdout.on('close', () => {
      for (const settle of this.#waiting.values()) settle(undefined);
    });
    createInterface(child.stdout).on('line', (line) => this.#hear(line));
    await this.control.up('bridge');
    await this.#request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'host', version: '1' } });
    this.#send({ method: 'notifications/initialized' });
    await this.#request('tools/list', {});
  }

  async edit(): Promise<Edited> {
    const { room } = this;
    const file = join(room.workspace, FILE);
    this.#edits += 1;
    writeFileSync(file, textOf(this.#edits));
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Edit', cwd: room.workspace, tool_input: { file_path: file }, tool_response: { filePath: file } };
    const began = performance.now();
    const said = await this.#hook(JSON.stringify(event));
    const ms = performance.now() - began;
    const complaints = room.text() === textOf(this.#edits) ? [] : [`on disk is ${JSON.stringify(room.text())}`];
    const found = contextOf(said);
    if (found === undefined) complaints.push(`the hook said ${JSON.stringify(said.slice(0, 300))}`);
    return { kind: 'succeeded', found: found ?? '', ms, complaints };
  }

  async navigate(): Promise<{ ms: number; answered: boolean }> {
    const began = performance.now();
    const answer = await this.#request('tools/call', SYMBOLS);
    return { ms: performance.now() - began, answered: answer !== undefined };
  }

  async status(): Promise<string> {
    const folder = join(this.room.runtime, 'llxprt-lsp');
    const [name] = readdirSync(folder).filter((entry) => entry.endsWith('.sock'));
    if (name === undefined) return 'no socket';
    const asked = await ask(join(folder, name), { ask: 'lsp', args: 'status --verbose' });
    return asked.kind === 'answered' ? asked.text : asked.kind;
  }

  async close(): Promise<void> {
    const child = this.#child;
    child?.stdin.end();
    // As hosts do that speak MCP: some programs do not hear of the end of their stdin.
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const patience = new AbortController();
      await Promise.race([this.#exited, setTimeout(SIGNALLED_AFTER, undefined, { signal: patience.signal }).then(() => child?.kill(signal), () => undefined)]);
      patience.abort();
    }
    await this.#exited;
  }

  #hook(event: string): Promise<string> {
    const [program, args] = command(process.execPath, HOOK, 'claude');
    const child = spawn(program, args, { cwd: this.room.workspace, env: this.room.env('hook'), stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => undefined).end(event);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    return new Promise((resolve) => child.once('close', (code) => resolve(code === 0 ? said : `exit code ${String(code)}: ${said}`)));
  }

  /** Resolves to `undefined` where the bridge is gone, or says nothing. */
  #request(method: string, params: object): Promise<object | undefined> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const settle = (answer: object | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = globalThis.setTimeout(() => settle(undefined), HANG);
      this.#waiting.set(id, settle);
      if (this.#child?.stdout.destroyed !== false) settle(undefined);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child?.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #hear(line: string): void {
    try {
      const { id, method } = JSON.parse(line) as { id?: number; method?: string };
      if (method === undefined && id !== undefined) this.#waiting.get(id)?.({});
    } catch {
      // A host that is told nonsense waits on.
    }
  }
}

/** What a hook gives the model to read; undefined: it has not said one line of JSON that its host understands. */
function contextOf(said: string): string | undefined {
  if (said === '{}\n') return '';
  try {
    const { hookSpecificOutput } = JSON.parse(said) as { hookSpecificOutput?: { additionalContext?: string } };
    return hookSpecificOutput?.additionalContext;
  } catch {
    return undefined;
  }
}
