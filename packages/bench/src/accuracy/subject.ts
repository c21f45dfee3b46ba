import type { ServerConfig } from '../../../core/src/lsp/types.js';
import type { Rules } from './compare.js';
import type { Judgement } from './finding.js';
import type { SlipWay } from './fixes/ways.js';
import type { ServerKind } from '../subjects/subject.js';
import type { Ways } from './plan/sites.js';

/** A code base, the server that judges it for the tool, and the compiler that judges the tool. */
export interface Subject {
  readonly id: string;
  readonly language: string;
  /** For people: code base and version. */
  readonly title: string;
  /** The sidecar's id of the server whose answer is waited for. */
  readonly server: string;
  /** For people: what is run to judge. */
  readonly compiler: string;
  /**
   * Lays out the code base in `folder`, which it makes. Resolves to its real path; rejects where
   * something is missing.
   */
  makeWorkspace(folder: string): Promise<string>;
  /** Which files are edited, relative to the workspace. */
  readonly edits: (file: string) => boolean;
  /** Which files are settings, that only the shell changes. */
  readonly settings: (file: string) => boolean;
  readonly ways: Ways;
  /** @param scratch a folder for what the compiler writes, outside the workspace */
  judge(workspace: string, scratch: string): Promise<Judgement>;
  readonly rules: Rules;
  /** Which part of the usual number of edits are made, where each takes its compilers long; 1 by default. */
  readonly share?: number;
  /**
   * `origins`: it has errors from the start, and what is judged is what caused each. `fixes`: what is
   * judged is which errors have a fix, and whether it is right.
   */
  readonly judges?: 'origins' | 'fixes';
  /** For `fixes`: what goes wrong. */
  readonly slips?: readonly SlipWay[];
  /** For `fixes`: the server that a bare client asks, to compare with. */
  readonly bare?: ServerKind;
  /** For `fixes`: the share of errors that is asked for. */
  readonly fixShare?: number;
  /** Settings of servers, besides those of every run. */
  readonly servers?: Readonly<Record<string, ServerConfig>>;
}
