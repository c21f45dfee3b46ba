/**
 * The lines of a trace, one JSON object each: what one process saw at one moment. Both processes
 * write them: core has a copy of this file, so it imports nothing.
 */
export type TraceLine = TraceStamp & TraceEvent;

export interface TraceStamp {
  /** By the wall clock, ms since 1970, to the microsecond. */
  t: number;
  pid: number;
  from: 'core' | 'sidecar';
}

export type TraceEvent = TracedStart | TracedEdit | TracedMessage | TracedProcess | TracedLog | TracedLoss;

export interface TracedStart {
  kind: 'start';
  /** Of this format. */
  version: 1;
  /** Absolute. */
  workspace: string;
  content: TraceContent;
  runtime: string;
}

/** Whether texts are recorded, or how long they are. */
export type TraceContent = 'redacted' | 'full';

/** How far a change has come on its way through the host. `edit` names it in all its lines, and in the messages about it. */
export type TracedEdit = { kind: 'edit'; edit: string } & (
  /** A tool was called, or a host says what it has written: `tool` and `files` where that is known by then. */
  | { phase: 'received'; tool?: string; files?: string[] }
  /** Nothing was changed. */
  | { phase: 'refused'; reason: string }
  /** The files are on disk; absolute paths. */
  | { phase: 'written'; tool: string; files: string[]; deleted?: string[] }
  | { phase: 'sent' }
  | { phase: 'answered'; findings: Record<string, number>; others: number; servers: { id: string; root: string; outcome: string; ms: number }[] }
  /** The result goes without diagnostics. */
  | { phase: 'unanswered'; reason: string }
  /** `chars`: how long what was added to the success text is, UTF-16 code units. */
  | { phase: 'formatted'; chars: number }
);

/** A message between host and sidecar (`rpc`, `mcp`), or between the sidecar and a server, as `from` saw it. */
export interface TracedMessage {
  kind: 'rpc' | 'mcp' | 'server';
  dir: 'in' | 'out';
  type: 'request' | 'answer' | 'notification';
  /** Of an answer: what was asked; absent where nobody knows the question. */
  method?: string;
  /** Of a request and its answer. */
  id?: string | number;
  /** Its length as UTF-8 JSON. */
  bytes: number;
  /** Of an answer: since the question. */
  ms?: number;
  /** The answer is an error with this code. */
  error?: number;
  /** Name and pid of the language server. */
  server?: string;
  /** The tool or command that is called. */
  tool?: string;
  edit?: string;
  /** Its params, result or error. */
  body?: unknown;
}

export interface TracedProcess {
  kind: 'process';
  event: 'spawn' | 'exit';
  role: 'sidecar' | 'server' | 'checker';
  name: string;
  /** Its pid. */
  child: number;
  /** Of an exit: how it ended. */
  how?: string;
}

export interface TracedLog {
  kind: 'log';
  text: string;
}

export interface TracedLoss {
  kind: 'dropped';
  /** How many lines this process has not recorded up to now. */
  lines: number;
  reason: string;
}

/** A longer message is told of in outline, even where texts are recorded, bytes. */
const MAX_WHOLE_BODY = 1024 * 1024;
/** So many values of a body are told of, and what comes after them is left out. */
const MAX_VALUES = 300;
const MAX_DEPTH = 16;
const MAX_NAME = 1024;
/** Of questions that wait for an answer, so many are remembered. */
const MAX_OPEN = 10_000;

/** Strings that say where or what, and never quote a text. */
const PLACES = new Set(['uri', 'targetUri', 'rootUri', 'scopeUri', 'rootPath', 'filePath', 'file_path', 'file', 'path', 'root', 'workspaceRoot', 'fileName', 'projectFileName', 'configFileName', 'baseUri']);
const WORDS = new Set(['method', 'languageId', 'severity', 'outcome', 'status', 'state', 'kind', 'edit', 'code', 'source', 'tokenType', 'protocolVersion', 'error_type', 'command', 'section']);
/** A word of a vocabulary, as `TS2322` and `no-unused-vars` are. */
const IS_WORD = /^[\w.@/:-]{1,64}$/;

