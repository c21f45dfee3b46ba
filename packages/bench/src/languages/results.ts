/** Whether a server did what it was asked for. */
export type Mark =
  | { readonly kind: 'yes'; readonly ms: number }
  /** It found the error and calls it a warning. */
  | { readonly kind: 'warning'; readonly ms: number }
  | { readonly kind: 'no'; readonly reason: string }
  /** The server does not answer this kind of question. */
  | { readonly kind: 'not offered' }
  /** The row has nothing to ask about. */
  | { readonly kind: 'not asked' };

export const ASKED_TOOLS = ['hover', 'definition', 'references', 'rename'] as const;
export type AskedTool = (typeof ASKED_TOOLS)[number];

export interface RowMarks {
  readonly error: Mark;
  readonly mended: Mark;
  readonly others: Mark;
  readonly tools: Readonly<Record<AskedTool, Mark>>;
  /** What the server calls the error. */
  readonly message?: string;
  readonly version?: string;
}

export interface RowResult {
  readonly id: string;
  readonly outcome:
    { readonly kind: 'failed'; readonly reason: string } | ({ readonly kind: 'judged' } & RowMarks);
}

/** The error in the first edit, as an error, and gone after the mend. */
export function isRight({ outcome }: RowResult): boolean {
  return (
    outcome.kind === 'judged' &&
    (outcome.error.kind === 'yes' || outcome.error.kind === 'warning') &&
    outcome.mended.kind === 'yes'
  );
}
