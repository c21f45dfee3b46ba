import type { Diagnostic } from '../../types.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { type TextFindings, stoodBefore } from '../changes/pair.ts';
import type { Base } from '../question/known.ts';
import type { Judge } from '../session/session.ts';

/** A file's findings after the change, with what they are compared to. */
export class OriginSubject {
  base: Base | undefined;
  /** Those that stood before the change. */
  stood: ReadonlySet<Diagnostic> = new Set();

  constructor(
    readonly session: Judge,
    readonly now: TextFindings,
    readonly path: AdmittedPath,
    base: Base | undefined,
  ) {
    this.compareTo(base);
  }

  compareTo(base: Base | undefined): void {
    this.base = base;
    const { sameError } = this.session.definition;
    if (base !== undefined) this.stood = stoodBefore(base.findings, this.now, sameError);
  }

  hasNew(reported: (diagnostic: Diagnostic) => boolean): boolean {
    return this.now.diagnostics.some((diagnostic) => reported(diagnostic) && !this.stood.has(diagnostic));
  }
}
