/** One way to break a file: `put` takes the place of `find`, which occurs once. */
export interface Break {
  readonly find: string;
  readonly put: string;
  /**
   * What the error that this makes is called; `undefined` where the server gives its syntax errors
   * no code.
   */
  readonly code: string | number | undefined;
}

export const swap = (find: string, put: string, code: Break['code']): Break => ({ find, put, code });

/** The error that a break makes. */
export interface MadeError {
  /** 1-based. */
  readonly line: number;
  readonly code: string | number | undefined;
}

export interface BrokenText {
  readonly text: string;
  readonly made: MadeError;
}

/** An error as one side reports it. */
export interface LineFinding {
  /** 1-based. */
  readonly line: number;
  readonly code?: string | number | undefined;
}

/**
 * `missed`: the error made is not among the findings. `false alarm`: there is a finding although
 * all is mended.
 */
export type Verdict = 'right' | 'missed' | 'false alarm';

/** Throws if the break does not fit the text: the subject names another version of the file. */
export function applyBreak(text: string, { find, put, code }: Break): BrokenText {
  const start = text.indexOf(find);
  if (start === -1) throw new Error(`not in the file: ${JSON.stringify(find)}`);
  if (text.includes(find, start + 1)) throw new Error(`more than once in the file: ${JSON.stringify(find)}`);
  const broken = text.slice(0, start) + put + text.slice(start + find.length);
  return { text: broken, made: { line: lineAt(text, start), code } };
}

/** Breaks any file at its end. */
export function appendBreak(text: string, { put, code }: Pick<Break, 'put' | 'code'>): BrokenText {
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: `${body}${put}\n`, made: { line: lineAt(body, body.length), code } };
}

/** @param made the error that is in the file now; without it the file is clean */
export function judge(findings: readonly LineFinding[], made?: MadeError): Verdict {
  if (made === undefined) return findings.length === 0 ? 'right' : 'false alarm';
  // Servers send codes as numbers or as strings of digits.
  const isMade = (finding: LineFinding): boolean =>
    finding.line === made.line && (made.code === undefined || String(finding.code) === String(made.code));
  return findings.some(isMade) ? 'right' : 'missed';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
