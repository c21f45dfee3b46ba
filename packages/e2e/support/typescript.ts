import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { sidecar } from '../../../scripts/lib/paths.mjs';
import type { Tree } from './workspace.js';

/**
 * TypeScript 7, to be linked into a workspace. It starts in a tenth of the time that 5.9 takes,
 * so tests that are about neither of them use it.
 */
export const TYPESCRIPT_7: Tree = {
  'node_modules/typescript': realpathSync(join(sidecar, 'node_modules/typescript-v7')),
};

/** With the smallest library: the compiler reads it each time that it starts. */
const LIGHT = { strict: true, noEmit: true, lib: ['ES5'], skipLibCheck: true, types: [] };

/** The text of a strict `tsconfig.json` that makes little work. */
export function tsconfig({
  compilerOptions = {},
  ...more
}: { compilerOptions?: object; [key: string]: unknown } = {}): string {
  return `${JSON.stringify({ compilerOptions: { ...LIGHT, ...compilerOptions }, ...more })}\n`;
}
