import type { TraceRecord } from './parse-line.js';

/** Fields whose values are words and numbers of this program. */
const PLAIN = new Set([
  't',
  'pid',
  'from',
  'kind',
  'version',
  'content',
  'runtime',
  'edit',
  'phase',
  'dir',
  'type',
  'id',
  'bytes',
  'ms',
  'error',
  'event',
  'role',
  'child',
  'chars',
  'others',
]);
/** Words of protocols and names of programs, which a reader needs. */
const WORDS = new Set([
  'method',
  'tool',
  'server',
  'name',
  'how',
  'languageId',
  'severity',
  'outcome',
  'status',
  'state',
  'kind',
  'code',
  'source',
  'protocolVersion',
  'error_type',
  'command',
]);
const IS_WORD = /^[\w.@/$:[\] -]{1,64}$/;
/** Only at the top level of a line: at deeper levels, they may be the name of anything. */
const TOP_ONLY = new Set(['tool', 'server', 'name', 'how', 'command']);
const PATHS = new Set([
  'workspace',
  'files',
  'deleted',
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
/** Objects whose keys are paths. */
const BY_PATH = new Set([
  'findings',
  'files',
  'others',
  'changes',
  'refused',
  'relatedDocuments',
  'diagnostics',
]);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MAX_DEPTH = 64;

/**
 * Replaces what a trace may reveal about its workspace by neutral names. The same text gets the
 * same name, so a file that occurs twice can still be recognized. Extensions stay. Names are
 * numbered and not hashed, so words cannot be tried out on them.
 */
export class Redactor {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  line(line: TraceRecord): Record<string, unknown> {
    const fields = Object.entries(line).map(([key, value]): [string, unknown] => {
      if (PLAIN.has(key) && isPlain(value)) return [key, key === 'content' ? 'redacted' : value];
      return [IDENTIFIER.test(key) ? key : this.#text(key), this.#walk(value, key, 0)];
    });
    return Object.fromEntries(fields);
  }

  #walk(value: unknown, key: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return '<left out>';
    if (typeof value === 'string') return this.#string(value, key, depth);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, key, depth + 1));
    const fields = Object.entries(value).map(([name, part]): [string, unknown] => {
      if (BY_PATH.has(key)) return [this.#path(name), this.#walk(part, '', depth + 1)];
      return [IDENTIFIER.test(name) ? name : this.#text(name), this.#walk(part, name, depth + 1)];
    });
    return Object.fromEntries(fields);
  }

  #string(text: string, key: string, depth: number): string {
    // The text of a redacted trace: it holds nothing but a number.
    if (/^<\d+ (characters|more)>$/.test(text) || text === '<left out>') return text;
    if (PATHS.has(key)) return this.#path(text);
    if (WORDS.has(key) && IS_WORD.test(text) && !(TOP_ONLY.has(key) && depth > 0)) return text;
    return this.#text(text);
  }

  /** Segment by segment, so that files of one folder stay in one folder. */
  #path(path: string): string {
    const scheme = /^[a-z][\w+.-]{1,20}:\/\//i.exec(path)?.[0] ?? '';
    const segments = path
      .slice(scheme.length)
      .split(/[/\\]/)
      .map((segment) =>
        segment === '' || segment === '.' || segment === '..' ? segment : this.#name(safelyDecoded(segment)),
      );
    return scheme + segments.join('/');
  }

  #name(segment: string): string {
    let name = this.#names.get(segment);
    if (name === undefined) {
      name = `n${this.#names.size + 1}${/\.[a-z]{1,5}$/.exec(segment)?.[0] ?? ''}`;
      this.#names.set(segment, name);
    }
    return name;
  }

  #text(text: string): string {
    let name = this.#texts.get(text);
    if (name === undefined) {
      name = `<text ${this.#texts.size + 1}, ${text.length} characters>`;
      this.#texts.set(text, name);
    }
    return name;
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && IS_WORD.test(value));
}

/** Decoded, so that a URI and a path to the same file get the same name. */
function safelyDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
