import { isAbsolute, resolve } from 'node:path';
import { type RelatedInformation, withRelated } from '../../client/documents/related.ts';
import type { Severity } from '../../types.ts';
import { errorsOf } from './cargo-errors.ts';
import type { CargoTargets } from './cargo-targets.ts';
import { fromScalars } from '../../backend/output/columns.ts';
import { FindingsBudget, TOO_MANY } from '../../backend/output/findings.ts';
import type { CompilerOutput, CompilerReport, Finding, PrintedFix } from '../../backend/output/output.ts';
import { suggestedFixes } from './rustc-fixes.ts';
import { type RustcMessage, type RustcSpan, readMessage } from './rustc-message.ts';

/** Limits for the notes and helps kept with a message: length in UTF-16 code units, and number. */
const REMARK = { longest: 200, most: 2 } as const;

/** Reads `cargo check --message-format=json`, or the output of Clippy. */
export class CargoOutput implements CompilerOutput {
  /** Cargo compiles a library and its tests from the same files and reports each error twice. */
  readonly #findings = new Map<string, Finding>();
  readonly #fixes = new Map<string, PrintedFix>();
  /** Errors without a location, such as those of the linker. */
  #unplaced: string | undefined;
  readonly #budget = new FindingsBudget();
  /** An error that only the tests of a target have, which is made without any. */
  #hasNoHarness = false;

  /**
   * @param root of the Cargo workspace, absolute; rustc names files relative to it
   * @param targets all targets to compile, where they are known
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
    if (isOfHarness(message)) {
      this.#hasNoHarness = true;
      return;
    }
    const target = missingTarget(message);
    if (target !== undefined) {
      this.#unplaced ??= target;
      return;
    }
    const finding = this.#toFinding(message, severity);
    if (finding !== undefined) this.#add(finding, message);
    else if (severity === 'error' && !isSummary(message)) this.#unplaced ??= message.message;
  }

  conclude(code: number, stderr: readonly string[]): CompilerReport {
    const cut = this.#budget.isSpent ? TOO_MANY : undefined;
    const fixes = this.#fixes.size === 0 ? undefined : [...this.#fixes.values()];
    if (code === 0) return { findings: [...this.#findings.values()], failure: cut, fixes };
    const errors = errorsOf(stderr, this.root);
    const findings = [...this.#findings.values(), ...errors.flatMap(({ finding }) => finding ?? [])];
    const explained =
      code === FAILED && (this.#hasNoHarness || findings.some(({ severity }) => severity === 'error'));
    const unexplained = explained
      ? undefined
      : `cargo exited with code ${code}: ${stderr.at(-1) ?? 'no reason given'}`;
    return {
      findings,
      fixes,
      failure: this.#unplaced ?? errors[0]?.message ?? unexplained ?? this.targets?.incompleteReason ?? cut,
    };
  }

  #add(finding: Finding, message: RustcMessage): void {
    const key = JSON.stringify(finding);
    if (this.#findings.has(key)) return;
    if (!this.#budget.take(finding)) return;
    this.#findings.set(key, finding);
    if (this.#fixes.size >= MOST_FIXES) return;
    for (const fix of suggestedFixes(message, this.root))
      this.#fixes.set(`${key}${JSON.stringify(fix)}`, { ...fix, finding });
  }

  #toFinding(message: RustcMessage, severity: Severity): Finding | undefined {
    const primary = message.spans.find(({ is_primary }) => is_primary);
    const place = primary === undefined ? undefined : inSources(primary);
    if (primary === undefined || place === undefined) return undefined;
    const { text } = place;
    const finding: Finding = {
      path: this.#pathOf(place),
      // Quirk(rustc): it reports errors in an empty file at line 0.
      line: Math.max(1, place.line_start),
      character: fromScalars(text[0]?.text, place.column_start),
      endLine: Math.max(1, place.line_end),
      endCharacter: fromScalars(text.at(-1)?.text, place.column_end),
      severity,
      message: [wordingOf(message, primary.label), ...callOf(place)].join('\n'),
      ...(message.code !== null && { code: message.code.code }),
      source: 'rustc',
    };
    return withRelated(finding, this.#related(message, finding));
  }

  /** What rustc points at beside the error: labelled spans, then those of notes and helps. */
  #related({ spans, children }: RustcMessage, { message: wording }: Finding): RelatedInformation[] {
    const labelled = spans
      .filter(({ is_primary, label }) => !is_primary && label !== null)
      .map((span) => ({ span, message: span.label ?? '' }));
    const remarks = children.flatMap(({ message, spans: placed }) =>
      placed.filter(isNoFix).map((span) => ({ span, message: span.label ?? message })),
    );
    return [...labelled, ...remarks].flatMap(({ span, message }) => {
      const place = inSources(span);
      if (place === undefined) return [];
      const { line_start: line, column_start: column, text } = place;
      return {
        path: this.#pathOf(place),
        line: Math.max(1, line),
        character: fromScalars(text[0]?.text, column),
        message: wording.includes(message) ? '' : message,
      };
    });
  }

  #pathOf({ file_name: file }: RustcSpan): string {
    return isAbsolute(file) ? file : resolve(this.root, file);
  }
}

