import type { CompilerRun } from '../registry/definition.ts';
import { CargoOutput } from './cargo-output.ts';
import type { CompilerOutput } from './output.ts';

const OUTPUTS: Readonly<Record<CompilerRun['output'], new (root: string) => CompilerOutput>> = { cargo: CargoOutput };

/** @param root the folder that the compiler runs in, absolute: relative names are relative to it */
export function outputOf(kind: CompilerRun['output'], root: string): CompilerOutput {
  return new OUTPUTS[kind](root);
}
