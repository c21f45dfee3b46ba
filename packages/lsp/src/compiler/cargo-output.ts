import { isAbsolute, resolve } from 'node:path';
import type { Severity } from '../types.ts';
import { errorsOf } from './cargo-errors.ts';
import type { CargoTargets } from './cargo-targets.ts';
import { fromScalars } from './columns.ts';
import { MOST_FINDINGS, TOO_MANY } from './findings.ts';
import type { CompilerOutput, CompilerReport, Finding } from './output.ts';
import { type RustcMessage, type RustcSpan, readMessage } from './rustc-message.ts';

/** How long a note or a help may be that is worth its place beside the message, UTF-16 code units, and how many. */
const REMARK = { longest: 200, most: 2 } as const;

/** Reads `cargo check --message-format=json`, or Clippy's. */
export class CargoOutput implements CompilerOutput {
  /** A library and its tests are compiled from the same files, and both say what is wrong there. */
  readonly #findings = new Map<string, Finding>();
  /** Errors that are at no place: of the linker, say. */
  readonly #unplaced: string[] = [];
  #isCut = false;

  /**
   * @param root of the Cargo workspace, absolute; rustc names files relative to it
   * @param targets all that is to be compiled, where that is known
   */
  constructor(
    private readonly root: string,
    private readonly targets?: CargoTargets,
  ) {}

  line(text: string): void {
    this.targets?.hear(text);
    const message = readMessage(text);
    const severity = message === undefined ? undefined : severityOf(message.level);
    if (message === undefined || severity === undefined) return;
    const finding = this.#toFinding(message, severity);
    if (finding !== undefined) this.#add(finding);
    else if (severity === 'error' && !isSummary(message)) this.#unplaced.push(message.message);
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const cut = this.#isCut ? TOO_MANY : undefined;
    if (code === 0) return { findings: [...this.#findings.values()], failure: cut };
    const errors = errorsOf(stderr, this.root);
    const findings = [...this.#findings.values(), ...errors.flatMap(({ finding }) => finding ?? [])];
    const explained = code === FAILED && findings.some(({ severity }) => severity === 'error');
    const unexplained = explained ? undefined : `cargo exited with code ${code}: ${stderr.at(-1) ?? 'no reason given'}`;
    return { findings, failure: this.#unplaced[0] ?? errors[0]?.message ?? unexplained ?? this.targets?.staleMark ?? cut };
  }

  #add(finding: Finding): void {
    const key = JSON.stringify(finding);
    if (this.#findings.size < MOST_FINDINGS || this.#findings.has(key)) this.#findings.set(key, finding);
    else this.#isCut = true;
  }

  #toFinding(message: RustcMessage, severity: Severity): Finding | undefined {
    const primary = message.spans.find(({ is_primary }) => is_primary);
    const place = primary === undefined ? undefined : inSources(primary);
    if (primary === undefined || place === undefined) return undefined;
    const { file_name: file, text } = place;
    return {
      path: isAbsolute(file) ? file : resolve(this.root, file),
      // Quirk(rustc): an empty file has its errors in line 0.
      line: Math.max(1, place.line_start),
      character: fromScalars(text[0]?.text, place.column_start),
      endLine: Math.max(1, place.line_end),
      endCharacter: fromScalars(text.at(-1)?.text, place.column_end),
      severity,
      message: [wordingOf(message, primary.label), ...callOf(place)].join('\n'),
      ...(message.code !== null && { code: message.code.code }),
      source: 'rustc',
    };
  }
}

/** What Cargo exits with when something did not compile. */
const FAILED = 101;

/** Undefined for what is no finding of its own: notes, helps, the advice to call for an explanation. */
function severityOf(level: string): Severity | undefined {
  if (level === 'warning') return 'warning';
  return level.startsWith('error') ? 'error' : undefined;
}

/** "aborting due to 2 previous errors" */
function isSummary({ message, spans }: RustcMessage): boolean {
  return spans.length === 0 && /^(aborting due to|could not compile)/.test(message);
}

/** What a macro of the standard library or of a dependency expands to is shown where the macro was called. */
function inSources(span: RustcSpan): RustcSpan | undefined {
  for (let current: RustcSpan | undefined = span; current !== undefined; current = current.expansion?.span) {
    if (!isForeign(current.file_name)) return current;
  }
  return undefined;
}

/** Where Cargo keeps what it has fetched; the hash in the name tells that from a crate of the workspace that is called `registry`. */
const FETCHED = /[/\\](?:registry[/\\]src|git[/\\]checkouts)[/\\][^/\\]*-[0-9a-f]{16}[/\\]/;

/** Of a macro that has no source (`<println macros>`), the compiler's own library, a dependency that was fetched. */
function isForeign(file: string): boolean {
  return file.startsWith('<') || /^\/rustc\/|[/\\]lib[/\\]rustlib[/\\]/.test(file) || FETCHED.test(file);
}

/** The label says what the message leaves out ("expected `i32`, found `&str`"), and short remarks say what to do. */
function wordingOf({ message, children }: RustcMessage, label: string | null): string {
  const says = label === null || label === '' || message.includes(label) ? message : `${message}: ${label}`;
  const remarks = children
    .filter(({ level, message: remark }) => ['note', 'help'].includes(level) && isTelling(remark))
    .slice(0, REMARK.most)
    .map(({ level, message: remark }) => `${level}: ${remark}`);
  return [says, ...remarks].join('\n');
}

/** What stands in a macro of the workspace may be right there, and wrong only in one of its calls. Its arguments stand in the call. */
function callOf({ expansion, file_name, line_start }: RustcSpan): string[] {
  const call = expansion === null ? undefined : inSources(expansion.span);
  if (call === undefined || (call.file_name === file_name && call.line_start <= line_start && line_start <= call.line_end)) return [];
  return [`note: in the macro that ${call.file_name}:${call.line_start} calls`];
}

/** Not that a lint is on by default. */
function isTelling(remark: string): boolean {
  return remark.length <= REMARK.longest && !remark.includes('\n') && !/^`#\[|^for more information/.test(remark);
}
