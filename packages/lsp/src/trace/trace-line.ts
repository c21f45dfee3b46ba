/**
 * The lines of a trace. Each is one JSON object: what one process saw at one moment. Both processes
 * write them. Core has a copy of this file, so it imports nothing.
 */
export type TraceLine = TraceStamp & TraceEvent;

export interface TraceStamp {
  /** Wall-clock time, ms since 1970, to the microsecond. */
  t: number;
  pid: number;
  from: 'core' | 'sidecar';
}

export type TraceEvent = TracedStart | TracedEdit | TracedMessage | TracedProcess | TracedLog | TracedLoss;

export interface TracedStart {
  kind: 'start';
  /** Version of this format. */
  version: 1;
  /** Absolute. */
  workspace: string;
  content: TraceContent;
  runtime: string;
}

/** `full` records texts, `redacted` only their lengths. */
export type TraceContent = 'redacted' | 'full';

/**
 * The progress of a change through the host. `edit` is the same id in all lines of one change and
 * in the messages about it.
 */
export type TracedEdit = { kind: 'edit'; edit: string } &
  /**
   * A tool was called, or a host reported what it wrote. `tool` and `files` are set if known by
   * then.
   */
  (
    | { phase: 'received'; tool?: string; files?: string[] }
    /** Nothing was changed. */
    | { phase: 'refused'; reason: string }
    /** The files are on disk; absolute paths. */
    | { phase: 'written'; tool: string; files: string[]; deleted?: string[] }
    | { phase: 'sent' }
    | {
        phase: 'answered';
        findings: Record<string, number>;
        others: number;
        servers: { id: string; root: string; outcome: string; ms: number }[];
      }
    /** The result has no diagnostics. */
    | { phase: 'unanswered'; reason: string }
    /** `chars`: length of the addition to the success text, UTF-16 code units. */
    | { phase: 'formatted'; chars: number }
  );

/**
 * A message between host and sidecar (`rpc`, `mcp`) or between the sidecar and a server (`server`),
 * as the process in `from` saw it.
 */
export interface TracedMessage {
  kind: 'rpc' | 'mcp' | 'server';
  dir: 'in' | 'out';
  type: 'request' | 'answer' | 'notification';
  /** For an answer, the method of its request; absent if the request is unknown. */
  method?: string;
  /** Set for a request and its answer. */
  id?: string | number;
  /** Its length as UTF-8 JSON. */
  bytes: number;
  /** For an answer: time since its request, ms. */
  ms?: number;
  /** The answer is an error with this code. */
  error?: number;
  /** Name and pid of the language server. */
  server?: string;
  /** The tool or command that the message calls. */
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
  /** For an exit: how the process ended. */
  how?: string;
}

export interface TracedLog {
  kind: 'log';
  text: string;
}

export interface TracedLoss {
  kind: 'dropped';
  /** How many lines this process has left out so far. */
  lines: number;
  reason: string;
}

/** A longer message is recorded in outline, even with `full` content; bytes. */
const MAX_WHOLE_BODY = 1024 * 1024;
/** Maximum number of values recorded of one body. The rest is left out. */
const MAX_VALUES = 300;
const MAX_DEPTH = 16;
const MAX_NAME = 1024;
/** Maximum number of unanswered requests that are remembered. */
const MAX_OPEN = 10_000;

/** Keys whose strings name a place or a thing and never quote a text. */
const PLACES = new Set([
  'uri',
  'targetUri',
  'rootUri',
  'scopeUri',
  'rootPath',
  'filePath',
  'file_path',
  'file',
  'path',
  'root',
  'workspaceRoot',
  'fileName',
  'projectFileName',
  'configFileName',
  'baseUri',
]);
const WORDS = new Set([
  'method',
  'languageId',
  'severity',
  'outcome',
  'status',
  'state',
  'kind',
  'edit',
  'code',
  'source',
  'tokenType',
  'protocolVersion',
  'error_type',
  'command',
  'section',
]);
/** A word of a fixed vocabulary, such as `TS2322` or `no-unused-vars`. */
const IS_WORD = /^[\w.@/:-]{1,64}$/;

/**
 * The same value with texts replaced by their lengths. Structure, numbers, places and words of a
 * fixed vocabulary stay. The result is short, however large the value is.
 */
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
      fields.push([
        name.length > MAX_NAME ? `<${name.length} characters>` : name,
        walk((part as Record<string, unknown>)[name], name, depth + 1),
      ]);
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

/**
 * A line of the debug log without its quoted texts, and without the server's own text after
 * `name[pid]: ` or `name: stderr: `.
 */
export function redactLog(text: string): string {
  const named = /^(.{1,100}?(?:\[[\d-]+\]|: stderr): )(.+)$/s.exec(text);
  if (named !== null) return `${named[1] ?? ''}<${(named[2] ?? '').length} characters>`;
  return text.slice(0, 2000).replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, (quoted) => `<${quoted.length} characters>`);
}

type Channel = { kind: 'rpc' | 'mcp' } | { kind: 'server'; server: string };

/**
 * Describes the messages of one connection. An answer gets the method of its request and the time
 * it took.
 */
export class MessageTrace {
  readonly #open = new Map<
    string,
    { method: string; tool: string | undefined; edit: string | undefined; at: number }
  >();

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
    return {
      ...known,
      type: isId(id) ? 'request' : 'notification',
      method: asked.method,
      ...about(asked),
      body: this.#body(params, bytes),
    };
  }

  /** The request that this answers: it went in the opposite direction. */
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

/** The tool or command behind a generic method. */
function calledTool(method: string, params: unknown): string | undefined {
  const {
    name,
    command,
    arguments: args,
  } = (params ?? {}) as { name?: unknown; command?: unknown; arguments?: unknown };
  if (method === 'tools/call') return typeof name === 'string' ? name.slice(0, MAX_NAME) : undefined;
  if (method !== 'workspace/executeCommand' || typeof command !== 'string') return undefined;
  // `typescript.tsserverRequest` is generic too: its first argument is the actual command.
  const [first] = Array.isArray(args) ? (args as unknown[]) : [];
  return (typeof first === 'string' && IS_WORD.test(first) ? first : command).slice(0, MAX_NAME);
}

function about(asked: { tool: string | undefined; edit: string | undefined } | undefined) {
  return {
    ...(asked?.tool !== undefined && { tool: asked.tool }),
    ...(asked?.edit !== undefined && { edit: asked.edit }),
  };
}

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_NAME);
}
