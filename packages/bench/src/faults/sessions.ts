import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../../../cli/src/bridge/ask.js';
import { REPOSITORY } from '../places.js';
import type { Control, ProcessRole } from './control.js';
import { asUser, FILE, type Room, SECOND, textOf } from './room.js';

/** What came of one edit. */
export interface Edited {
  /** `gone`: the program that makes it had ended, or ended before it answered. */
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
  readonly owner: ProcessRole;
  /** Everything up to the moment that the owner can be held at its start. */
  prepare(): Promise<void>;
  open(): Promise<void>;
  /** Replaces the file's whole text by the next one. Never rejects. */
  edit(): Promise<Edited>;
  /** Writes a file of the second server, which starts for that. */
  editSecond(): Promise<Edited>;
  navigate(): Promise<Navigated>;
  status(): Promise<string>;
  /**
   * Ends the session in order; resolves to false where its owner had to be killed, since that did
   * not end within so many ms.
   */
  close(ms: number): Promise<boolean>;
}

/** What came of a question for the file's symbols. */
export interface Navigated {
  readonly ms: number;
  /** By whatever: an error is an answer. */
  readonly isAnswered: boolean;
  /** With the symbols. */
  readonly isFound: boolean;
}

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));
const MAIN = join(REPOSITORY, 'packages', 'cli', 'dist', 'main.js');
const HOOK = join(REPOSITORY, 'packages', 'cli', 'dist', 'hook.mjs');
const SYMBOLS = { name: 'lsp_document_symbols', arguments: { file: FILE } };
/** What the fake says there is. */
const SYMBOL = 'first';

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
    const [program, args] = asUser(
      process.execPath,
      HOST,
      room.workspace,
      room.copy,
      JSON.stringify({ ...room.settings }),
    );
    spawn(program, args, { env: room.env('host'), stdio: 'ignore' });
    await this.control.up('host');
  }

  async open(): Promise<void> {
    await this.#call('open');
  }

  async edit(): Promise<Edited> {
    const [before, after] = [textOf(this.#edits), textOf(this.#edits + 1)];
    // An edit that was refused has been made there.
    writeFileSync(join(this.room.copy, FILE), before);
    const edited = await this.#edit('edit', { file_path: FILE, old_string: before, new_string: after });
    const onDisk = this.room.text();
    // A file that another program takes away is not made again.
    const isWhole = this.room.isRemoved
      ? onDisk === undefined
      : edited.kind === 'gone'
        ? onDisk === before || onDisk === after
        : onDisk === (edited.kind === 'refused' ? before : after);
    if (edited.kind === 'succeeded') this.#edits += 1;
    return isWhole
      ? edited
      : {
          ...edited,
          complaints: [
            ...edited.complaints,
            `the edit ${edited.kind}, and on disk is ${JSON.stringify(onDisk)}`,
          ],
        };
  }

  editSecond(): Promise<Edited> {
    return this.#edit('write_file', { file_path: SECOND, content: 'ERROR s' });
  }

  async navigate(): Promise<Navigated> {
    const result = (await this.#call('navigate', { name: SYMBOLS.name, params: SYMBOLS.arguments })) as
      { ms: number; text?: string } | undefined;
    return {
      ms: result?.ms ?? 0,
      isAnswered: result !== undefined,
      isFound: result?.text?.includes(SYMBOL) === true,
    };
  }

  async status(): Promise<string> {
    return String(await this.#call('status'));
  }

  async close(): Promise<boolean> {
    await this.#call('close');
    return true;
  }

  async #edit(tool: string, params: object): Promise<Edited> {
    const began = performance.now();
    const result = (await this.#call('edit', { tool, params })) as
      { text: string; plain: string; error?: string; ms: number } | undefined;
    if (result === undefined)
      return { kind: 'gone', found: '', ms: performance.now() - began, complaints: [] };
    const { text, plain, error, ms } = result;
    if (error !== undefined) return { kind: 'refused', found: '', ms, complaints: [] };
    if (text === plain) return { kind: 'succeeded', found: '', ms, complaints: [] };
    const complaints = text.startsWith(`${plain}\n\n`)
      ? []
      : [`the result begins otherwise: ${JSON.stringify(text.slice(0, 200))}`];
    return { kind: 'succeeded', found: text.slice(plain.length + 2), ms, complaints };
  }

  /** Resolves to `undefined` where the host is gone. */
  #call(op: string, args?: unknown): Promise<unknown> {
    return this.control.tell('host', { do: 'call', op, args }, 40_000).catch(() => undefined);
  }
}

/**
 * `llxprt-lsp mcp`, with us as its host: the tools are called over MCP, and after each edit a hook
 * is run.
 */
export class BridgedSession implements Session {
  readonly owner = 'bridge';
  #edits: number;
  #child: ChildProcessWithoutNullStreams | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: string | undefined) => void>();

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
    const [program, args] = asUser(
      process.execPath,
      '--import',
      fileURLToPath(new URL('agent.mjs', import.meta.url)),
      MAIN,
      'mcp',
    );
    // Its stderr is not read: many hosts do not read it.
    const child = spawn(program, args, { cwd: room.workspace, env: room.env('bridge') });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.on('error', () => undefined);
    child.stdout.on('close', () => {
      for (const settle of this.#waiting.values()) settle(undefined);
    });
    createInterface(child.stdout).on('line', (line) => this.#hear(line));
    await this.control.up('bridge');
    await this.#request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'host', version: '1' },
    });
    this.#send({ method: 'notifications/initialized' });
    await this.#request('tools/list', {});
  }

  async edit(): Promise<Edited> {
    this.#edits += 1;
    const edited = await this.#write(FILE, textOf(this.#edits));
    const onDisk = this.room.text();
    return onDisk === textOf(this.#edits)
      ? edited
      : { ...edited, complaints: [...edited.complaints, `on disk is ${JSON.stringify(onDisk)}`] };
  }

  editSecond(): Promise<Edited> {
    return this.#write(SECOND, 'ERROR s');
  }

  /** As its host does, which then runs its hook. */
  async #write(name: string, text: string): Promise<Edited> {
    const { room } = this;
    const file = join(room.workspace, name);
    writeFileSync(file, text);
    const event = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Edit',
      cwd: room.workspace,
      tool_input: { file_path: file },
      tool_response: { filePath: file },
    };
    const began = performance.now();
    const said = await this.#hook(JSON.stringify(event));
    const ms = performance.now() - began;
    const found = contextOf(said);
    return {
      kind: 'succeeded',
      found: found ?? '',
      ms,
      complaints: found === undefined ? [`the hook said ${JSON.stringify(said.slice(0, 300))}`] : [],
    };
  }

  async navigate(): Promise<Navigated> {
    const began = performance.now();
    const answer = await this.#request('tools/call', SYMBOLS);
    return {
      ms: performance.now() - began,
      isAnswered: answer !== undefined,
      isFound: answer?.includes(SYMBOL) === true,
    };
  }

  async status(): Promise<string> {
    const [socket] = this.room.sockets();
    if (socket === undefined) return 'no socket';
    const asked = await ask(socket, { ask: 'lsp', args: 'status --verbose' });
    return asked.kind === 'answered' ? asked.text : asked.kind;
  }

  async close(ms: number): Promise<boolean> {
    const child = this.#child;
    child?.stdin.end();
    const patience = new AbortController();
    const late = setTimeout(ms, false, { signal: patience.signal }).catch(() => false);
    const isOver = await Promise.race([this.#exited.then(() => true), late]);
    patience.abort();
    if (isOver) return true;
    // MCP's own next step.
    child?.kill('SIGTERM');
    await Promise.race([this.#exited, setTimeout(ms)]);
    child?.kill('SIGKILL');
    await this.#exited;
    return false;
  }

  #hook(event: string): Promise<string> {
    const [program, args] = asUser(process.execPath, HOOK, 'claude');
    const child = spawn(program, args, {
      cwd: this.room.workspace,
      env: this.room.env('hook'),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined).end(event);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    return new Promise((resolve) =>
      child.once('close', (code) => resolve(code === 0 ? said : `exit code ${String(code)}: ${said}`)),
    );
  }

  /** Resolves to `undefined` where the bridge is gone, or says nothing. */
  #request(method: string, params: object): Promise<string | undefined> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const settle = (answer: string | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = globalThis.setTimeout(() => settle(undefined), this.room.bounds.hook);
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
      if (method === undefined && id !== undefined) this.#waiting.get(id)?.(line);
    } catch {
      // A host that is told nonsense waits on.
    }
  }
}

/**
 * What a hook gives the model to read; undefined: it has not said one line of JSON that its host
 * understands.
 */
function contextOf(said: string): string | undefined {
  if (said === '{}\n') return '';
  try {
    const { hookSpecificOutput } = JSON.parse(said) as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext;
  } catch {
    return undefined;
  }
}
