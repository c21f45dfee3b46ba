import type { Subject } from '../subject.js';
import type { Compiler } from './compiler.js';
import type { OriginsService } from './service.js';

export interface OriginsOptions {
  readonly seed: number;
  readonly mutations: number;
  /** How many checks follow proposals that are not written. */
  readonly rounds: number;
  /** How often each check is measured with origins, and as often without. */
  readonly times: number;
  /** Only this edit is judged; those before it are made all the same. */
  readonly only: number | undefined;
}

/** What a run works with. */
export interface OriginsStage {
  readonly subject: Subject;
  readonly workspace: string;
  readonly compiler: Compiler;
  readonly start: (workspace: string) => Promise<OriginsService>;
}
