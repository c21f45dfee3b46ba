import type { Diagnostic } from '@vybestack/llxprt-lsp-core';

/** One thing that a compiler or a tool has to say. */
export interface Finding {
  /** Relative to the workspace, with `/`. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  /** TypeScript's number, pyright's rule, rustc's code; Go has none. */
  readonly code?: string | undefined;
  readonly message: string;
  /** The part of a server that found it, in its own words. */
  readonly source?: string | undefined;
}

/** What a compiler says about a whole tree. */
export interface Judgement {
  readonly findings: readonly Finding[];
  /** Why the compiler may have kept this error to itself: the name of a known difference. */
  silentOn(reported: Finding): string | undefined;
  readonly echoes?: readonly Echoes[];
  /** Why the tool is not expected to speak of other files than the edited one, if so. */
  readonly alone?: string;
  /**
   * Why the compiler has no verdict on this file, so that no answer is right: the name of a known
   * difference.
   */
  unjudged?(file: string): string | undefined;
}

/** What nobody has to repeat, since it follows from other findings: right if reported, and no miss if not. */
interface Echoes {
  /** Of the known difference, for the report. */
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** Whitespace counts once, and of several lines the first. */
export function headOf(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/\s+/g, ' ').trim();
}

/** For people: `src/a.ts:3 2322 Type 'string' is not ...`. */
export function show({ file, line, code, message }: Finding): string {
  return [`${file}:${line}`, ...(code === undefined ? [] : [code]), headOf(message)].join(' ');
}

export function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** None for what is neither an error nor a warning. */
export function toFinding({ file, line, severity, code, message, source }: Diagnostic): Finding[] {
  if (severity !== 'error' && severity !== 'warning') return [];
  return [{ file, line, severity, message, source, code: code === undefined ? undefined : String(code) }];
}
