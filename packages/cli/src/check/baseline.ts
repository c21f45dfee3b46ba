import { z } from 'zod';
import { parseJson, readTextFile, SOURCE_BYTES, withoutSuggestion } from '@vybestack/llxprt-lsp-core';

/** The part of an earlier output of `llxprt-lsp check --json` that is compared. */
const findings = z.array(
  z.object({
    path: z.string(),
    diagnostics: z.array(
      z.object({
        severity: z.string(),
        message: z.string(),
        code: z.union([z.string(), z.number()]).optional(),
        count: z.number().optional(),
      }),
    ),
  }),
);
const file = z.object({ version: z.literal(1), files: findings, others: findings.optional() });

interface Known {
  severity: string;
  message: string;
  code?: string | number | undefined;
  count?: number | undefined;
}

/**
 * The findings of an earlier check. A finding is recognized by its file, severity, code and
 * message; its line changes with every edit above it. One that has lost or got a suggestion is the
 * same.
 */
export class Baseline {
  /** How many times each was there. */
  readonly #counts = new Map<string, number>();

  private constructor({ files, others = [] }: z.infer<typeof file>) {
    for (const { path, diagnostics } of [...files, ...others]) {
      for (const diagnostic of diagnostics) {
        const { count } = diagnostic;
        if (count !== undefined) this.#count(unlistedKeyOf(path, diagnostic), count);
        else for (const keyIn of [keyOf, looseKeyOf]) this.#count(keyIn(path, diagnostic), 1);
      }
    }
  }

  /** @returns the baseline, or why there is none and what to do */
  static read(path: string): Baseline | string {
    const found = readTextFile(path, SOURCE_BYTES);
    if (found.kind === 'none')
      return `--baseline ${path}: no such file; llxprt-lsp check --json writes one to stdout`;
    if (found.kind === 'unreadable') return `--baseline ${path}: not readable: ${found.reason}`;
    const parsed = file.safeParse(parseJson(found.text));
    return parsed.success
      ? new Baseline(parsed.data)
      : `--baseline ${path}: it is not what llxprt-lsp check --json prints`;
  }

  /**
   * The diagnostics that are new. Of several equal ones, as many are new as there are more than
   * before. To be called once for each file.
   *
   * @param path relative to the workspace root, with `/`
   */
  newIn<D extends Known>(path: string, diagnostics: readonly D[]): D[] {
    const left = new Map<string, number>();
    /** How many of so many were there before. */
    const known = (key: string, count: number): number => {
      const rest = left.get(key) ?? this.#counts.get(key) ?? 0;
      const found = Math.min(Math.max(0, rest), count);
      left.set(key, rest - found);
      return found;
    };
    const exact = new Set(
      diagnostics.filter(
        (diagnostic) => diagnostic.count === undefined && known(keyOf(path, diagnostic), 1) === 1,
      ),
    );
    for (const diagnostic of exact) known(looseKeyOf(path, diagnostic), 1);
    return diagnostics.flatMap((diagnostic) => {
      const { count = 1 } = diagnostic;
      if (exact.has(diagnostic)) return [];
      const listed = diagnostic.count === undefined ? known(looseKeyOf(path, diagnostic), 1) : 0;
      // Of those that were not listed, only the number is known: any of these may be one of them.
      const rest = count - listed - known(unlistedKeyOf(path, diagnostic), count - listed);
      if (rest === 0) return [];
      return rest === count ? [diagnostic] : [{ ...diagnostic, count: rest }];
    });
  }

  #count(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }
}

function unlistedKeyOf(path: string, { severity }: { severity: string }): string {
  return JSON.stringify([path, severity]);
}

function keyOf(path: string, { severity, message, code }: Known): string {
  return JSON.stringify([path, severity, String(code ?? ''), message]);
}

/** A suggestion that comes or goes changes the code, too. */
function looseKeyOf(path: string, { severity, message }: Known): string {
  return JSON.stringify([path, severity, null, withoutSuggestion(message)]);
}
