import type { CompilerRun, Launch } from '../definition.ts';
import { invalidateBuildCache as distrustCargo } from '../../languages/rust/cargo-freshness.ts';
import { CargoOutput } from '../../languages/rust/cargo-output.ts';
import type { CompilerOutput } from './output.ts';

interface Compiler {
  readonly Output: new (root: string) => CompilerOutput;
  /** See `distrust`. */
  readonly invalidateBuildCache: (launch: Launch) => void;
}

const COMPILERS: Readonly<Record<CompilerRun['output'], Compiler>> = { cargo: { Output: CargoOutput, invalidateBuildCache: distrustCargo } };

/**
 * @param root the folder that the compiler runs in, absolute: its output may name files relative to
 * it
 */
export function outputOf(kind: CompilerRun['output'], root: string): CompilerOutput {
  return new COMPILERS[kind].Output(root);
}

/** The next run must not use the build cache of earlier runs. Never throws. */
export function invalidateBuildCache(kind: CompilerRun['output'], launch: Launch): void {
  COMPILERS[kind].invalidateBuildCache(launch);
}
