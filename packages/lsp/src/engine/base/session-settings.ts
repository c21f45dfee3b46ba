import type { LspConfig, Severity } from '../../types.ts';

/** What one host session has set. */
export interface SessionSettings {
  readonly config: Required<LspConfig>;
  /** Those that are reported. */
  readonly severities: ReadonlySet<Severity>;
}
