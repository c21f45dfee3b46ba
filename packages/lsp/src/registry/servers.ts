import { cargo } from './cargo.ts';
import { clangd } from './clangd.ts';
import { eslint } from './eslint.ts';
import { fromTable } from './from-table.ts';
import { gopls } from './gopls.ts';
import { pyright } from './pyright.ts';
import type { ServerPreset } from './server-preset.ts';
import { rustAnalyzer } from './rust-analyzer.ts';
import { typescript } from './typescript.ts';
import { WELL_KNOWN } from './well-known.ts';

/** The servers that need no configuration (REQ-LANG-020). */
export const BUILT_IN: readonly ServerPreset[] = [cargo, clangd, eslint, gopls, pyright, rustAnalyzer, typescript];

/** The built-in servers, and those that run where the user has installed them. */
export const KNOWN: readonly ServerPreset[] = [...BUILT_IN, ...WELL_KNOWN.map(fromTable)];