/** The same with texts replaced by their length: structure, numbers, places and words of a vocabulary stay. As large as it may be, this is short. */
export function redact(value: unknown): unknown {
  let left = MAX_VALUES;
  const walk = (part: unknown, key: string, depth: number): unknown => {
    if (--left < 0 || depth > MAX_DEPTH) return '<left out>';
    if (typeof part === 'string') return redactString(part, key);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) {
      const items: unknown[] = [];
      for (const item of part) {
        if (left <= 0) return [...items, `<${part.length - items.length} more>`];
        items.push(walk(item, key, depth + 1));
      }
      return items;
    }
    const fields: [string, unknown][] = [];
    for (const name in part) {
      if (left <= 0) return Object.fromEntries([...fields, ['<more>', '<left out>']]);
      fields.push([name.length > MAX_NAME ? `<${name.length} characters>` : name, walk((part as Record<string, unknown>)[name], name, depth + 1)]);
    }
    return Object.fromEntries(fields);
  };
  return walk(value, '', 0);
}

function redactString(text: string, key: string): string {
  if (PLACES.has(key) && text.length <= MAX_NAME && !text.startsWith('data:')) return text;
  if (WORDS.has(key) && IS_WORD.test(text)) return text;
  return `<${text.length} characters>`;
}

/** A line of the debug log without what it quotes, and without what servers say in their own words after their `name[pid]: ` or `name: stderr: `. */
export function redactLog(text: string): string {
  const named = /^(.{1,100}?(?:\[[\d-]+\]|: stderr): )(.+)$/s.exec(text);
  if (named !== null) return `${named[1] ?? ''}<${(named[2] ?? '').length} characters>`;
  return text.slice(0, 2000).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, (quoted) => `<${quoted.length} characters>`);
}

type Channel = { kind: 'rpc' | 'mcp' } | { kind: 'server'; server: string };

/** Tells of the messages of one connection: of an answer by the method that it answers, and how long that took. */
export class MessageTrace {
  readonly #open = new Map<string, { method: string; tool: string | undefined; edit: string | undefined; at: number }>();

  constructor(
    private readonly channel: Channel,
    private readonly content: TraceContent,
  ) {}

  /**
   * @param bytes its length as UTF-8 JSON
   * @param now ms, by any clock
   */
  describe(dir: 'in' | 'out', message: object, bytes: number, now: number): TracedMessage {
    const { method, id, params, result, error } = message as Record<string, unknown>;
    const known = { ...this.channel, dir, ...(isId(id) && { id }), bytes };
    if (typeof method !== 'string') {
      const asked = this.#answered(dir, id);
      const code = (error as { code?: unknown } | undefined)?.code;
      return {
        ...known,
        type: 'answer',
        ...(asked !== undefined && { method: asked.method, ms: Math.round((now - asked.at) * 1000) / 1000 }),
        ...(typeof code === 'number' && { error: code }),
        ...about(asked),
        body: this.#body(error ?? result, bytes),
      };
    }
    const { edit } = (params ?? {}) as { edit?: unknown };
    const asked = {
      method: method.slice(0, MAX_NAME),
      tool: calledTool(method, params),
      edit: typeof edit === 'string' ? edit.slice(0, MAX_NAME) : undefined,
      at: now,
    };
    if (isId(id) && this.#open.size < MAX_OPEN) this.#open.set(`${dir} ${id}`, asked);
    return { ...known, type: isId(id) ? 'request' : 'notification', method: asked.method, ...about(asked), body: this.#body(params, bytes) };
  }

  /** A question that went the other way. */
  #answered(dir: 'in' | 'out', id: unknown) {
    if (!isId(id)) return undefined;
    const key = `${dir === 'in' ? 'out' : 'in'} ${id}`;
    const asked = this.#open.get(key);
    this.#open.delete(key);
    return asked;
  }

  #body(body: unknown, bytes: number): unknown {
    return this.content === 'full' && bytes <= MAX_WHOLE_BODY ? body : redact(body);
  }
}

/** What is called by a method that stands for many. */
function calledTool(method: string, params: unknown): string | undefined {
  const { name, command, arguments: args } = (params ?? {}) as { name?: unknown; command?: unknown; arguments?: unknown };
  if (method === 'tools/call') return typeof name === 'string' ? name.slice(0, MAX_NAME) : undefined;
  if (method !== 'workspace/executeCommand' || typeof command !== 'string') return undefined;
  // `typescript.tsserverRequest` stands for many, too.
  const [first] = Array.isArray(args) ? (args as unknown[]) : [];
  return (typeof first === 'string' && IS_WORD.test(first) ? first : command).slice(0, MAX_NAME);
}

function about(asked: { tool: string | undefined; edit: string | undefined } | undefined) {
  return { ...(asked?.tool !== undefined && { tool: asked.tool }), ...(asked?.edit !== undefined && { edit: asked.edit }) };
}

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_NAME);
}
