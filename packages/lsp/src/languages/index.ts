import { cargo } from './rust/cargo.ts';
import { clangd } from './cpp/clangd.ts';
import { eslint } from './eslint/eslint.ts';
import { fromTable } from '../backend/from-table.ts';
import { gopls } from './go/gopls.ts';
import { pyright } from './python/pyright.ts';
import type { ServerPreset } from '../backend/server-preset.ts';
import { rustAnalyzer } from './rust/rust-analyzer.ts';
import { typescript } from './typescript/typescript.ts';
import { WELL_KNOWN } from './presets.ts';

/** The servers that need no configuration (REQ-LANG-020). */
export const BUILT_IN: readonly ServerPreset[] = [cargo, clangd, eslint, gopls, pyright, rustAnalyzer, typescript];

/** The built-in servers, and those that run where the user has installed them. */
export const KNOWN: readonly ServerPreset[] = [...BUILT_IN, ...WELL_KNOWN.map(fromTable)];