/** The places of proposed code explain nothing. */
function isNoFix({ suggested_replacement: code }: RustcSpan): boolean {
  return code === undefined || code === null;
}

/** A model reads a few of them. A missing crate may cause thousands. */
const MOST_FIXES = 1000;

/** Cargo's exit code when a crate did not compile. */
const FAILED = 101;

/**
 * Undefined for messages that are no findings: notes, helps, the hint to ask for an explanation.
 */
function severityOf(level: string): Severity | undefined {
  if (level === 'warning') return 'warning';
  return level.startsWith('error') ? 'error' : undefined;
}

/**
 * Programs without `std` have a panic handler of their own, and their systems no crate `test`. Cargo builds
 * the tests of each target all the same, where all targets are asked for.
 */
function isOfHarness({ code, message, children }: RustcMessage): boolean {
  if (code?.code === 'E0463') return message === "can't find crate for `test`";
  return (
    code?.code === 'E0152' &&
    children.some((child) => child.message.includes('in crate `std` (which `test` depends on)'))
  );
}

/** The system that the project is for, where its library is not installed: nothing is compiled then. */
function missingTarget({ code, message, children }: RustcMessage): string | undefined {
  if (code?.code !== 'E0463' || !/for `(?:std|core)`$/.test(message)) return undefined;
  const note = children.find((child) => child.message.includes('target may not be installed'))?.message;
  return note === undefined ? undefined : `${message}: ${note}`;
}

/** "aborting due to 2 previous errors" */
function isSummary({ message, spans }: RustcMessage): boolean {
  return spans.length === 0 && /^(aborting due to|could not compile)/.test(message);
}

/** Code from a macro of the standard library or a dependency is shown at the macro's call. */
function inSources(span: RustcSpan): RustcSpan | undefined {
  for (let current: RustcSpan | undefined = span; current !== undefined; current = current.expansion?.span) {
    if (!isForeign(current.file_name)) return current;
  }
  return undefined;
}

/**
 * Where Cargo keeps what it has fetched. The hash in the name tells it from a workspace crate that
 * is called `registry`.
 */
const FETCHED = /[/\\](?:registry[/\\]src|git[/\\]checkouts)[/\\][^/\\]*-[0-9a-f]{16}[/\\]/;

/**
 * Files of a macro without a source (`<println macros>`), of the compiler's own library, or of a
 * fetched dependency.
 */
function isForeign(file: string): boolean {
  return file.startsWith('<') || /^\/rustc\/|[/\\]lib[/\\]rustlib[/\\]/.test(file) || FETCHED.test(file);
}

/**
 * The label adds what the message leaves out ("expected `i32`, found `&str`"). Short remarks say
 * how to fix it.
 */
function wordingOf({ message, children }: RustcMessage, label: string | null): string {
  const says = label === null || label === '' || message.includes(label) ? message : `${message}: ${label}`;
  const remarks = children
    .filter(({ level, message: remark }) => ['note', 'help'].includes(level) && isTelling(remark))
    .slice(0, REMARK.most)
    .map(({ level, message: remark }) => `${level}: ${remark}`);
  return [says, ...remarks].join('\n');
}

/**
 * Code in a macro of the workspace may be right in the macro and wrong in only one of its calls.
 * The arguments of the macro are in the call.
 */
function callOf({ expansion, file_name, line_start }: RustcSpan): string[] {
  const call = expansion === null ? undefined : inSources(expansion.span);
  if (
    call === undefined ||
    (call.file_name === file_name && call.line_start <= line_start && line_start <= call.line_end)
  )
    return [];
  return [`note: in the macro that ${call.file_name}:${call.line_start} calls`];
}

/** Leaves out remarks such as that a lint is on by default. */
function isTelling(remark: string): boolean {
  return (
    remark.length <= REMARK.longest && !remark.includes('\n') && !/^`#\[|^for more information/.test(remark)
  );
}
